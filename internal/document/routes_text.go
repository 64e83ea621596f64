package document

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type docsUnits struct {
	ResourceRef
	From int `json:"from,omitempty" doc:"from 1"`
	To   int `json:"to,omitempty" doc:"included; at most 50 units come at once"`
}

type docsUnitsAnswer struct {
	Code  int           `json:"code" doc:"0"`
	Units []parsed.Unit `json:"units"`
}

type docsFind struct {
	ResourceRef
	Keyword string `json:"keyword,omitempty"`
}

// docsFound is an occurrence of a keyword in a file.
type docsFound struct {
	Unit  int    `json:"unit"`
	Quote string `json:"quote" doc:"what stands there, with a little around it"`
}

type docsFindAnswer struct {
	Code int         `json:"code" doc:"0"`
	Hits []docsFound `json:"hits"`
}

type docsSearch struct {
	Keyword     string   `json:"keyword,omitempty"`
	ResourceIDs []string `json:"resourceIds,omitempty" doc:"in these files alone; absent: in all"`
}

type docsSearchHit struct {
	ResourceID string          `json:"resourceId"`
	FileName   string          `json:"fileName"`
	Unit       int             `json:"unit"`
	UnitKind   parsed.UnitKind `json:"unitKind"`
	Heading    string          `json:"heading"`
	Quote      string          `json:"quote"`
}

type docsSearchAnswer struct {
	Code int             `json:"code" doc:"0"`
	Docs []documentView  `json:"docs" doc:"files with the keyword in their name"`
	Hits []docsSearchHit `json:"hits" doc:"places with the keyword in the text"`
}

// textRoutes registers the API calls about the text of files.
func (s *Service) textRoutes(r *httpapi.Router) {
	with(s, r, op(post, "/api/user/docs/units", "What was read of a file").Naming(httpapi.Unknown).Acting(httpapi.Reader), func(in *docsUnits) ResourceRef { return in.ResourceRef },
		func(ctx context.Context, d Document, in *docsUnits) (*docsUnitsAnswer, error) {
			if in.To == 0 {
				in.To = in.From
			}
			if in.From < 1 || in.To < in.From {
				return nil, badRequest("from, to")
			}
			units, err := s.Units(ctx, d.OwnerID, d.ID, in.From, in.To)
			return &docsUnitsAnswer{Units: units}, err
		})
	with(s, r, op(post, "/api/user/docs/find", "Where a file has a keyword").Naming(httpapi.Unknown).Acting(httpapi.Reader), func(in *docsFind) ResourceRef { return in.ResourceRef },
		func(ctx context.Context, d Document, in *docsFind) (*docsFindAnswer, error) {
			hits, err := s.FindText(ctx, d.OwnerID, d.ID, in.Keyword)
			out := &docsFindAnswer{Hits: make([]docsFound, len(hits))}
			for i, h := range hits {
				out.Hits[i] = docsFound{h.Unit, h.Quote}
			}
			return out, err
		})
	httpapi.Route(r, op(post, "/api/user/docs/search", "Search the names and texts of the asker's files").Naming(httpapi.Nothing).Acting(httpapi.Reader),
		func(ctx context.Context, in *body[docsSearch]) (*body[docsSearchAnswer], error) {
			owner := httpapi.From(ctx).ID
			documents, hits, err := s.Search(ctx, owner, in.Body.Keyword, in.Body.ResourceIDs)
			if err != nil {
				return nil, err
			}
			out := &body[docsSearchAnswer]{docsSearchAnswer{Docs: views(ctx, documents), Hits: make([]docsSearchHit, 0, len(hits))}}
			known := map[string]Document{}
			for _, h := range hits {
				d, ok := known[h.DocumentID]
				if !ok {
					if d, err = s.Get(ctx, owner, h.DocumentID); err != nil {
						continue // for example, the document was deleted in the meantime
					}
					known[h.DocumentID] = d
				}
				out.Body.Hits = append(out.Body.Hits, docsSearchHit{d.ID, d.Name, h.Unit, d.UnitKind, h.Heading, h.Quote})
			}
			return out, nil
		})
}
