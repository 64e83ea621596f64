package chat

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// DocumentAnalysis is the chat type in which every question is about files: the
// conversation's own, or all of the asker's when it has none.
const DocumentAnalysis = "301"

// Limits of the files of one answer.
const (
	maxStudied  = 20              // files; the question's own come first, then the newest
	maxNamed    = 6               // files whose reading is told one by one
	readingWait = 5 * time.Minute // for all of them to be read
	readingBeat = 15 * time.Second
)

// study is the work on the files of one answer.
type study struct {
	s      *Service
	t      turn
	chosen llm.Choice
	p      *plainChat
	words  fileWords
	before branch

	documents []File   // that have been read
	pictures  []File   // that can be looked at
	notes     []string // about files that nobody read, for the model and for the answer without one
}

// studied are the files that an answer rests on: those of the question, then
// those of the questions before it, the newest first.
func studied(own, earlier []File) []File {
	all := append([]File{}, own...)
	for i := len(earlier) - 1; i >= 0; i-- {
		all = append(all, earlier[i])
	}
	var out []File
	for _, f := range distinct(all) {
		if f.treatment() != readByName && len(out) < maxStudied {
			out = append(out, f)
		}
	}
	return out
}

// prepare reads the files and makes the request.
func (st *study) prepare(ctx context.Context, files []File) error {
	st.note(ctx)
	if err := st.read(ctx, files); err != nil {
		return err
	}
	if st.chosen.Info.Builtin {
		return st.answerAlone(ctx)
	}
	return st.askModel(ctx)
}

// owner is whose the files are now: they follow a visitor who logs in while an
// answer is being made.
func (st *study) owner() string {
	if out, ok := st.p.out.(interface{ Run() *run.Run }); ok {
		return out.Run().OwnerID()
	}
	return st.t.OwnerID
}

// note remembers where the question's files were used. A temporary
// conversation leaves no such trace.
func (st *study) note(ctx context.Context) {
	var ids []string
	for _, f := range st.t.files {
		if f.ID != "" {
			ids = append(ids, f.ID)
		}
	}
	if len(ids) == 0 || st.s.temporary.has(st.t.Key) {
		return
	}
	if err := st.s.Documents.Used(ctx, st.owner(), st.t.CID, ids); err != nil {
		st.s.Log.WarnContext(ctx, "the use of files was not noted", "err", err)
	}
}

// question is what is asked; without words, what the kind of file suggests.
func (st *study) question() string {
	switch {
	case strings.TrimSpace(st.t.question) != "":
		return st.t.question
	case len(st.documents) == 0 && len(st.pictures) > 0:
		return st.words.aboutImage
	}
	return st.words.aboutFiles
}

// own says whether a file came with this question.
func (st *study) own(f File) bool {
	for _, o := range st.t.files {
		if o.ID == f.ID {
			return true
		}
	}
	return false
}

// step tells the reader what is done.
func (st *study) step(msg string) error {
	shown, err := st.p.rules.step(msg)
	if err != nil {
		return err
	}
	return st.p.out.Emit(stream.Step{Msg: shown})
}

// read waits for the documents and sorts the files by what can be done with
// them. A file that cannot be read is told by name, and the others go on.
func (st *study) read(ctx context.Context, files []File) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readingWait, errs.New(errs.DocumentWaiting))
	defer cancel()
	if len(files) == 0 {
		return st.step(st.words.library)
	}
	for i, f := range files {
		var err error
		switch f.treatment() {
		case readText:
			err = st.readDocument(ctx, f, i, len(files))
		case readLook:
			st.pictures = append(st.pictures, f)
		case readNot:
			if st.own(f) {
				err = st.miss(fmt.Sprintf(st.words.unheard, f.named()))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// miss tells the reader of a file that was not read, and notes it.
func (st *study) miss(msg string) error {
	st.notes = append(st.notes, msg)
	return st.step(msg)
}

// readDocument waits until one document is read.
func (st *study) readDocument(ctx context.Context, f File, i, n int) error {
	switch {
	case i < maxNamed:
		if err := st.step(fmt.Sprintf(st.words.reading, f.named())); err != nil {
			return err
		}
	case i == maxNamed:
		if err := st.step(fmt.Sprintf(st.words.more, n-i)); err != nil {
			return err
		}
	}
	owner := st.owner()
	err := st.await(ctx, owner, f)
	if now := st.owner(); errs.Is(err, errs.NotFound) && now != owner {
		err = st.await(ctx, now, f)
	}
	if err == nil {
		st.documents = append(st.documents, f)
		return nil
	}
	if errors.Is(err, errWaiting) {
		if cause := context.Cause(ctx); !errs.Is(cause, errs.DocumentWaiting) {
			return cause // stopped, or the run has ended
		}
		err = errs.New(errs.DocumentWaiting)
	}
	failure := errs.From(err)
	if failure.Code == errs.NotFound {
		failure = errs.New(errs.AttachmentGone).With("name", f.named())
	}
	return st.miss(st.words.why(f.named(), failure.Message(st.t.Locale)))
}

// errWaiting says that the wait for a file was given up.
var errWaiting = errors.New("chat: the wait for a file is over")

// await waits for one file, and shows how far its reading is. A line now and
// then says that the answer lives although nothing moves.
func (st *study) await(ctx context.Context, owner string, f File) error {
	ready := make(chan error, 1)
	moved := make(chan float64, 1)
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		ready <- st.s.Documents.Ready(waiting, owner, f.ID, func(done float64) {
			select {
			case <-moved: // nobody has taken the last one
			default:
			}
			select {
			case moved <- done:
			default:
			}
		})
	}()
	beat := time.NewTicker(readingBeat)
	defer beat.Stop()
	progress := stream.Progress{Value: -1, Desc: fmt.Sprintf(st.words.reading, st.shown(f.named()))}
	show := func() error {
		if progress.Value < 0 {
			return nil
		}
		return st.p.out.Emit(progress)
	}
	for {
		select {
		case err := <-ready:
			if ctx.Err() != nil {
				return errWaiting
			}
			if progress.Value >= 0 {
				progress.Value = 1
				if err := show(); err != nil {
					return err
				}
			}
			return err
		case done := <-moved:
			if done = min(max(done, 0), 1); done < progress.Value+0.01 && progress.Value >= 0 {
				continue
			}
			progress.Value = done
		case <-beat.C:
			progress.Value = max(progress.Value, 0)
		case <-ctx.Done():
			return errWaiting
		}
		if err := show(); err != nil {
			return err
		}
	}
}

// shown is a word as the content rules let it be seen; nothing when they do not.
func (st *study) shown(s string) string {
	shown, withheld := st.s.Filter.Check(Passage{st.t.TraceID, partSource}, s)
	if withheld {
		return ""
	}
	return shown
}
