package document

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

const domain = "document"

// Routes registers the API calls of documents.
func (s *Service) Routes(r *httpapi.Router) {
	s.uploadRoutes(r)
	s.parseRoutes(r)
	s.fileRoutes(r)
	s.libraryRoutes(r)
	s.textRoutes(r)
}

func op(method, path, summary string) httpapi.Op {
	return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: domain, Owner: httpapi.Mine}
}

type body[T any] struct{ Body T }

// docsDone is the answer of a call without a result.
type docsDone struct {
	Code int `json:"code" doc:"0"`
}

// documentAnswer is an answer with a document.
type documentAnswer struct {
	Code int          `json:"code" doc:"0"`
	Data documentView `json:"data"`
}

func answer(ctx context.Context, d Document, err error) (*body[documentAnswer], error) {
	if err != nil {
		return nil, err
	}
	return &body[documentAnswer]{documentAnswer{Data: d.view(ctx)}}, nil
}

// ResourceRef is a client's reference to a document.
type ResourceRef struct {
	ResourceID  string `json:"resourceId,omitempty"`
	ResourceID2 string `json:"resourceID,omitempty" doc:"the same, as older clients write it"`
	URL         string `json:"url,omitempty" doc:"or one of our own addresses"`
}

// find returns the asker's document for a reference.
func (s *Service) find(ctx context.Context, n ResourceRef) (Document, error) {
	for _, ref := range []string{n.ResourceID, n.ResourceID2, n.URL} {
		if ref != "" {
			return s.Get(ctx, httpapi.From(ctx).ID, refID(ref))
		}
	}
	return Document{}, badRequest("resourceId")
}

// with adds an API call about one document to the router.
func with[I, O any](s *Service, r *httpapi.Router, o httpapi.Op, name func(*I) ResourceRef, use func(ctx context.Context, d Document, in *I) (*O, error)) {
	httpapi.Route(r, o, func(ctx context.Context, in *body[I]) (*body[O], error) {
		d, err := s.find(ctx, name(&in.Body))
		if err != nil {
			return nil, err
		}
		out, err := use(ctx, d, &in.Body)
		if err != nil {
			return nil, err
		}
		return &body[O]{*out}, nil
	})
}

const (
	get  = http.MethodGet
	post = http.MethodPost
	put  = http.MethodPut
)
