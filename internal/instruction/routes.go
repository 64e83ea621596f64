package instruction

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type (
	instructionIn struct {
		Body Instruction
	}
	instructionOut struct {
		Body struct {
			Code int         `json:"code" doc:"0"`
			Data Instruction `json:"data"`
		}
	}
)

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(method, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/api/user/instruction", Summary: summary, Domain: "instruction", Owner: httpapi.Mine}
	}
	httpapi.Route(r, op(http.MethodGet, "What the asker wants of every answer"), func(ctx context.Context, _ *struct{}) (*instructionOut, error) {
		i, err := s.Of(ctx, httpapi.From(ctx).ID)
		out := &instructionOut{}
		out.Body.Data = i
		return out, err
	})
	httpapi.Route(r, op(http.MethodPost, "Change what the asker wants of every answer"), func(ctx context.Context, in *instructionIn) (*instructionOut, error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return nil, err
		}
		i, err := s.Save(ctx, who.ID, in.Body)
		out := &instructionOut{}
		out.Body.Data = i
		return out, err
	})
}
