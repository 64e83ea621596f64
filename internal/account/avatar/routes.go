package avatar

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Routes registers the call that returns a picture.
func (s *Service) Routes(r *httpapi.Router) {
	type input struct {
		ID string `path:"id"`
	}
	op := httpapi.Op{Method: "GET", Path: path + "{id}", Summary: "Get a picture of somebody", Domain: "account", Owner: httpapi.None, Others: httpapi.Bearer}
	httpapi.Raw(r, op, "image/jpeg", func(ctx context.Context, in *input, w httpapi.ResponseWriter) error {
		data, err := s.Get(ctx, in.ID)
		if err != nil {
			return err
		}
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		_, _ = w.Write(data) // the client may have closed the connection
		return nil
	})
}
