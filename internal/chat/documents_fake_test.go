package chat

import (
	"context"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// fakeFile is a file of the fake library. Units are the text of its pages.
type fakeFile struct {
	request.File
	owner  string
	units  []string
	err    error         // why it cannot be read
	wait   chan struct{} // closed when parsing ends; nil: it has ended
	asked  chan struct{} // receives a value when a caller starts to wait; may be nil
	at     []float64     // progress values reported while it is parsed
	look   source.Picture
	figure *source.Figure
	points []source.Point
}

// fakeLibrary implements Documents and the gatherer's library. Its search is minimal: a unit
// matches if it contains one of the question's terms, such as two adjacent Han characters.
type fakeLibrary struct {
	mu    sync.Mutex
	files []*fakeFile
	used  []string
	calls int // number of calls of Search and find; several other methods call find
}

func (l *fakeLibrary) add(owner string, f request.File, units ...string) *fakeFile {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.URL == "" {
		f.URL = "/api/resource/content/" + f.ID
	}
	file := &fakeFile{File: f, owner: owner, units: units}
	l.files = append(l.files, file)
	return file
}

func (l *fakeLibrary) find(owner, id string) (*fakeFile, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	for _, f := range l.files {
		if f.owner == owner && (f.ID == id || f.URL == id) && id != "" {
			return f, nil
		}
	}
	return nil, errs.New(errs.NotFound)
}

func (l *fakeLibrary) Resolve(_ context.Context, owner string, files []request.File) ([]request.File, error) {
	var out []request.File
	for _, f := range files {
		found, err := l.find(owner, f.ID)
		if err != nil {
			found, err = l.find(owner, f.URL)
		}
		if err != nil {
			return nil, attachmentGone(f)
		}
		out = append(out, found.File)
	}
	return out, nil
}

func (l *fakeLibrary) Used(_ context.Context, owner, cid string, ids []string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used = append(l.used, owner+"/"+cid+"/"+strings.Join(ids, "+"))
	return nil
}

func (l *fakeLibrary) Garbled(context.Context, string, string) (string, error) { return "", nil }

func (l *fakeLibrary) Ready(ctx context.Context, owner, id string, progress func(float64)) error {
	f, err := l.find(owner, id)
	if err != nil {
		return err
	}
	for _, at := range f.at {
		progress(at)
	}
	if f.wait != nil {
		select {
		case f.asked <- struct{}{}:
		default:
		}
		select {
		case <-f.wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return f.err
}

func (l *fakeLibrary) Picture(_ context.Context, owner, id string) (llm.Image, error) {
	f, err := l.find(owner, id)
	if err != nil {
		return llm.Image{}, err
	}
	return llm.Image{MIME: "image/png", Data: []byte(f.ID)}, f.err
}

func (l *fakeLibrary) Look(_ context.Context, owner, id string) (source.Picture, error) {
	f, err := l.find(owner, id)
	if err != nil {
		return source.Picture{}, err
	}
	return f.look, f.err
}

func (f *fakeFile) passages() []source.Source {
	var out []source.Source
	for i, u := range f.units {
		out = append(out, source.Source{Kind: source.File, ID: f.ID, Title: f.FileName, Locator: source.Locator{Unit: i + 1, UnitKind: "page"}, Text: u})
	}
	return out
}

func (l *fakeLibrary) Whole(_ context.Context, owner string, ids []string, maxRunes int) ([]source.Source, bool, error) {
	var out []source.Source
	for _, id := range ids {
		f, err := l.find(owner, id)
		if err != nil {
			return nil, false, err
		}
		for _, e := range f.passages() {
			maxRunes -= len([]rune(e.Text))
			out = append(out, e)
		}
	}
	return out, maxRunes >= 0, nil
}

func (l *fakeLibrary) Search(_ context.Context, q gather.Query) ([]source.Source, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	terms := cite.TermsOf(q.Text)
	var out []source.Source
	for _, f := range l.files {
		if f.owner != q.OwnerID || f.err != nil || len(q.IDs) > 0 && !strings.Contains("+"+strings.Join(q.IDs, "+")+"+", "+"+f.ID+"+") {
			continue
		}
		for _, e := range f.passages() {
			if terms.Share(cite.TermsOf(e.Text)) > 0 {
				out = append(out, e)
			}
		}
	}
	return out[:min(len(out), q.Limit)], nil
}

func (l *fakeLibrary) Sites(context.Context, []string, string, int) ([]source.Source, error) {
	return nil, nil
}

func (l *fakeLibrary) Answer(ctx context.Context, q gather.Query) (gather.Answer, error) {
	q.Limit = 99
	found, err := l.Search(ctx, q)
	var out gather.Answer
	terms := cite.TermsOf(q.Text)
	for _, e := range found {
		for _, s := range cite.Sentences(e.Text) {
			sentence := e
			sentence.Text = strings.TrimSpace(s.Of(e.Text))
			if terms.Share(cite.TermsOf(sentence.Text)) >= 0.3 {
				out.Sentences = append(out.Sentences, sentence)
			}
		}
	}
	out.Refused, out.Near = len(out.Sentences) == 0, found
	return out, err
}

func (l *fakeLibrary) Extract(_ context.Context, q gather.ExtractRequest) (source.Extract, error) {
	f, err := l.find(q.OwnerID, q.ID)
	if err != nil {
		return source.Extract{}, err
	}
	switch q.Intent {
	case source.Keywords:
		return source.Extract{Keywords: []string{"付款", "违约"}}, nil
	case source.Figures:
		if f.figure != nil {
			return source.Extract{Figures: []source.Figure{*f.figure}}, nil
		}
		return source.Extract{}, nil
	}
	return source.Extract{Points: f.points}, nil
}
