package httpapi

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Page registers a page outside of /api/. h writes the page itself, for example because the page
// must be readable without scripts. The asker is not identified: everybody with the address, or
// with a cookie of the page, may read the page. The response is never cached. Requests from pages
// of another origin are refused if their method is not GET. If h fails before it has written
// anything, the response is the JSON of ErrorBody.
func (r *Router) Page(method, path string, h func(ctx context.Context, req *http.Request, w ResponseWriter) error) {
	r.mux.HandleFunc(method+" "+path, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		if method != http.MethodGet {
			if err := r.checkOrigin(req); err != nil {
				WriteError(w, req, err)
				return
			}
		}
		if !storable(req.URL) {
			WriteError(w, req, errs.New(errs.NotFound))
			return
		}
		if err := h(req.Context(), req, w); err != nil {
			WriteError(w, req, err)
		}
	})
}
