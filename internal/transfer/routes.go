package transfer

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: path, Summary: summary, Domain: "transfer", Owner: httpapi.Mine}
	}
	type nothing struct{}
	export := op("/api/data/export", "Everything of the asker as one file: JSON, or a zip of it and the files").Acting(httpapi.Owner)
	export.Aside = true
	httpapi.Raw(r, export, "application/json", func(ctx context.Context, _ *nothing, w httpapi.ResponseWriter) error {
		t, err := s.take(ctx, httpapi.From(ctx).ID, httpapi.Locale(ctx))
		if err != nil {
			return err
		}
		name := "wenqu-" + s.Now().Format("2006-01-02") + ".json"
		if len(t.files) > 0 {
			name = strings.TrimSuffix(name, "json") + "zip"
			w.Header().Set("Content-Type", "application/zip")
		}
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		s.Security.Note(ctx, security.Event{Kind: security.Exported, AccountID: httpapi.Person(ctx).ID, Addr: httpapi.AskerOf(ctx).Addr, Detail: "archive"})
		return t.write(ctx, w)
	})
	type report struct{ Body Report }
	file := func(path, summary string, take func(ctx context.Context, file io.Reader) (Report, error)) {
		o := op(path, summary)
		o.MaxBody, o.Stream, o.Aside, o.Upload = MaxZip, true, true, true
		httpapi.Route(r, o, func(ctx context.Context, _ *nothing) (*report, error) {
			body := httpapi.Body(ctx)
			out, err := take(ctx, body)
			// Browsers do not read a response before they have sent the whole body.
			_, _ = io.CopyN(io.Discard, body, MaxFile)
			return &report{out}, err
		})
	}
	file("/api/data/import/preview", "What a file of conversations, or a zip of them and files, holds, without storing anything",
		func(ctx context.Context, file io.Reader) (Report, error) {
			return s.Preview(ctx, httpapi.From(ctx).ID, file)
		})
	file("/api/data/import", "Bring the conversations, files and notes of a file in", func(ctx context.Context, file io.Reader) (Report, error) {
		owner := func(ctx context.Context) (string, error) {
			who, err := httpapi.Ensure(ctx)
			return who.ID, err
		}
		return s.Import(ctx, httpapi.TraceID(ctx), owner, file)
	})
	s.deleteRoute(r, op("/api/data/delete", "Delete everything of the asker for good: conversations, files, notes, records; the account stays"))
}

// deletion is a request to delete all data. Confirm has to be true, because deleted data cannot be restored.
type deletion struct {
	Body struct {
		Confirm bool `json:"confirm,omitempty" doc:"true, or nothing happens"`
	}
}

type deleted struct {
	Body struct {
		Code int `json:"code" doc:"0"`
	}
}

func (s *Service) deleteRoute(r *httpapi.Router, o httpapi.Op) {
	httpapi.Route(r, o, func(ctx context.Context, in *deletion) (*deleted, error) {
		if !in.Body.Confirm {
			return nil, errs.New(errs.BadRequest).With("detail", "confirm")
		}
		who := httpapi.From(ctx).ID
		if who == "" {
			return &deleted{}, nil // a caller without an identity has no data
		}
		return &deleted{}, s.Empty(ctx, who)
	})
}
