package document

import (
	"context"
	"io"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type downloadAnswer struct {
	Code int `json:"code" doc:"0"`
	Data struct {
		URL string `json:"url" doc:"good for five minutes, for whoever has it"`
	} `json:"data"`
}

// fileRoutes registers the API calls for downloading files.
func (s *Service) fileRoutes(r *httpapi.Router) {
	type wanted struct {
		ResourceID string `query:"resourceId"`
	}
	httpapi.Route(r, op(get, "/api/resource/v1/download", "An address from which a file can be downloaded").Naming(httpapi.Unknown).Acting(httpapi.Reader),
		func(ctx context.Context, in *wanted) (*body[downloadAnswer], error) {
			url, err := s.Sign(ctx, httpapi.From(ctx).ID, refID(in.ResourceID))
			if err != nil {
				return nil, err
			}
			out := &body[downloadAnswer]{}
			out.Body.Data.URL = url
			return out, nil
		})

	type id struct {
		ID string `path:"id"`
	}
	serve := func(path, summary string, open func(ctx context.Context, owner, id string) (io.ReadSeekCloser, Document, error), file func(Document) httpapi.File) {
		httpapi.Raw(r, op(get, path, summary).Naming(httpapi.Unknown).Acting(httpapi.Reader), "application/octet-stream", func(ctx context.Context, in *id, w httpapi.ResponseWriter) error {
			f, d, err := open(ctx, httpapi.From(ctx).ID, in.ID)
			if err != nil {
				return err
			}
			defer f.Close()
			out := file(d)
			out.Content = f
			httpapi.ServeFile(ctx, w, out)
			return nil
		})
	}
	serve(contentPath+"{id}", "A file of the asker", s.Open, func(d Document) httpapi.File {
		return httpapi.File{Name: d.Name, Type: d.MIME, Tag: d.Hash}
	})
	serve(thumbPath+"{id}", "A small picture of an image", s.Thumb, func(d Document) httpapi.File {
		return httpapi.File{Name: "thumb-" + d.Name, Type: d.MIME, Tag: d.Thumb}
	})

	type token struct {
		Token string `path:"token"`
	}
	signed := op(get, signedPath+"{token}", "A file, by an address that was signed for it").Naming(httpapi.Bearer)
	signed.Owner = httpapi.None
	httpapi.Raw(r, signed, "application/octet-stream", func(ctx context.Context, in *token, w httpapi.ResponseWriter) error {
		f, d, err := s.OpenSigned(ctx, in.Token)
		if err != nil {
			return err
		}
		defer f.Close()
		httpapi.ServeFile(ctx, w, httpapi.File{Name: d.Name, Type: d.MIME, Tag: d.Hash, Content: f})
		return nil
	})
}
