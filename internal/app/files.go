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
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/config"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/document/worker"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
)

// Folders in the data folder.
const (
	filesName = "files" // of people's files
	cacheName = "cache" // of what parsers need not make again; it may be deleted at any time
)

// FilesDir is the folder of people's files.
func (c *Config) FilesDir() string { return filepath.Join(c.Data, filesName) }

// HasFiles reports whether anything lies in the folder of files.
func HasFiles(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name()[0] != '.' })
}

// filesState says what lies in the folder of files. It changes nothing.
func filesState(ctx context.Context, c *Config, say func(zh, en string) string) (string, error) {
	dir := c.FilesDir()
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return dir + say("（还没有，首次启动时建立）", " (not there yet; the first start makes it)"), nil
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
	return fmt.Sprintf(say("%s，%d 个文件，%d MB；备份数据库时请一并复制", "%s, %d files, %d MB; copy it together with the database"), dir, n, size>>20), nil
}

// newFiles opens the folder of files and makes what works on it.
func (h *house) newFiles(a *App) (err error) {
	if h.files, err = blob.OpenLocal(a.config.FilesDir()); err != nil {
		return err
	}
	parts, err := h.files.Parts()
	if err != nil {
		return err
	}
	h.index = retrieve.New(a.main, retrieve.Options{Simplify: offline.Simplified})
	tools := worker.FindTools(parserCache(a.config.Data), "")
	h.parsers, h.readsPictures = worker.New(worker.Options{Tools: tools}), tools.Tesseract != ""
	h.documents = document.New(document.Options{
		DB: a.main, Files: h.files, Parts: parts, Key: a.accounts.Key, Build: a.version,
		Detect:        detect,
		Parser:        parser{h},
		Index:         h.index,
		Searcher:      searcher{h.index},
		Conversations: askedIn{h.chats},
		Limits:        limits(a.config, h.general),
		Drop: func(ctx context.Context, tx *sql.Tx, owner, id string) error {
			return h.readings.Drop(ctx, tx, owner, id)
		},
	})
	return nil
}

// closeFiles ends the workers and gives the folder back.
func (h *house) closeFiles() error {
	if h.parsers != nil {
		h.parsers.Close()
	}
	if h.files == nil {
		return nil
	}
	return h.files.Close()
}

// limits are those of the settings, and of the general information, which may
// change at any time.
func limits(c *Config, general *config.Service) func() document.Limits {
	return func() document.Limits {
		return document.Limits{
			File:  general.Current().DocumentConfig.SingleFileMaxSize,
			Files: c.FilesPerPerson, Bytes: int64(c.FilesMBPerPerson) << 20,
		}
	}
}

func detect(r io.ReaderAt, size int64, name string) document.Recognised {
	t := parse.DetectFile(r, size, name)
	return document.Recognised{Type: document.FileType(t.FileType), DocType: t.DocType, MIME: t.MIME, Parsed: t.Parsed}
}

// parser gives document the workers that read files.
type parser struct{ *house }

func (p parser) Parse(ctx context.Context, r document.Request, s document.Sink) (parsed.Summary, error) {
	sum, err := p.parsers.Parse(ctx, r.Path, parse.Options{Name: r.Name, Password: r.Password, Recognise: p.sight()}, s)
	if refused, ok := errors.AsType[*parse.Error](err); ok {
		return sum, refused.For(r.Name)
	}
	return sum, err
}

// searcher gives document the index of texts.
type searcher struct{ index *retrieve.Index }

func (s searcher) Search(ctx context.Context, owner, keyword string, ids []string, limit int) ([]document.Hit, error) {
	found, err := s.index.SearchText(ctx, owner, keyword, ids, limit)
	hits := make([]document.Hit, len(found))
	for i, h := range found {
		hits[i] = document.Hit{DocumentID: h.DocumentID, Unit: h.Unit, Heading: h.Heading, Quote: h.Quote}
	}
	return hits, err
}

// askedIn gives document the conversations of chat.
type askedIn struct{ chats *chat.Service }

func (a askedIn) Named(ctx context.Context, owner string, cids []string) ([]document.Conversation, error) {
	found, err := a.chats.Named(ctx, owner, cids)
	out := make([]document.Conversation, len(found))
	for i, c := range found {
		out[i] = document.Conversation{ID: c.ID, Title: c.Title, LastRepliedAt: c.LastRepliedAt}
	}
	return out, err
}

// fileFigures adds what the queue of files knows of itself to the metrics.
func fileFigures(m *telemetry.Metrics, s *document.Service) {
	m.Gauge("wenqu_parse_queue", "Files that wait to be read or are being read; -1 when the database does not answer.", nil, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		n, err := s.Waiting(ctx)
		if err != nil {
			return -1
		}
		return float64(n)
	})
	m.Gauge("wenqu_parses_running", "Files that this process reads.", nil, func() float64 { return float64(s.Stats().Running) })
	for _, o := range document.Outcomes() {
		m.Counter("wenqu_parses_total", "Readings of files that ended, by how.", map[string]string{"outcome": string(o)},
			func() float64 { return float64(s.Stats().Outcomes[o]) })
	}
}

// parserCache is the folder of what parsers need not make again: the user's
// own, so that every server of this machine's user finds it made, or else in
// the data folder.
func parserCache(data string) string {
	if dir, err := os.UserCacheDir(); err == nil {
		dir = filepath.Join(dir, "wenqu")
		if os.MkdirAll(dir, 0o700) == nil {
			return dir
		}
	}
	return filepath.Join(data, cacheName)
}
