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

// FileName is the file with the rules.
const FileName = "moderation.json"

// At identifies the origin of a checked text for the log: the trace id of the request and
// the part of the conversation.
type At struct{ TraceID, Part string }

// Service contains the rules in effect. It is safe for concurrent use. Hits are counted. They are
// logged with the origin of the text and the number of the rule, never with the text itself.
type Service struct {
	files fs.FS
	fold  func() *folder
	log   *slog.Logger
	rules atomic.Pointer[Rules]
	count [Block + 1]atomic.Int64

	mu   sync.Mutex
	seen stamp // state of the file when it was last read, valid or not
	used bool  // the rules passed to Use are in effect instead of the file
}

// stamp identifies one state of a file.
type stamp struct {
	at   time.Time
	size int64
}

// New reads moderation.json from `files`; a missing or invalid file is an error.
func New(files fs.FS, log *slog.Logger) (*Service, error) {
	s := &Service{files: files, log: log, fold: sync.OnceValue(newFolder)}
	if _, err := s.read(); err != nil {
		return nil, err
	}
	return s, nil
}

// Refresh reads the file again if it has changed. An invalid file is logged once, and
// the rules stay as they are. A running stream keeps the rules from its start.
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

// read loads the rules of the file if the file has changed since the last time. It does nothing while
// the rules passed to Use are in effect.
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

// Parse parses rules in the form of the file. Its error describes what is wrong.
func (s *Service) Parse(raw []byte) (*Rules, error) { return parse(raw, s.fold) }

// Use replaces the file's rules by r; nil restores the file's rules.
func (s *Service) Use(r *Rules) error {
	s.mu.Lock()
	s.used = r != nil
	if s.used {
		s.rules.Store(r)
	} else {
		s.seen = stamp{size: -2} // no file has this size, so the file is read again
	}
	s.mu.Unlock()
	_, err := s.read()
	return err
}

// Rules are the rules in effect.
func (s *Service) Rules() *Rules { return s.rules.Load() }

// Hits returns the number of hits of words with a level.
func (s *Service) Hits(l Level) int64 { return s.count[l].Load() }

// Check applies the rules to a whole text. `shown` is the text with its masked words replaced; it is
// empty if the text is blocked.
func (s *Service) Check(at At, text string) (shown string, blocked bool) {
	return s.Stream(at).whole(text)
}

// StrictCheck is like Check, but for minors: words of level Mask block the text, too.
func (s *Service) StrictCheck(at At, text string) (shown string, blocked bool) {
	return s.StrictStream(at).whole(text)
}

// StrictStream is like Stream, with the rules of StrictCheck.
func (s *Service) StrictStream(at At) *Stream {
	out := s.Stream(at)
	out.strict = true
	return out
}

// Clean reports whether the rules leave a text unchanged. It neither counts nor logs hits,
// because it only tests texts, for example to choose among them.
func (s *Service) Clean(text string) bool {
	v := s.Rules().Check(text)
	return !v.Blocked && v.Text == text
}
