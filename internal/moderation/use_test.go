package moderation

import (
	"log/slog"
	"testing"
	"testing/fstest"
)

func TestUse(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{FileName: {Data: []byte(`{"words":[{"word":"甲乙","level":"block"}]}`)}}
	s, err := New(files, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	count := func() [3]int { r := s.Rules(); return [3]int{r.Count(Log), r.Count(Mask), r.Count(Block)} }
	own, err := s.Parse([]byte(`{"words":[{"word":"丙丁","level":"mask"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Use(own); err != nil || count() != [3]int{0, 1, 0} {
		t.Fatalf("%v %v", err, count())
	}
	// While rules set by Use are in effect, the file has no effect, even when it changes.
	files[FileName] = &fstest.MapFile{Data: []byte(`{"words":[{"word":"戊己","level":"log"},{"word":"庚辛","level":"log"}]}`)}
	if err := s.Refresh(t.Context()); err != nil || count() != [3]int{0, 1, 0} {
		t.Errorf("the file came through: %v %v", err, count())
	}
	if err := s.Use(nil); err != nil || count() != [3]int{2, 0, 0} {
		t.Errorf("after taking them away: %v %v", err, count())
	}
}
