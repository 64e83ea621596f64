package picture_test

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
)

func TestOf(t *testing.T) {
	t.Parallel()
	good := exporttest.PNG(t, 400, 200)
	all := picture.Drawings{{"graph TD\n  a --> b\n", good}, {"broken", []byte("\x89PNG\r\n\x1a\n")}, {"cut", good[:len(good)/2]}, {"wide", exporttest.PNG(t, 4097, 1)}, {"large", exporttest.PNG(t, 3000, 3000)}}
	tests := map[string]struct {
		language, source string
		want             bool
	}{
		"drawn":            {"mermaid", "graph TD\n  a --> b", true},
		"other indent":     {"mermaid", "graph TD\n      a --> b\n\n", true},
		"other source":     {"mermaid", "graph TD\n a --> c", false},
		"another language": {"go", "graph TD\n  a --> b", false},
		"no PNG":           {"mermaid", "broken", false},
		"half a PNG":       {"mermaid", "cut", false},
		"too wide":         {"mermaid", "wide", false},
		"too large":        {"mermaid", "large", false},
	}
	for name, tt := range tests {
		p, ok := all.Of(tt.language, tt.source)
		if ok != tt.want {
			t.Errorf("%s: %v", name, ok)
		}
		if !ok {
			continue
		}
		if p.Width != 150 || p.Height != 75 {
			t.Errorf("%s: %v by %v points", name, p.Width, p.Height)
		}
		if w, h := p.Fit(100, 100); w != 100 || h != 50 {
			t.Errorf("%s fits as %v by %v", name, w, h)
		}
		if img, err := png.Decode(bytes.NewReader(p.PNG)); err != nil || img.Bounds().Dx() != 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Bytes after the end of a PNG do not get into a file.
func TestWrittenAnew(t *testing.T) {
	t.Parallel()
	sent := append(exporttest.PNG(t, 20, 20), "secret words behind the end"...)
	p, ok := picture.Drawings{{"a", sent}}.Of("mermaid", "a")
	if !ok || bytes.Contains(p.PNG, []byte("secret")) {
		t.Error(ok)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		sent picture.Drawings
		want bool
	}{
		"none":     {nil, true},
		"many":     {make(picture.Drawings, picture.MaxCount+1), false},
		"one huge": {picture.Drawings{{"a", make([]byte, picture.MaxBytes+1)}}, false},
		"too much": {picture.Drawings{{"a", make([]byte, picture.MaxBytes)}, {"b", make([]byte, picture.MaxBytes)}, {"c", make([]byte, picture.MaxBytes)}, {"d", []byte{1}}}, false},
		"some":     {picture.Drawings{{"a", make([]byte, picture.MaxBytes)}}, true},
	}
	for name, tt := range tests {
		if got := tt.sent.Within(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, sent []byte) {
		p, ok := picture.Drawings{{"a", sent}}.Of("mermaid", "a")
		if ok && (p.Width <= 0 || len(p.PNG) == 0) {
			t.Errorf("%v by %v", p.Width, p.Height)
		}
	})
}
