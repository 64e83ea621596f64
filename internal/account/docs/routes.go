package docs

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// docsBody is the body of the calls about online documents. Each call uses only some of the fields.
type docsBody struct {
	Code           string `json:"code,omitempty"`
	State          string `json:"state,omitempty" doc:"as it came back beside the code; absent: the one of this browser's last address"`
	RedirectURI    string `json:"redirect_uri,omitempty"`
	ConversationID string `json:"conversationId,omitempty"`
	Index          int    `json:"index,omitempty"`
	RepeatIndex    int    `json:"repeatIndex,omitempty"`
	FileID         string `json:"fileId,omitempty"`
}

// docsData is the state of the asker's binding to the documents service.
type docsData struct {
	Status   int    `json:"status" doc:"0 unbound, 1 bound, 2 expired, 3 WeChat must be bound first"`
	Name     string `json:"name"`
	BindTime int64  `json:"bindTime" doc:"unix seconds"`
}

type docsFileData struct {
	FileID string `json:"fileId"`
	Title  string `json:"title"`
	URL    string `json:"url"`
}

type (
	empty       struct{ Body struct{} }
	in          = httpapi.JSON[docsBody]
	out[T any]  = httpapi.JSON[httpapi.Reply[T]]
	finishedOut = httpapi.JSON[httpapi.Finished]
)

// Routes registers the calls about online documents.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: "POST", Path: "/api/user/docs/account/" + path, Summary: summary, Domain: "account", Owner: httpapi.LogIn}
	}
	id := func(ctx context.Context) string { return httpapi.From(ctx).ID }
	httpapi.Route(r, op("detail", "Say how one stands with the documents service"), func(ctx context.Context, _ *empty) (*out[docsData], error) {
		d, err := s.StandingOf(ctx, id(ctx))
		return httpapi.Data(docsData{d.Status, d.Name, d.Bound / 1000}, err)
	})
	httpapi.Route(r, op("address", "Say where to allow the binding"), func(ctx context.Context, in *in) (*out[httpapi.PageAddress], error) {
		a, err := s.Address(ctx, in.Body.RedirectURI)
		return httpapi.Data(httpapi.PageAddress{URL: a}, err)
	})
	httpapi.Route(r, op("bind", "Bind an account of the documents service"), func(ctx context.Context, in *in) (*finishedOut, error) {
		b := in.Body
		return httpapi.Finish(s.Bind(ctx, id(ctx), b.Code, b.State, b.RedirectURI))
	})
	httpapi.Route(r, op("unbind", "Unbind it"), func(ctx context.Context, _ *empty) (*finishedOut, error) {
		return httpapi.Finish(s.Unbind(ctx, id(ctx)))
	})
	httpapi.Route(r, op("edit", "Write an answer into a new online document").Naming(httpapi.Unknown), func(ctx context.Context, in *in) (*out[docsFileData], error) {
		b := in.Body
		if b.ConversationID == "" || b.Index < 1 || b.RepeatIndex < 0 {
			return nil, errs.New(errs.BadRequest).With("detail", "conversationId, index, repeatIndex")
		}
		f, err := s.Edit(ctx, id(ctx), b.ConversationID, b.Index, b.RepeatIndex)
		return httpapi.Data(docsFileData{f.ID, f.Title, f.URL}, err)
	})
	httpapi.Route(r, op("file", "Look at an online document").Naming(httpapi.Others(errs.DocsFail)), func(ctx context.Context, in *in) (*out[docsFileData], error) {
		f, err := s.File(ctx, id(ctx), in.Body.FileID)
		return httpapi.Data(docsFileData{f.ID, f.Title, f.URL}, err)
	})
}
