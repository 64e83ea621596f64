package app

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/answer/basictool"
	"github.com/wenqu-ai/wenqu/internal/document/filetool"
	"github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// tools are all tools that a model may call while it answers. Their names are
// unique: answer.New refuses two of one name.
func (s *services) tools() []answer.Tool {
	return append(filetool.Tools(library{s}), basictool.Calculator(), basictool.Calendar())
}

// Change alters what answers are made with, before the server starts. Builds for
// browser tests bring tools of their own in this way.
type Change func(*answer.Options)

func (l library) SearchFiles(ctx context.Context, owner string, ids []string, text string, limit int) ([]source.Source, error) {
	return l.fileSources.Search(ctx, gather.Query{OwnerID: owner, IDs: ids, Text: text, Limit: limit})
}

func (l library) ReadFile(ctx context.Context, owner, id string, from, to int) ([]source.Source, filetool.File, error) {
	d, err := l.documents.Get(ctx, owner, id)
	if err != nil {
		return nil, filetool.File{}, err
	}
	units, err := l.documents.Units(ctx, owner, id, from, to)
	out := make([]source.Source, len(units))
	for i, u := range units {
		out[i] = source.Source{
			ID: d.ID, Kind: source.File, Title: d.Name, Text: u.Text(),
			Locator: source.Locator{Unit: u.Number, UnitKind: string(d.UnitKind), UnitName: u.Name},
		}
	}
	return out, filetool.File{ID: d.ID, Name: d.Name, Units: d.Units}, err
}
