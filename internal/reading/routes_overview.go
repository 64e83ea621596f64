package reading

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type overviewBody struct {
	FileRef
	Again bool `json:"again,omitempty" doc:"try once more after failed"`
}

type overviewAnswer struct {
	Code int `json:"code" doc:"0"`
	Overview
	State     State     `json:"state" doc:"ready; queued, running: a model is doing it better, ask again; failed: no model could, what is here was made without one"`
	Progress  float64   `json:"progress" doc:"of running, 0 to 1"`
	ErrorCode errs.Code `json:"errorCode" doc:"of failed"`
	ErrorMsg  string    `json:"errorMsg"`
}

type mindMapAnswer struct {
	Code    int    `json:"code" doc:"0"`
	MindMap Node   `json:"mindMap"`
	Engine  string `json:"engine" doc:"offline, or the id of the model that made it"`
	State   State  `json:"state" doc:"as of the overview"`
}

type passagesBody struct {
	FileRef
	Query string `json:"query,omitempty"`
	Limit int    `json:"limit,omitempty" doc:"20 when absent, and at most"`
}

type passagesAnswer struct {
	Code     int       `json:"code" doc:"0"`
	Refused  bool      `json:"refused" doc:"the file does not certainly answer; the passages are what comes nearest"`
	Possible bool      `json:"possible" doc:"refused, and the first passages may answer all the same"`
	Passages []Passage `json:"passages"`
}

type fileAddressAnswer struct {
	Code int `json:"code" doc:"0"`
	Data struct {
		URL string `json:"url" doc:"good for five minutes, for whoever has it"`
	} `json:"data"`
}

func (s *Service) overviewRoutes(r *httpapi.Router) {
	route(r, op(post, "/api/user/agent/doc/overview", "Summary, key points, outline, keywords and mind map of a file").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in overviewBody) (overviewAnswer, error) {
			m, err := s.Overview(ctx, owner, in.file(), in.Again)
			return overviewAnswer{
				Overview: m.Overview, State: m.State, Progress: m.Progress, ErrorCode: m.Failure, ErrorMsg: message(ctx, m.Failure, ""),
			}, err
		})
	mindMap := func(ctx context.Context, owner string, in FileRef) (mindMapAnswer, error) {
		m, err := s.Overview(ctx, owner, in.file(), false)
		return mindMapAnswer{MindMap: m.MindMap, Engine: m.Engine, State: m.State}, err
	}
	route(r, op(post, "/api/user/agent/doc/getMindMap", "The mind map of a file").Naming(httpapi.Unknown), mindMap)
	route(r, op(post, "/api/user/agent/doc/mindMap", "The same").Naming(httpapi.Unknown), mindMap)
	route(r, op(post, "/api/user/agent/docDeepMode/search", "What in a file answers a question").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in passagesBody) (passagesAnswer, error) {
			f, err := s.Search(ctx, owner, in.file(), in.Query, in.Limit)
			return passagesAnswer{Refused: f.Refused, Possible: f.Possible, Passages: f.Passages}, err
		})
	route(r, op(post, "/api/user/agent/doc/download", "An address from which a file can be downloaded").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in FileRef) (out fileAddressAnswer, err error) {
			out.Data.URL, err = s.Library.Sign(ctx, owner, in.file())
			return out, err
		})
}
