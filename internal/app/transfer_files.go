package app

import (
	"context"
	"encoding/json"
	"io"
	"iter"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/instruction"
	"github.com/wenqu-ai/wenqu/internal/reading"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// archivedLibrary implements the transfer interface for files of people.
type archivedLibrary struct{ documents *document.Service }

func (s archivedLibrary) List(ctx context.Context, owner string) ([]transfer.File, error) {
	all, err := s.documents.All(ctx, owner)
	out := make([]transfer.File, len(all))
	for i, d := range all {
		out[i] = transfer.File{ID: d.ID, Name: d.Name, Size: d.Size, SHA256: d.Hash, CreatedAt: d.CreatedAt}
	}
	return out, err
}

func (s archivedLibrary) Open(ctx context.Context, owner, id string) (io.ReadCloser, error) {
	f, _, err := s.documents.Open(ctx, owner, id)
	return f, err
}

func (s archivedLibrary) Same(ctx context.Context, owner, name, sha256 string) (string, error) {
	return s.documents.Same(ctx, owner, name, sha256)
}

func (s archivedLibrary) Fits(ctx context.Context, owner, name string, size int64, others int, bytes int64) error {
	return s.documents.Fits(ctx, owner, name, size, others, bytes)
}

func (s archivedLibrary) Add(ctx context.Context, owner string, f transfer.File, body io.Reader) (string, error) {
	d, err := s.documents.AddSized(ctx, owner, f.Name, f.Size, body)
	if err != nil {
		return "", err
	}
	return d.ID, s.documents.Date(ctx, owner, d.ID, f.CreatedAt)
}

// archivedNotes implements the transfer interface for notes that people wrote in their files.
type archivedNotes struct{ readings *reading.Service }

func (m archivedNotes) Of(ctx context.Context, owner, id string) iter.Seq2[transfer.Note, error] {
	return func(yield func(transfer.Note, error) bool) {
		for n, err := range m.readings.EachNote(ctx, owner, id) {
			if !yield(transfer.Note{
				Unit: n.Unit, Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix, Color: n.Color, Text: n.Text,
				CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt,
			}, err) {
				return
			}
		}
	}
}

func (m archivedNotes) Add(ctx context.Context, owner, id string, notes []transfer.Note) (int, error) {
	in := make([]reading.Note, len(notes))
	for i, n := range notes {
		in[i] = reading.Note{
			DocumentID: id, Unit: n.Unit, Quote: n.Quote, Prefix: n.Prefix, Suffix: n.Suffix, Color: n.Color, Text: n.Text,
			CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt,
		}
	}
	return m.readings.ImportNotes(ctx, owner, id, in)
}

// wishes returns the archive's section with a person's custom instructions.
func wishes(instructions *instruction.Service) transfer.Section {
	return transfer.Section{
		Name: "instruction",
		Export: func(ctx context.Context, owner string) (any, error) {
			i, err := instructions.Of(ctx, owner)
			if err != nil || i.Text == "" {
				return nil, err
			}
			return i, nil
		},
		Import: func(ctx context.Context, owner string, value json.RawMessage) error {
			var i instruction.Instruction
			if json.Unmarshal(value, &i) != nil {
				return nil // an import skips sections that it cannot parse
			}
			return instructions.Import(ctx, owner, i)
		},
	}
}

// profile is the archive's section about the person. It is not imported, because an account is
// identified only by logging in.
func profile(accounts *account.Service) transfer.Section {
	return transfer.Section{Name: "profile", Export: func(ctx context.Context, owner string) (any, error) {
		u, err := accounts.User(ctx, owner)
		if errs.Is(err, errs.NotFound) {
			return nil, nil // visitors have no account
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
	}}
}
