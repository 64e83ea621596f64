package document

import (
	"context"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// parseWait is the maximum time that fileParse waits for a file to be read. A client may call
// fileParse again to continue waiting.
const parseWait = 60 * time.Second

type fileParse struct {
	ResourceRef
	Password string `json:"password,omitempty" doc:"of a file that asked for one"`
}

type parseAnswer struct {
	Code   int          `json:"code" doc:"0"`
	Status State        `json:"status"`
	Data   documentView `json:"data"`
}

type checkStatus struct {
	ResourceRef
	ResourceIDs []string `json:"resourceIds,omitempty"`
}

type parseStatusAnswer struct {
	Code   int   `json:"code" doc:"0"`
	Status State `json:"status" doc:"of the first document"`
	Data   struct {
		List []documentView `json:"list" doc:"without those that are gone"`
	} `json:"data"`
}

// parseRoutes registers the API calls that wait for the reading of files or return its progress. The reading
// itself starts automatically after the upload.
func (s *Service) parseRoutes(r *httpapi.Router) {
	parse := func(path, summary string, wait time.Duration) {
		o := op(post, path, summary).Naming(httpapi.Unknown).Acting(httpapi.Editor)
		o.Upload = true
		with(s, r, o, func(in *fileParse) ResourceRef { return in.ResourceRef }, func(ctx context.Context, d Document, in *fileParse) (*parseAnswer, error) {
			d, err := s.Reread(ctx, d.OwnerID, d.ID, in.Password)
			if err == nil && wait > 0 {
				limited, cancel := context.WithTimeout(ctx, wait)
				defer cancel()
				d, err = s.Wait(limited, d.OwnerID, d.ID, nil)
				if errors.Is(err, context.DeadlineExceeded) {
					err = nil // not finished yet; the answer has the progress
				}
			}
			if err != nil {
				return nil, err
			}
			return &parseAnswer{Status: d.State, Data: d.view(ctx)}, nil
		})
	}
	parse("/api/resource/fileParse", "Wait until a file has been read", parseWait)
	parse("/api/resource/asyncFileParse", "How far the reading of a file has come; with a password, read it with that", 0)

	httpapi.Route(r, op(post, "/api/resource/check/status", "How far the reading of files has come; those that are gone are left out").Naming(httpapi.Unknown).Acting(httpapi.Reader),
		func(ctx context.Context, in *body[checkStatus]) (*body[parseStatusAnswer], error) {
			owner, refs := httpapi.From(ctx).ID, in.Body.ResourceIDs
			for _, ref := range []string{in.Body.ResourceID, in.Body.ResourceID2, in.Body.URL} {
				if ref != "" {
					refs = append(refs, ref)
				}
			}
			if len(refs) == 0 || len(refs) > maxIDs {
				return nil, badRequest("resourceIds")
			}
			var found []Document
			for _, ref := range refs {
				d, err := s.Get(ctx, owner, refID(ref))
				if err == nil {
					found = append(found, d)
				} else if !errs.Is(err, errs.NotFound) {
					return nil, err
				}
			}
			if len(found) == 0 {
				return nil, errs.New(errs.NotFound)
			}
			out := &body[parseStatusAnswer]{}
			out.Body.Status, out.Body.Data.List = found[0].State, views(ctx, found)
			return out, nil
		})
}
