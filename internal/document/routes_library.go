package document

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type docsList struct {
	Offset  int      `json:"offset,omitempty"`
	Limit   int      `json:"limit,omitempty" doc:"20 when absent; at most 100"`
	Type    FileType `json:"type,omitempty"`
	Sort    Sort     `json:"sort,omitempty" doc:"time, name, size or used"`
	Keyword string   `json:"keyword,omitempty" doc:"in the name"`
}

type docsAnswer struct {
	Code       int            `json:"code" doc:"0"`
	Docs       []documentView `json:"docs"`
	Pagination struct {
		TotalResults int `json:"totalResults"`
		Offset       int `json:"offset" doc:"of the next page"`
	} `json:"pagination"`
}

type docsPage struct {
	PageSize int      `json:"page_size,omitempty" doc:"20 when absent; at most 100"`
	Cursor   string   `json:"cursor,omitempty" doc:"what the page before gave"`
	Type     FileType `json:"type,omitempty"`
	Sort     Sort     `json:"sort,omitempty" doc:"time, name, size or used"`
	Keyword  string   `json:"keyword,omitempty" doc:"in the name"`
}

type docsPageAnswer struct {
	Code int `json:"code" doc:"0"`
	Data struct {
		Docs    []documentView `json:"docs"`
		Cursor  string         `json:"cursor" doc:"empty behind the last page"`
		HasMore bool           `json:"hasMore"`
	} `json:"data"`
}

type docsFilterAnswer struct {
	Code int `json:"code" doc:"0"`
	Data struct {
		Types []TypeCount `json:"types"`
	} `json:"data"`
}

type docsDelete struct {
	ResourceIDs []string `json:"resourceIds,omitempty"`
	IDs         []string `json:"ids,omitempty"`
	DocIDs      []string `json:"docIds,omitempty"`
}

type docsUpdate struct {
	ResourceRef
	FileName string `json:"fileName,omitempty"`
}

type docsUse struct {
	ID            string `json:"id"`
	Title         string `json:"title"`
	LastRepliedAt int64  `json:"lastRepliedAt" doc:"Unix seconds"`
}

type docsUsageAnswer struct {
	Code          int       `json:"code" doc:"0"`
	Conversations []docsUse `json:"conversations"`
}

// libraryRoutes registers the API calls about the list of files.
func (s *Service) libraryRoutes(r *httpapi.Router) {
	httpapi.Route(r, op(post, "/api/user/docs/list", "The asker's files, a page at a time").Acting(httpapi.Reader),
		func(ctx context.Context, in *body[docsList]) (*body[docsAnswer], error) {
			b := in.Body
			page, total, err := s.List(ctx, httpapi.From(ctx).ID, ListQuery{Type: b.Type, Keyword: b.Keyword, Sort: b.Sort, Offset: b.Offset, Limit: b.Limit})
			if err != nil {
				return nil, err
			}
			out := &body[docsAnswer]{}
			out.Body.Docs = views(ctx, page)
			out.Body.Pagination.TotalResults, out.Body.Pagination.Offset = total, b.Offset+len(page)
			return out, nil
		})
	httpapi.Route(r, op(post, "/api/user/docs/v2/list", "The asker's files, a page behind another").Acting(httpapi.Reader),
		func(ctx context.Context, in *body[docsPage]) (*body[docsPageAnswer], error) {
			b := in.Body
			page, next, err := s.ListAfter(ctx, httpapi.From(ctx).ID, ListQuery{Type: b.Type, Keyword: b.Keyword, Sort: b.Sort, Cursor: b.Cursor, Limit: b.PageSize})
			if err != nil {
				return nil, err
			}
			out := &body[docsPageAnswer]{}
			out.Body.Data.Docs, out.Body.Data.Cursor, out.Body.Data.HasMore = views(ctx, page), next, next != ""
			return out, nil
		})
	type nothing struct{}
	httpapi.Route(r, op(post, "/api/user/docs/v2/filter", "How many files the asker has of each type").Acting(httpapi.Reader),
		func(ctx context.Context, _ *nothing) (*body[docsFilterAnswer], error) {
			groups, err := s.Groups(ctx, httpapi.From(ctx).ID)
			if err != nil {
				return nil, err
			}
			out := &body[docsFilterAnswer]{}
			out.Body.Data.Types = groups
			return out, nil
		})
	httpapi.Route(r, op(post, "/api/user/docs/delete", "Delete files for good").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, in *body[docsDelete]) (*body[docsDone], error) {
			ids := append(append(in.Body.ResourceIDs, in.Body.IDs...), in.Body.DocIDs...)
			return &body[docsDone]{}, s.Delete(ctx, httpapi.From(ctx).ID, ids...)
		})
	with(s, r, op(post, "/api/user/docs/update", "Rename a file").Naming(httpapi.Unknown).Acting(httpapi.Editor), func(in *docsUpdate) ResourceRef { return in.ResourceRef },
		func(ctx context.Context, d Document, in *docsUpdate) (*documentAnswer, error) {
			d, err := s.Rename(ctx, d.OwnerID, d.ID, in.FileName)
			return &documentAnswer{Data: d.view(ctx)}, err
		})
	self := func(in *ResourceRef) ResourceRef { return *in }
	with(s, r, op(post, "/api/user/docs/detail", "All that is known of a file").Naming(httpapi.Unknown).Acting(httpapi.Reader), self,
		func(ctx context.Context, d Document, _ *ResourceRef) (*documentAnswer, error) {
			return &documentAnswer{Data: d.view(ctx)}, nil
		})
	with(s, r, op(post, "/api/user/docs/usage", "In which conversations a file was asked about").Naming(httpapi.Unknown).Acting(httpapi.Reader), self,
		func(ctx context.Context, d Document, _ *ResourceRef) (*docsUsageAnswer, error) {
			used, err := s.Usage(ctx, d.OwnerID, d.ID)
			out := &docsUsageAnswer{Conversations: make([]docsUse, len(used))}
			for i, c := range used {
				out.Conversations[i] = docsUse{c.ID, c.Title, c.LastRepliedAt / perSecond}
			}
			return out, err
		})
}
