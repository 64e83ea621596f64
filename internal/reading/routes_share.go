package reading

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type readingShareBody struct {
	FileRef
	Lang string `json:"lang,omitempty" doc:"of a translation"`
}

type readingShare struct {
	Token     string    `json:"token" doc:"whoever has it may read; the page shows it under /api/user/agent/doc/share/{token}"`
	URL       string    `json:"url" doc:"where the snapshot is read"`
	Kind      ShareKind `json:"kind"`
	Title     string    `json:"title"`
	CreatedAt int64     `json:"createdAt" doc:"Unix seconds"`
}

type readingShareAnswer struct {
	Code  int          `json:"code" doc:"0"`
	Share readingShare `json:"share"`
}

type readingSharesAnswer struct {
	Code   int            `json:"code" doc:"0"`
	Shares []readingShare `json:"shares"`
}

type readingShareDelete struct {
	Token string `json:"token,omitempty"`
}

type readingSnapshotAnswer struct {
	Code int `json:"code" doc:"0"`
	Snapshot
}

const sharePath = "/api/user/agent/doc/share/"

func shareOf(s Share) readingShare {
	return readingShare{s.Token, sharePath + s.Token, s.Kind, s.Title, s.CreatedAt / perSecond}
}

func (s *Service) shareRoutes(r *httpapi.Router) {
	route(r, op(post, "/api/user/agent/doc/mindMap/share", "Give the mind map of a file away, as it is now").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in FileRef) (readingShareAnswer, error) {
			made, err := s.ShareMindMap(ctx, owner, in.file(), httpapi.TraceID(ctx))
			return readingShareAnswer{Share: shareOf(made)}, err
		})
	route(r, op(post, "/api/user/agent/doc/translate/share", "Give away what is translated of a file so far").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in readingShareBody) (readingShareAnswer, error) {
			made, err := s.ShareTranslation(ctx, owner, in.file(), in.Lang, httpapi.TraceID(ctx))
			return readingShareAnswer{Share: shareOf(made)}, err
		})
	route(r, op(post, sharePath+"list", "What the asker has shared of a file").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in FileRef) (readingSharesAnswer, error) {
			all, err := s.Shares(ctx, owner, in.file())
			out := readingSharesAnswer{Shares: make([]readingShare, len(all))}
			for i, one := range all {
				out.Shares[i] = shareOf(one)
			}
			return out, err
		})
	route(r, op(post, sharePath+"delete", "End a share at once").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in readingShareDelete) (readingDone, error) {
			return readingDone{}, s.Revoke(ctx, owner, in.Token)
		})
	type token struct {
		Token string `path:"token"`
	}
	open := op(get, sharePath+"{token}", "What somebody has shared").Naming(httpapi.Bearer)
	open.Owner = httpapi.None
	httpapi.Route(r, open, func(ctx context.Context, in *token) (*body[readingSnapshotAnswer], error) {
		shown, err := s.Shared(ctx, in.Token)
		if err != nil {
			return nil, err
		}
		return &body[readingSnapshotAnswer]{readingSnapshotAnswer{Snapshot: shown}}, nil
	})
}
