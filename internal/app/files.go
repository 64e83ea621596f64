package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/config"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/formats"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/document/transcribe"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// Folders in the data folder.
const (
	filesName = "files" // uploaded files
	cacheName = "cache" // compiled code that worker processes can make again; it may be deleted at any time
)

// FilesDir is the folder of uploaded files.
func (c *Config) FilesDir() string { return filepath.Join(c.Data, filesName) }

// HasFiles reports whether the folder of files contains anything but hidden files.
func HasFiles(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name()[0] != '.' })
}

// filesState describes the content of the folder of files. It changes nothing.
func filesState(ctx context.Context, c *Config, say sayer) (string, error) {
	dir := c.FilesDir()
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return dir + say("（还没有，首次启动时建立）", "（還沒有，首次啟動時建立）", " (not there yet; the first start makes it)"), nil
	}
	files, err := blob.OpenLocal(dir)
	if err != nil {
		return "", err
	}
	defer func() { _ = files.Close() }()
	n, size := 0, int64(0)
	for o, err := range files.Each(ctx) {
		if err != nil {
			return "", err
		}
		n, size = n+1, size+o.Size
	}
	return fmt.Sprintf(say("%s，%d 个文件，%s；备份数据库时请一并复制", "%s，%d 個檔案，%s；備份資料庫時請一併複製", "%s, %d files, %s; copy it together with the database"), dir, n, text.Size(size)), nil
}

// newFiles opens the folder of files and creates the services that use it.
func (s *services) newFiles(a *App) (err error) {
	if s.files, err = blob.OpenLocal(a.config.FilesDir()); err != nil {
		return err
	}
	parts, err := s.files.Parts()
	if err != nil {
		return err
	}
	s.index = retrieve.New(a.main, retrieve.Options{})
	tools := worker.FindTools(parserCache(a.config.Data), "")
	s.parsers, s.readsPictures = worker.New(worker.Options{Tools: tools}), tools.Tesseract != ""
	s.documents = document.New(document.Options{
		DB: a.main, Jobs: s.jobs, Files: s.files, Parts: parts, Key: a.accounts.Key, Build: a.version,
		Detect:        detect,
		Parser:        parser{s},
		Index:         s.index,
		Searcher:      searcher{s.index},
		Conversations: askedIn{s.chats},
		Limits:        limits(a.config, s.general),
		DiskRoom:      a.config.diskRoom,
		Scan:          scanner(a.config, a.security),
		Drop: func(ctx context.Context, tx *sql.Tx, owner, id string) error {
			return s.readings.Drop(ctx, tx, owner, id)
		},
	})
	return nil
}

// recogniser returns a recogniser that sends pictures to a vision model. It returns nil when there is
// no vision model now, or when this machine has a program that recognises text.
func (s *services) recogniser() parse.Recogniser {
	if s.readsPictures {
		return nil
	}
	return transcribe.By(s.models)
}

// closeFiles ends the worker processes and releases the folder.
func (s *services) closeFiles() error {
	for _, p := range []*worker.Pool{s.parsers, s.writers, s.pageReaders, s.programs} {
		if p != nil {
			p.Close()
		}
	}
	if s.files == nil {
		return nil
	}
	return s.files.Close()
}

// limits combines the settings' limits with the file size limit of the general information, which
// may change at any time.
func limits(c *Config, general *config.Service) func() document.Limits {
	return func() document.Limits {
		return document.Limits{
			File:  general.Current().DocumentConfig.SingleFileMaxSize,
			Files: c.FilesPerPerson, Bytes: int64(c.FilesMBPerPerson) << 20,
		}
	}
}

func detect(r io.ReaderAt, size int64, name string) document.Recognised {
	t := formats.DetectFile(r, size, name)
	return document.Recognised{Type: document.FileType(t.FileType), DocType: t.DocType, MIME: t.MIME, Parsed: t.Parsed}
}

// parser implements the interface of package document for worker processes that read files.
type parser struct{ *services }

func (p parser) Parse(ctx context.Context, r document.Request, s document.Sink) (parsed.Summary, error) {
	sum, err := p.parsers.Parse(ctx, r.Path, parse.Options{Name: r.Name, Password: r.Password, Recognise: p.recogniser()}, s)
	if refused, ok := errors.AsType[*parse.Error](err); ok {
		return sum, refused.For(r.Name)
	}
	return sum, err
}

// searcher implements the interface of package document for the full-text index.
type searcher struct{ index *retrieve.Index }

func (s searcher) Search(ctx context.Context, owner, keyword string, ids []string, limit int) ([]document.Hit, error) {
	found, err := s.index.SearchText(ctx, owner, keyword, ids, limit)
	hits := make([]document.Hit, len(found))
	for i, h := range found {
		hits[i] = document.Hit{DocumentID: h.DocumentID, Unit: h.Unit, Heading: h.Heading, Quote: h.Quote}
	}
	return hits, err
}

// askedIn implements the interface of package document for looking up the conversations that used a
// file.
type askedIn struct{ chats *chat.Service }

func (a askedIn) Named(ctx context.Context, owner string, cids []string) ([]document.Conversation, error) {
	found, err := a.chats.Named(ctx, owner, cids)
	out := make([]document.Conversation, len(found))
	for i, c := range found {
		out[i] = document.Conversation{ID: c.ID, Title: c.Title, LastRepliedAt: c.LastRepliedAt}
	}
	return out, err
}

// parserCache returns the folder for the reusable compiled code of worker processes. It is in the
// cache folder of the system user, so that all servers of that user share it. If it cannot be
// created there, it is in the data folder.
func parserCache(data string) string {
	if dir, err := os.UserCacheDir(); err == nil {
		dir = filepath.Join(dir, "wenqu")
		if os.MkdirAll(dir, 0o700) == nil {
			return dir
		}
	}
	return filepath.Join(data, cacheName)
}
