package transcribe

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// copyist is a model that returns the text of pictures.
type copyist struct {
	say   func(ctx context.Context, yield func(llm.Delta, error) bool)
	asked []llm.Request
}

func (m *copyist) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		m.asked = append(m.asked, req)
		m.say(ctx, yield)
	}
}

func says(text string, finish llm.Finish) func(context.Context, func(llm.Delta, error) bool) {
	return func(_ context.Context, yield func(llm.Delta, error) bool) {
		_ = yield(llm.Delta{Text: text}, nil) && yield(llm.Delta{Finish: finish}, nil)
	}
}

// models is a Models with a changeable list.
type models struct {
	list  []llm.ModelInfo
	model *copyist
	gone  bool // the model is removed after Models has listed it and before Resolve is called
}

func (m *models) Models() []llm.ModelInfo { return m.list }

func (m *models) Resolve(id, _ string) (llm.Choice, bool) {
	return llm.Choice{Model: m.model, Upstream: "up-" + id, Info: llm.ModelInfo{ID: id}}, !m.gone
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var (
	seeing   = llm.ModelInfo{ID: "eye", Vision: true}
	blind    = llm.ModelInfo{ID: "text"}
	engine   = llm.ModelInfo{ID: llm.OfflineID, Vision: true, Builtin: true}
	errModel = errs.New(errs.Network)
)

func TestWhoTranscribes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		list []llm.ModelInfo
		gone bool
		want string
	}{
		"no model":                     {},
		"none that takes pictures":     {list: []llm.ModelInfo{blind}},
		"the built-in engine":          {list: []llm.ModelInfo{engine}},
		"the first that does":          {list: []llm.ModelInfo{engine, blind, seeing, {ID: "other", Vision: true}}, want: "up-eye"},
		"one that has gone since then": {list: []llm.ModelInfo{seeing}, gone: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &models{list: test.list, gone: test.gone, model: &copyist{say: says("第一行", llm.FinishStop)}}
			by := By(m)
			if (by != nil) != (test.want != "") {
				t.Fatalf("a recogniser: %v", by != nil)
			}
			if by == nil {
				return
			}
			text, err := by(t.Context(), picture(t))
			if err != nil || text != "第一行" || m.model.asked[0].Model != test.want {
				t.Errorf("%q, %v, by %s", text, err, m.model.asked[0].Model)
			}
			image := m.model.asked[0].Messages[0].Images[0]
			if image.MIME != "image/png" || !bytes.Equal(image.Data, picture(t)) {
				t.Errorf("it was given %d bytes of %s", len(image.Data), image.MIME)
			}
			m.list = nil // the model is removed while a file is being read
			if _, err := by(t.Context(), picture(t)); !errors.Is(err, errNoModel) {
				t.Errorf("without a model: %v", err)
			}
		})
	}
}

func TestWhatIsTranscribed(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("字", maxText)
	for name, test := range map[string]struct {
		say   func(context.Context, func(llm.Delta, error) bool)
		want  string
		fails bool
	}{
		"text":                    {say: says(" 第一行\n第二行\t格\n", llm.FinishStop), want: "第一行\n第二行\t格"},
		"no text":                 {say: says(noText, llm.FinishStop)},
		"no text, and a line end": {say: says(noText+"\n", llm.FinishStop)},
		"nothing":                 {say: says("", llm.FinishStop)},
		"cut at the token limit":  {say: says("第一行", llm.FinishLength), want: "第一行"},
		"far too much":            {say: says(huge, llm.FinishStop), want: strings.ToValidUTF8(huge[:maxText], "")},
		"not to its end":          {say: says("第一行", llm.FinishNone), fails: true},
		"refused by its server":   {say: says("第一行", llm.FinishFilter), fails: true},
		"a server that is away":   {say: func(_ context.Context, yield func(llm.Delta, error) bool) { yield(llm.Delta{}, errModel) }, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			by := By(&models{list: []llm.ModelInfo{seeing}, model: &copyist{say: test.say}})
			text, err := by(t.Context(), picture(t))
			if text != test.want || (err != nil) != test.fails || len(text) > maxText || !utf8.ValidString(text) {
				t.Errorf("%d bytes %.40q, %v", len(text), text, err)
			}
		})
	}
}

// TestSlowModel checks that the recognition of a picture ends after a minute.
func TestSlowModel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context, yield func(llm.Delta, error) bool) {
			<-ctx.Done()
			yield(llm.Delta{}, ctx.Err())
		}
		begun := time.Now()
		_, err := By(&models{list: []llm.ModelInfo{seeing}, model: &copyist{say: silent}})(t.Context(), picture(t))
		if !errs.Is(err, errs.Timeout) || time.Since(begun) != timeout {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

// parser replaces the child process that reads files.
type parser struct {
	units []parsed.Unit
	err   error
	path  string
	name  string
	data  []byte
}

func (p *parser) Parse(ctx context.Context, path string, o parse.Options, s parse.Sink) (parsed.Summary, error) {
	var err error
	if p.path, p.name = path, o.Name; p.err == nil {
		p.data, err = os.ReadFile(path)
	}
	for i, u := range p.units {
		s.Progress(i, len(p.units))
		err = errors.Join(err, s.Unit(u))
	}
	return parsed.Summary{}, errors.Join(err, p.err)
}

// TestPicture reads a picture from a temporary file, which is deleted afterwards. A
// picture that cannot be read has no text.
func TestPicture(t *testing.T) {
	line := func(s string) parsed.Unit {
		return parsed.Unit{Blocks: []parsed.Block{{Kind: parsed.Paragraph, Text: s}}}
	}
	t.Setenv("TMPDIR", t.TempDir())
	for name, test := range map[string]struct {
		parser parser
		want   string
	}{
		"two units":         {parser{units: []parsed.Unit{line("第一行"), line("第二行")}}, "第一行\n第二行"},
		"no unit":           {parser{}, ""},
		"a broken picture":  {parser{err: errors.New("no picture")}, ""},
		"broken in the end": {parser{units: []parsed.Unit{line("第一行")}, err: errors.New("no picture")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			data := picture(t)
			text, err := Picture(t.Context(), &test.parser, nil, data, "image/png")
			if err != nil || text != test.want || test.parser.name != "picture.png" {
				t.Errorf("%q, %v, as %s", text, err, test.parser.name)
			}
			if test.parser.err == nil && !bytes.Equal(test.parser.data, data) {
				t.Errorf("%d bytes were read", len(test.parser.data))
			}
			if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "wenqu-picture-*")); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	if _, err := Picture(t.Context(), &parser{}, nil, picture(t), "image/png"); err == nil {
		t.Error("a picture was read without a place for it")
	}
}
