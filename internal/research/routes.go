package research

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// View is a study as its owner sees it.
type View struct {
	ResearchID     string     `json:"researchId"`
	ConversationID string     `json:"conversationId"`
	Index          int        `json:"index" doc:"of the answer that shows it"`
	RepeatIndex    int        `json:"repeatIndex"`
	State          State      `json:"state" enum:"asked,planned,queued,running,stopped,done,failed"`
	Title          string     `json:"title"`
	Questions      []Question `json:"questions"`
	Before         int        `json:"before" doc:"studies of the asker's own that are made before this one, while it is queued"`
	Partial        bool       `json:"partial" doc:"the report is there and says that it is not complete"`
	Empty          bool       `json:"empty" doc:"there is no report, because nothing was found"`
}

type (
	named struct {
		ID string `path:"id"`
	}
	outlineIn struct {
		ID   string `path:"id"`
		Body struct {
			Title     string   `json:"title,omitempty" doc:"absent: it stays"`
			Questions []string `json:"questions,omitempty" maxItems:"10" doc:"the outline in its order, 200 characters each; absent: it stays"`
		}
	}
	viewOut struct {
		Body struct {
			Code int  `json:"code" doc:"0"`
			Data View `json:"data"`
		}
	}
)

// Routes registers the operations of studies.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(method, path, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: "research", Owner: httpapi.Mine}.Naming(httpapi.Unknown)
	}
	view := func(ctx context.Context, st Study, err error) (*viewOut, error) {
		if err != nil {
			return nil, err
		}
		out := &viewOut{}
		out.Body.Data, err = s.view(ctx, st)
		return out, err
	}
	httpapi.Route(r, op(http.MethodGet, "/api/research/{id}", "How far a study is, and its outline").Acting(httpapi.Reader), func(ctx context.Context, in *named) (*viewOut, error) {
		st, err := s.study(ctx, httpapi.From(ctx).ID, in.ID)
		return view(ctx, st, err)
	})
	httpapi.Route(r, op(http.MethodPost, "/api/research/{id}/outline", "Change the outline of a study that has not begun").Acting(httpapi.Editor), func(ctx context.Context, in *outlineIn) (*viewOut, error) {
		st, err := s.Outline(ctx, httpapi.From(ctx).ID, in.ID, in.Body.Title, in.Body.Questions)
		return view(ctx, st, err)
	})
	httpapi.Route(r, op(http.MethodPost, "/api/research/{id}/start", "Begin a study, or go on with one that was stopped or failed").Acting(httpapi.Editor), func(ctx context.Context, in *outlineIn) (*viewOut, error) {
		st, err := s.Start(ctx, httpapi.From(ctx).ID, in.ID, in.Body.Title, in.Body.Questions)
		return view(ctx, st, err)
	})
	httpapi.Route(r, op(http.MethodPost, "/api/research/{id}/stop", "Take a study out of the queue, or stop it").Acting(httpapi.Editor), func(ctx context.Context, in *named) (*viewOut, error) {
		st, err := s.Stop(ctx, httpapi.From(ctx).ID, in.ID)
		return view(ctx, st, err)
	})
}
