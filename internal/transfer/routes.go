package transfer

import (
	"context"
	"io"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: path, Summary: summary, Domain: "transfer", Owner: httpapi.Mine}
	}
	type nothing struct{}
	export := op("/api/data/export", "All conversations of the asker as one JSON file")
	export.Aside = true
	httpapi.Raw(r, export, "application/json", func(ctx context.Context, _ *nothing, w httpapi.ResponseWriter) error {
		name := "wenqu-" + s.now().Format("2006-01-02") + ".json"
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		return s.Export(ctx, httpapi.From(ctx).ID, httpapi.Locale(ctx), w)
	})
	type report struct{ Body Report }
	file := func(path, summary string, take func(ctx context.Context, file io.Reader) (Report, error)) {
		o := op(path, summary)
		o.MaxBody, o.Stream, o.Aside = MaxFile, true, true
		httpapi.Route(r, o, func(ctx context.Context, _ *nothing) (*report, error) {
			body := httpapi.Body(ctx)
			out, err := take(ctx, body)
			// A browser reads no answer while it still sends.
			_, _ = io.Copy(io.Discard, body)
			return &report{out}, err
		})
	}
	file("/api/data/import/preview", "What a file of conversations holds, without storing anything", s.Preview)
	file("/api/data/import", "Bring the conversations of a file in", func(ctx context.Context, file io.Reader) (Report, error) {
		owner := func(ctx context.Context) (string, error) {
			who, err := httpapi.Ensure(ctx)
			return who.ID, err
		}
		return s.Import(ctx, httpapi.TraceID(ctx), owner, file)
	})
}
