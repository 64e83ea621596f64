package moderation

import (
	"log/slog"
	"testing"
	"testing/fstest"
)

func TestStrict(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{FileName: {Data: []byte(`{"words":[{"word":"甲乙","level":"block"},{"word":"丙丁","level":"mask"},{"word":"戊己","level":"log"}],"allow":["大丙丁"]}`)}}
	s, err := New(files, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text, shown, strict string
		blocked             bool // expected result of StrictCheck
	}{
		{"前甲乙后", "", "", true},
		{"前丙丁后", "前＊＊后", "", true},
		{"前戊己后", "前戊己后", "前戊己后", false},
		{"前大丙丁后", "前大丙丁后", "前大丙丁后", false},
	} {
		if shown, _ := s.Check(At{}, c.text); shown != c.shown {
			t.Errorf("%s: %q", c.text, shown)
		}
		if shown, blocked := s.StrictCheck(At{}, c.text); shown != c.strict || blocked != c.blocked {
			t.Errorf("%s, strictly: %q %v", c.text, shown, blocked)
		}
		for i := range c.text {
			stream := s.StrictStream(At{})
			_, first := stream.Write(c.text[:i])
			_, second := stream.Write(c.text[i:])
			if _, last := stream.Flush(); (first || second || last) != c.blocked {
				t.Errorf("%s, cut at %d: %v", c.text, i, c.blocked)
			}
		}
	}
	if s.Hits(Mask) == 0 || s.Hits(Mask) != s.Hits(Block) { // StrictCheck blocks for a Mask word, but counts the hit as Mask
		t.Errorf("hits count by the word's own level: %d masked, %d blocked", s.Hits(Mask), s.Hits(Block))
	}
}
