package moderation

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// FileName is the file that the rules are read from.
const FileName = "moderation.json"

// At says whose text is looked at, for the log: the request's trace id and
// which part of a conversation the text is.
type At struct{ TraceID, Part string }

// Service holds the rules that count now. Its hits are counted and logged with
// their place and the number of the rule, never with the text. It is safe for
// concurrent use.
type Service struct {
	files fs.FS
	fold  func() *folder
	log   *slog.Logger
	rules atomic.Pointer[Rules]
	count [Block + 1]atomic.Int64

	mu   sync.Mutex
	seen stamp // of the file that was read last, good or bad
	used bool  // the rules are those of Use, and the file does not count
}

// stamp tells one state of a file from another.
type stamp struct {
	at   time.Time
	size int64
}

// New reads moderation.json of files; a file that is not good is an error.
func New(files fs.FS, log *slog.Logger) (*Service, error) {
	s := &Service{files: files, log: log, fold: sync.OnceValue(newFolder)}
	if _, err := s.read(); err != nil {
		return nil, err
	}
	return s, nil
}

// Refresh reads the file again if it has changed. One that is not good is
// logged once and leaves the rules as they are. Texts that have begun keep the
// rules that they began with.
func (s *Service) Refresh(ctx context.Context) error {
	switch changed, err := s.read(); {
	case err != nil:
		s.log.ErrorContext(ctx, "the content rules could not be read; the old ones stay", "err", err)
	case changed:
		r := s.Rules()
		s.log.InfoContext(ctx, "content rules read", "block", r.Count(Block), "mask", r.Count(Mask), "log", r.Count(Log), "allow", r.Allowed())
	}
	return nil
}

// read takes the rules of the file unless it is as it was at the last time.
func (s *Service) read() (changed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used {
		return false, nil
	}
	now := stamp{size: -1}
	info, err := fs.Stat(s.files, FileName)
	if err == nil {
		now = stamp{info.ModTime(), info.Size()}
	}
	if now == s.seen && s.rules.Load() != nil {
		return false, nil
	}
	s.seen = now
	var raw []byte
	if err == nil {
		raw, err = fs.ReadFile(s.files, FileName)
	}
	if err != nil {
		return false, fmt.Errorf("read %s: %w", FileName, err)
	}
	r, err := parse(raw, s.fold)
	if err != nil {
		return false, fmt.Errorf("%s: %w", FileName, err)
	}
	s.rules.Store(r)
	return true, nil
}

// Parse reads rules in the form of the file, and says what is wrong with them.
func (s *Service) Parse(raw []byte) (*Rules, error) { return parse(raw, s.fold) }

// Use makes rules count in place of those of the file; nil gives the file its
// say again.
func (s *Service) Use(r *Rules) error {
	s.mu.Lock()
	s.used = r != nil
	if s.used {
		s.rules.Store(r)
	} else {
		s.seen = stamp{size: -2} // no file has this size: it is read again
	}
	s.mu.Unlock()
	_, err := s.read()
	return err
}

// Rules are those that count now.
func (s *Service) Rules() *Rules { return s.rules.Load() }

// Hits tells how often words of a level have been met.
func (s *Service) Hits(l Level) int64 { return s.count[l].Load() }

// Check gives what may be shown of a whole text; blocked means nothing.
func (s *Service) Check(at At, text string) (shown string, blocked bool) {
	return s.Stream(at).whole(text)
}

// StrictCheck is Check for readers from whom a word that is masked elsewhere
// withholds the whole text.
func (s *Service) StrictCheck(at At, text string) (shown string, blocked bool) {
	return s.StrictStream(at).whole(text)
}

// StrictStream begins a text as Stream does, for the readers of StrictCheck.
func (s *Service) StrictStream(at At) *Stream {
	out := s.Stream(at)
	out.strict = true
	return out
}

// Clean says that the rules leave a text as it is. Nothing is counted: it is
// for choosing among texts, not for showing one.
func (s *Service) Clean(text string) bool {
	v := s.Rules().Check(text)
	return !v.Blocked && v.Text == text
}
