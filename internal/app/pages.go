package app

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// pageTime is how long a worker may take for one page of HTML.
const pageTime = 10 * time.Second

// newPages makes the client that requests pages of the web, and the reader that
// has worker processes make text of them.
func (s *services) newPages(c *Config) {
	s.fetcher = webpage.NewFetcher(webpage.Options{Allow: c.FetchAllow, Proxy: c.FetchProxy})
	s.pageReaders = worker.New(worker.Options{Base: pageTime})
	s.pages = webpage.NewReader(webpage.ReadOptions{
		Fetcher: s.fetcher,
		Extract: webpage.ExtractIn(s.pageReaders.Call),
		File:    s.readPageFile,
	})
}

// fileReasons say which reason of a page an unreadable file is; others are
// Broken.
var fileReasons = map[parse.Code]webpage.Reason{
	parse.Encrypted: webpage.Login, parse.WrongPassword: webpage.Login,
	parse.Empty: webpage.Empty, parse.NoText: webpage.NotText, parse.Garbled: webpage.NotText, parse.Unsupported: webpage.NotText,
	parse.TooLarge: webpage.TooLarge, parse.TimedOut: webpage.TooLarge, parse.OutOfMemory: webpage.TooLarge,
}

// readPageFile reads a PDF of the web as those of people are read.
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

// collected is a parse.Sink that keeps the units.
type collected []parsed.Unit

func (c *collected) Unit(u parsed.Unit) error {
	*c = append(*c, u)
	return nil
}

func (*collected) Progress(int, int) {}
