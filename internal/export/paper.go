package export

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Paper is a text of its own, such as notes or a translation.
type Paper struct {
	Title     string
	Markdown  string // MaxText bytes at most
	Format    Format
	Generated bool // a machine wrote it, and the file says so
	Locale    string
	Zone      *time.Location // of the date in the file; nil: the server's
}

// Paper makes the file of a text. It fails with errs.TooLarge, errs.NoFont for
// a PDF from a binary without its font, and errs.ExportSlow when the file takes
// too long.
func (s *Service) Paper(ctx context.Context, p Paper) (File, error) {
	if _, ok := formats[p.Format]; !ok {
		return File{}, errs.New(errs.BadRequest).With("detail", "format")
	}
	if len(p.Markdown) > MaxText {
		return File{}, errs.New(errs.TooLarge).With("limit", "5 MB")
	}
	return s.make(ctx, p.Format, func(context.Context) (*document, error) {
		zone := p.Zone
		if zone == nil {
			zone = time.Local
		}
		d := &document{
			phrases: in(p.Locale), product: s.product, made: s.now().In(zone), title: oneLine(p.Title, maxHeading), own: !p.Generated,
			parts: []part{{texts: []answerText{{markdown: p.Markdown}}}},
		}
		if d.own {
			d.label = d.product
		}
		if d.title == "" {
			d.title = d.untitled
		}
		return d, nil
	})
}
