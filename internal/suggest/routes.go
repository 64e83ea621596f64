package suggest

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// promptSugLimit is the maximum number of texts in a response of the promptSug call.
const promptSugLimit = 8

type (
	sugIn struct {
		Body struct {
			Prompt string `json:"prompt" doc:"what has been typed so far"`
		}
	}
	sugOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				Sug []string `json:"sug"`
			} `json:"data"`
		}
	}
	searchIn struct {
		Body struct {
			Query       string `json:"query" doc:"what has been typed so far; above 60 characters nothing is suggested"`
			Prompt      string `json:"prompt,omitempty" doc:"the same as query"`
			SearchID    string `json:"searchId,omitempty" doc:"of an earlier create, instead of query"`
			IsTemporary bool   `json:"isTemporary,omitempty" doc:"typed into a temporary conversation: the asker's own questions are left out"`
			Limit       int    `json:"limit,omitempty" doc:"at most 20; 0: 6"`
		}
	}
	// SuggestionView is one suggestion.
	SuggestionView struct {
		Text   string `json:"text"`
		Prompt string `json:"prompt" doc:"the same as text"`
		Type   Kind   `json:"type" enum:"history,question,ability"`
		Label  string `json:"label" doc:"what it is about; empty for history"`
	}
	searchOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				SearchID string           `json:"searchId" doc:"holds the text itself; nothing of it is kept"`
				List     []SuggestionView `json:"list"`
			} `json:"data"`
		}
	}
	goodIn struct {
		Body struct {
			Tag    string `json:"tag,omitempty" doc:"one group; empty: all"`
			Offset int    `json:"offset,omitempty"`
			Limit  int    `json:"limit,omitempty" doc:"at most 100; 0: 100"`
		}
	}
	// GoodView is one recommended question.
	GoodView struct {
		Tag    string `json:"tag"`
		Title  string `json:"title" doc:"the question"`
		Prompt string `json:"prompt" doc:"the same as title"`
		Label  string `json:"label"`
	}
	// GroupView is one group of recommended questions.
	GroupView struct {
		Tag  string `json:"tag"`
		Name string `json:"name"`
	}
	goodOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				Tags    []GroupView `json:"tags" doc:"the groups that have questions, in their order"`
				List    []GoodView  `json:"list" doc:"what the asker has asked before stands at the end"`
				HasMore bool        `json:"hasMore"`
				Total   int         `json:"total"`
			} `json:"data"`
		}
	}
)

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(path string, owner httpapi.OwnerRule, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: path, Summary: summary, Domain: "suggest", Owner: owner}
	}
	httpapi.Route(r, op("/api/user/agent/conversation/promptSug", httpapi.Mine, "Complete what is being typed"),
		func(ctx context.Context, in *sugIn) (*sugOut, error) {
			list, err := s.Typed(ctx, Typing{
				Owner: httpapi.From(ctx).ID, Text: in.Body.Prompt, Locale: httpapi.Locale(ctx), Limit: promptSugLimit,
			})
			out := &sugOut{}
			out.Body.Data.Sug = make([]string, len(list))
			for i, o := range list {
				out.Body.Data.Sug[i] = o.Text
			}
			return out, err
		})
	search := func(ctx context.Context, in *searchIn) (*searchOut, error) {
		typed := in.Body.Query + in.Body.Prompt
		if in.Body.Query != "" {
			typed = in.Body.Query
		}
		if typed == "" && in.Body.SearchID != "" {
			raw, err := base64.RawURLEncoding.DecodeString(in.Body.SearchID)
			if err != nil {
				return nil, errs.Wrap(errs.BadRequest, err).With("detail", "searchId")
			}
			typed = string(raw)
		}
		list, err := s.Typed(ctx, Typing{
			Owner: httpapi.From(ctx).ID, Text: typed, Locale: httpapi.Locale(ctx), Temporary: in.Body.IsTemporary, Limit: in.Body.Limit,
		})
		out := &searchOut{}
		out.Body.Data.SearchID = base64.RawURLEncoding.EncodeToString([]byte(text.Cut(typed, MaxTyped+1)))
		out.Body.Data.List = make([]SuggestionView, len(list))
		for i, o := range list {
			out.Body.Data.List[i] = SuggestionView{Text: o.Text, Prompt: o.Text, Type: o.Kind, Label: o.Label}
		}
		return out, err
	}
	httpapi.Route(r, op("/api/inputguide/search/create", httpapi.Mine, "Begin to search suggestions for what is being typed"), search)
	httpapi.Route(r, op("/api/inputguide/search/list", httpapi.Mine, "List suggestions for what is being typed"), search)
	httpapi.Route(r, op("/api/discovery/goodquestionrec", httpapi.None, "Recommend questions of the operator's list"),
		func(ctx context.Context, in *goodIn) (*goodOut, error) {
			p, err := s.Recommended(ctx, httpapi.From(ctx).ID, in.Body.Tag, httpapi.Locale(ctx), in.Body.Offset, in.Body.Limit)
			out := &goodOut{}
			d := &out.Body.Data
			d.HasMore, d.Total, d.Tags, d.List = p.HasMore, p.Total, make([]GroupView, len(p.Groups)), make([]GoodView, len(p.List))
			for i, g := range p.Groups {
				d.Tags[i] = GroupView(g)
			}
			for i, g := range p.List {
				d.List[i] = GoodView{Tag: g.Tag, Title: g.Text, Prompt: g.Text, Label: g.Label}
			}
			return out, err
		})
}
