package app

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/webcopy"
	"github.com/wenqu-ai/wenqu/internal/webcopy/links"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// pageTime is the time limit of a worker process for one HTML page.
const pageTime = 10 * time.Second

// newPages creates the client that requests web pages, the reader that converts them to text in
// worker processes, and the store of page copies.
func (s *services) newPages(a *App) {
	c := a.config
	s.fetcher = webpage.NewFetcher(webpage.Options{Allow: c.FetchAllow, Proxy: c.FetchProxy})
	s.pageReaders = worker.New(worker.Options{Base: pageTime, Garbage: 400}) // most pages are read without a garbage collection
	s.pages = webpage.NewReader(webpage.ReadOptions{
		Fetcher: s.fetcher,
		Extract: webpage.ExtractIn(s.pageReaders.Call),
		File:    s.readPageFile,
	})
	s.copies = webcopy.New(webcopy.Options{
		DB: a.main, Key: a.accounts.Key, Get: s.fetcher.Get,
		MaxBytes: func() int64 { return int64(c.WebCopiesMB) << 20 },
	})
}

// fileReasons maps the reason why a PDF cannot be parsed to the reason why the page cannot be read. All
// other reasons become webpage.Broken.
var fileReasons = map[parse.Code]webpage.Reason{
	parse.Encrypted: webpage.Login, parse.WrongPassword: webpage.Login,
	parse.Empty: webpage.Empty, parse.NoText: webpage.NotText, parse.Garbled: webpage.NotText, parse.Unsupported: webpage.NotText,
	parse.TooLarge: webpage.TooLarge, parse.TimedOut: webpage.TooLarge, parse.OutOfMemory: webpage.TooLarge,
}

// readPageFile reads a PDF of the web in the same way as an uploaded PDF.
func (s *services) readPageFile(ctx context.Context, name string, b []byte) ([]parsed.Unit, parsed.Summary, error) {
	f, err := os.CreateTemp("", "wenqu-page-*.pdf")
	if err != nil {
		return nil, parsed.Summary{}, err
	}
	defer os.RemoveAll(f.Name())
	defer f.Close()
	if _, err := f.Write(b); err != nil {
		return nil, parsed.Summary{}, err
	}
	var units collected
	sum, err := s.parsers.Parse(ctx, f.Name(), parse.Options{Name: name, MaxChars: webpage.MaxChars}, &units)
	if refused, ok := errors.AsType[*parse.Error](err); ok {
		reason, known := fileReasons[refused.Code]
		if !known {
			reason = webpage.Broken
		}
		return nil, sum, &webpage.Error{Reason: reason, Cause: err}
	}
	return units, sum, err
}

// collected is a parse.Sink that stores the units.
type collected []parsed.Unit

func (c *collected) Unit(u parsed.Unit) error {
	*c = append(*c, u)
	return nil
}

func (*collected) Progress(int, int) {}

// copies stores page copies for gatherers and returns their addresses on this server.
type copies struct{ *webcopy.Service }

func (c copies) Keep(ctx context.Context, owner, cid string, p webpage.Page) (string, error) {
	id, err := c.Service.Keep(ctx, owner, cid, p)
	if err != nil {
		return "", err
	}
	return webcopy.Path(id), nil
}

func (c copies) Icon(address, icon string) string { return c.IconURL(address, icon) }

func (c copies) Last(ctx context.Context, owner, cid, address string) (webpage.Page, string, bool) {
	last, err := c.Service.Last(ctx, owner, cid, address)
	return last.Page, webcopy.Path(last.ID), err == nil
}

// linkRanking ranks passages of pages with the same method as passages of files.
type linkRanking struct{ *retrieve.Ranker }

func (r linkRanking) Rank(question string, texts []links.Text, limit int) []links.Passage {
	return passages(r.Search(retrieve.Query{Text: question, Limit: limit}, linkTexts(texts)))
}

func (r linkRanking) Answer(question string, texts []links.Text) (sentences, near []links.Passage, possible bool) {
	found := r.Ranker.Answer(retrieve.Query{Text: question}, linkTexts(texts))
	quotes := func(all []retrieve.Sentence) (out []links.Passage) {
		for _, s := range all {
			out = append(out, links.Passage{ID: s.DocumentID, Text: s.Text})
		}
		return out
	}
	if len(found.Possible) > 0 {
		return nil, quotes(found.Possible), true
	}
	return quotes(found.Sentences), passages(found.Passages), false
}

func passages(found []retrieve.Passage) []links.Passage {
	out := make([]links.Passage, len(found))
	for i, p := range found {
		out[i] = links.Passage{ID: p.DocumentID, Order: p.Chunk, Text: p.Text}
	}
	return out
}

func linkTexts(texts []links.Text) []retrieve.Text {
	out := make([]retrieve.Text, len(texts))
	for i, t := range texts {
		out[i] = retrieve.Text{ID: t.ID, Name: t.Title, Text: t.Text}
	}
	return out
}
