package reading

import (
	"context"
	"net/http"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

const (
	get  = http.MethodGet
	post = http.MethodPost
)

// Routes registers the operations of deep reading.
func (s *Service) Routes(r *httpapi.Router) {
	s.overviewRoutes(r)
	s.translateRoutes(r)
	s.noteRoutes(r)
	s.recordRoutes(r)
	s.shareRoutes(r)
}

func op(method, path, summary string) httpapi.Op {
	return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: "reading", Owner: httpapi.Mine}
}

// aside returns an operation that may call a model or needs much time. Such operations have a rate
// limit.
func aside(path, summary string) httpapi.Op {
	o := op(post, path, summary)
	o.Aside = true
	return o
}

type body[T any] struct{ Body T }

// readingDone is the response of an operation without a result.
type readingDone struct {
	Code int `json:"code" doc:"0"`
}

// FileRef identifies the file of a request.
type FileRef struct {
	DocID      string `json:"docId,omitempty"`
	ResourceID string `json:"resourceId,omitempty" doc:"the same"`
}

func (f FileRef) file() string {
	if f.DocID != "" {
		return f.DocID
	}
	return f.ResourceID
}

// route registers an operation with JSON request and response.
func route[I, O any](r *httpapi.Router, o httpapi.Op, use func(ctx context.Context, owner string, in I) (O, error)) {
	httpapi.Route(r, o, func(ctx context.Context, in *body[I]) (*body[O], error) {
		out, err := use(ctx, httpapi.From(ctx).ID, in.Body)
		if err != nil {
			return nil, err
		}
		return &body[O]{out}, nil
	})
}

// download registers an operation that responds with a file.
func download[I any](r *httpapi.Router, o httpapi.Op, use func(ctx context.Context, owner string, in I) (File, error)) {
	httpapi.Raw(r, o, "application/octet-stream", func(ctx context.Context, in *body[I], w httpapi.ResponseWriter) error {
		f, err := use(ctx, httpapi.From(ctx).ID, in.Body)
		if err != nil {
			return err
		}
		h := w.Header()
		h.Set("Content-Type", f.ContentType)
		h.Set("Content-Disposition", httpapi.Attachment(f.Name))
		h.Set("Content-Length", strconv.Itoa(len(f.Data)))
		_, _ = w.Write(f.Data) // the client may have closed the connection
		return nil
	})
}

// message returns the message of an error code; empty for an empty code.
func message(ctx context.Context, code errs.Code, file string) string {
	if code == "" {
		return ""
	}
	return errs.New(code).With("file", file).Message(httpapi.Locale(ctx))
}
