package chat

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type hintBody struct {
	Place
	HintType json.RawMessage `json:"hintType,omitempty" doc:"ignored"`
}

type hint struct {
	Prompt string `json:"prompt"`
}

type hinted struct {
	Code int `json:"code" doc:"0"`
	Data struct {
		Hints []hint `json:"hints"`
	} `json:"data"`
}

type blanksBody struct {
	Place
	Blanks []string `json:"blanks,omitempty" doc:"one text for each blank (____) of the answer, in their order; at most 200, of 500 characters each and 10,000 together. Empty texts leave blanks open"`
}

type feedbackBody struct {
	Place
	Type    int      `json:"type,omitempty" doc:"1 like, -1 dislike, 0 withdraws"`
	Codes   []string `json:"codes,omitempty" doc:"reasons, by the ids of the feedback code config"`
	Text    string   `json:"text,omitempty" doc:"at most 500 characters"`
	Content string   `json:"content,omitempty" doc:"the same as text"`
}

func (s *Service) helpRoutes(r *httpapi.Router) {
	hints := func(ctx context.Context, owner string, in hintBody) (out hinted, err error) {
		k := in.key(owner)
		index, repeat, err := in.at(k)
		if err != nil {
			return out, err
		}
		prompts, err := s.Hints(ctx, k, index, repeat, httpapi.Locale(ctx))
		out.Data.Hints = make([]hint, len(prompts))
		for i, p := range prompts {
			out.Data.Hints[i].Prompt = p
		}
		return out, err
	}
	post(r, aside(conversation+"hintV2", "Get follow-up questions to an answer").Naming(httpapi.Unknown).Acting(httpapi.Editor), hints)
	post(r, aside(conversation+"prompthint", "Get follow-up questions to an answer, by the older path").Naming(httpapi.Unknown).Acting(httpapi.Editor), hints)

	judge := func(ctx context.Context, owner string, in feedbackBody) (done, error) {
		k := in.key(owner)
		index, repeat, err := in.at(k)
		if err != nil {
			return done{}, err
		}
		return done{}, s.SetFeedback(ctx, k, index, repeat, feedback.Feedback{Type: in.Type, Codes: in.Codes, Text: cmp.Or(in.Text, in.Content)})
	}
	post(r, owned("POST", conversation+"blanks", "Keep what was written into the blanks of an answer").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, owner string, in blanksBody) (done, error) {
			k := in.key(owner)
			index, repeat, err := in.at(k)
			if err != nil {
				return done{}, err
			}
			return done{}, s.FillBlanks(ctx, k, httpapi.AuthorOf(ctx), index, repeat, in.Blanks)
		})
	post(r, owned("POST", "/api/ai/suitable", "Like or dislike an answer").Naming(httpapi.Unknown).Acting(httpapi.Editor), judge)
	post(r, owned("POST", "/api/ai/feedback", "Judge an answer, with reasons").Naming(httpapi.Unknown).Acting(httpapi.Editor), judge)
	post(r, owned("POST", "/api/ai/complaint", "Complain about an answer: a dislike with reasons").Naming(httpapi.Unknown).Acting(httpapi.Editor),
		func(ctx context.Context, owner string, in feedbackBody) (done, error) {
			in.Type = feedback.Dislike
			return judge(ctx, owner, in)
		})
}
