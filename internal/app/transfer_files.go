package app

import (
	"context"
	"io"
	"iter"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/reading"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// shelves gives transfer the files of people, and what they wrote in them.
type shelves struct {
	documents *document.Service
	readings  *reading.Service
}

// shelfPage is how many files are looked up at once.
const shelfPage = 100

func (s shelves) List(ctx context.Context, owner string) ([]transfer.File, error) {
	var out []transfer.File
	q := document.ListQuery{Limit: shelfPage}
	for {
		page, next, err := s.documents.ListAfter(ctx, owner, q)
		if err != nil {
			return nil, err
		}
		for _, d := range page {
			out = append(out, transfer.File{ID: d.ID, Name: d.Name, Size: d.Size, SHA256: d.Hash, CreatedAt: d.CreatedAt})
		}
		if next == "" {
			slices.Reverse(out)
			return out, nil
		}
		q.Cursor = next
	}
}

func (s shelves) Notes(ctx context.Context, owner, id string) iter.Seq2[transfer.Note, error] {
	return func(yield func(transfer.Note, error) bool) {
		for had := 0; ; {
			page, _, err := s.readings.Notes(ctx, owner, id, had, 0)
			if err != nil {
				yield(transfer.Note{}, err)
				return
			}
			for _, n := range page {
				if !yield(transfer.Note{
					Unit: n.Unit, Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix, Color: n.Color, Text: n.Text,
					CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt,
				}, nil) {
					return
				}
			}
			if had += len(page); len(page) == 0 {
				return
			}
		}
	}
}

func (s shelves) Open(ctx context.Context, owner, id string) (io.ReadCloser, error) {
	f, _, err := s.documents.Open(ctx, owner, id)
	return f, err
}

func (s shelves) Same(ctx context.Context, owner, name, sha256 string) (string, error) {
	return s.documents.Same(ctx, owner, name, sha256)
}

func (s shelves) Fits(ctx context.Context, owner, name string, size int64, others int, bytes int64) error {
	return s.documents.Fits(ctx, owner, name, size, others, bytes)
}

func (s shelves) Add(ctx context.Context, owner string, f transfer.File, body io.Reader) (string, error) {
	d, err := s.documents.AddSized(ctx, owner, f.Name, f.Size, body)
	if err != nil {
		return "", err
	}
	return d.ID, s.documents.Date(ctx, owner, d.ID, f.CreatedAt)
}

func (s shelves) Annotate(ctx context.Context, owner, id string, notes []transfer.Note) (int, error) {
	in := make([]reading.Note, len(notes))
	for i, n := range notes {
		in[i] = reading.Note{
			DocumentID: id, Unit: n.Unit, Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix, Color: n.Color, Text: n.Text,
			CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt,
		}
	}
	return s.readings.ImportNotes(ctx, owner, id, in)
}

// profiles gives transfer who somebody is.
func profiles(accounts *account.Service) func(ctx context.Context, owner string) (*transfer.Profile, error) {
	return func(ctx context.Context, owner string) (*transfer.Profile, error) {
		u, err := accounts.User(ctx, owner)
		if errs.Is(err, errs.NotFound) {
			return nil, nil // a visitor
		}
		if err != nil {
			return nil, err
		}
		all, err := accounts.Identities(ctx, owner)
		p := &transfer.Profile{Name: u.Name, CreatedAt: u.CreatedAt, Logins: []transfer.Login{}}
		for _, i := range all {
			p.Logins = append(p.Logins, transfer.Login{Type: string(i.Type), Label: i.Label})
		}
		return p, err
	}
}
