package store

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// pagePolicy allows only styles and pictures from this server.
const pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Pages registers the public page of an agent, which works without scripts and without logging
// in. A private agent has no page.
func (s *Service) Pages(r *httpapi.Router, brand string) {
	r.Page(http.MethodGet, "/bot/app/share/{agentId}", func(ctx context.Context, req *http.Request, w httpapi.ResponseWriter) error {
		locale := httpapi.Locale(ctx)
		if l := req.URL.Query().Get("lang"); slices.Contains(httpapi.Locales, l) {
			locale = l
		}
		p := page{
			pageWords: pageTexts[locale], Lang: locale, Brand: brand, Base: httpapi.AskerOf(ctx).Base, Others: httpapi.Locales,
			Path: req.URL.EscapedPath(),
		}
		status := http.StatusOK
		d, err := s.Detail(ctx, "", req.PathValue("agentId"), locale)
		switch {
		case errs.Is(err, errs.NotFound):
			status = http.StatusNotFound
		case err != nil:
			return err
		default:
			p.Agent = &d
			if p.Counts, err = s.Counts(ctx, "", d.AgentID); err != nil {
				return err
			}
		}
		var b bytes.Buffer
		if err := pageTemplate.Execute(&b, p); err != nil {
			return errs.Wrap(errs.ConfigFail, err)
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("Content-Length", strconv.Itoa(b.Len()))
		w.WriteHeader(status)
		_, _ = w.Write(b.Bytes()) // the client may have closed the connection
		return nil
	})
}
