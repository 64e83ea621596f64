package export

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/content"
)

// Paper is a single text, such as notes or a translation.
type Paper struct {
	Title     string
	Markdown  string // at most MaxText bytes
	Format    Format
	Generated bool // a machine wrote the text; the file states this
	Locale    string
	Zone      *time.Location // time zone of the date in the file; nil: the server's
}

// Paper writes a text as a file. Its errors include errs.TooLarge, and errs.ExportSlow if writing
// takes too long. A PDF fails with errs.NoFont if the server was built without the font.
func (s *Service) Paper(ctx context.Context, p Paper) (File, error) {
	if _, ok := formats[p.Format]; !ok {
		return File{}, errs.New(errs.BadRequest).With("detail", "format")
	}
	if len(p.Markdown) > MaxText {
		return File{}, errs.New(errs.TooLarge).With("limit", "5 MB")
	}
	return s.make(ctx, p.Format, func(context.Context) (*content.Document, error) {
		zone := p.Zone
		if zone == nil {
			zone = time.Local
		}
		d := &content.Document{
			Phrases: content.PhrasesIn(p.Locale), Product: s.product, Made: s.now().In(zone), Title: content.OneLine(p.Title, content.MaxHeading), HandWritten: !p.Generated,
			Parts: []content.Part{{Texts: []content.AnswerText{{Markdown: p.Markdown}}}},
		}
		if d.HandWritten {
			d.Label = d.Product
		}
		if d.Title == "" {
			d.Title = d.Untitled
		}
		return d, nil
	})
}
