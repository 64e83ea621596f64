package agent

import (
	"context"
	"io"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/agent/exchange"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type (
	agentFileIn struct {
		Body struct {
			AgentID string `json:"agentId,omitempty" maxLength:"128"`
		}
	}
	agentFileOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				Name string `json:"name" doc:"for the file"`
				File string `json:"file" doc:"JSON"`
			} `json:"data"`
		}
	}
	agentImported struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				AgentID string          `json:"agentId"`
				Format  exchange.Format `json:"format" doc:"wenqu, character, instruction or markdown"`
				Left    []exchange.Left `json:"left" doc:"what could not be taken: picture, lorebook, openings, files, actions, scripts, length"`
			} `json:"data"`
		}
	}
)

// FileRoutes registers the import and export of agents as files.
func (s *Service) FileRoutes(r *httpapi.Router) {
	out := httpapi.Op{Method: http.MethodPost, Path: "/api/user/agent/export", Summary: "An agent as one file", Domain: "agent", Owner: httpapi.Mine}
	httpapi.Route(r, out.Naming(httpapi.Unknown), func(ctx context.Context, in *agentFileIn) (*agentFileOut, error) {
		name, file, err := s.ToFile(ctx, httpapi.From(ctx).ID, in.Body.AgentID, httpapi.Locale(ctx))
		o := &agentFileOut{}
		o.Body.Data.Name, o.Body.Data.File = name, string(file)
		return o, err
	})
	in := httpapi.Op{
		Method: http.MethodPost, Path: "/api/user/agent/import", Summary: "Make an agent of a file, which is the body",
		Domain: "agent", Owner: httpapi.Mine, MaxBody: exchange.MaxBytes, Stream: true, Upload: true,
	}
	httpapi.Route(r, in, func(ctx context.Context, _ *struct{}) (*agentImported, error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return nil, err
		}
		file, err := io.ReadAll(httpapi.Body(ctx)) // at most MaxBody bytes
		if err != nil {
			return nil, errs.From(err)
		}
		a, read, err := s.FromFile(ctx, who.ID, file)
		o := &agentImported{}
		o.Body.Data.AgentID, o.Body.Data.Format, o.Body.Data.Left = a.ID, read.Format, append([]exchange.Left{}, read.Left...)
		return o, err
	})
}
