package tool

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type (
	toolView struct {
		Name    string `json:"name"`
		Title   string `json:"title"`
		Text    string `json:"text" doc:"what it does, in one sentence"`
		Allowed bool   `json:"allowed" doc:"whether the asker's answers may use it"`
	}
	consentView struct {
		CID          string `json:"conversationId"`
		Conversation string `json:"conversation" doc:"title of the conversation"`
		Tool         string `json:"tool" doc:"name to take it back by"`
		Title        string `json:"title" doc:"what people call the tool"`
	}
	toolsOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				Tools    []toolView    `json:"tools"`
				Consents []consentView `json:"consents" doc:"what the asker has allowed beyond a single call; at most 500"`
			} `json:"data"`
		}
	}
	takeBackIn struct {
		Body struct {
			CID  string `json:"conversationId" minLength:"1" maxLength:"128"`
			Tool string `json:"tool" minLength:"1" maxLength:"300"`
		}
	}
	doneOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
		}
	}
)

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(method, path, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: "tool", Owner: httpapi.Mine}
	}
	httpapi.Route(r, op(http.MethodGet, "/api/tool", "The tools of answers, and what the asker has allowed of them"), s.list)
	httpapi.Route(r, op(http.MethodPost, "/api/tool/consent/forget", "Ask again before a tool is called in a conversation").Naming(httpapi.Unknown), s.takeBack)
}

func (s *Service) list(ctx context.Context, _ *struct{}) (*toolsOut, error) {
	who, locale := httpapi.From(ctx), httpapi.Locale(ctx)
	out := &toolsOut{}
	out.Body.Data.Tools, out.Body.Data.Consents = []toolView{}, []consentView{}
	for _, k := range s.known() {
		out.Body.Data.Tools = append(out.Body.Data.Tools, toolView{k.Spec.Name, k.Title.In(locale), k.About.In(locale), s.Allowed(ctx, who.ID, k.Spec.Name)})
	}
	if who.ID == "" {
		return out, nil
	}
	all, err := s.Consents.Remembered(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	titles := map[string]string{}
	for _, c := range all {
		if _, looked := titles[c.CID]; !looked {
			titles[c.CID] = s.Title(ctx, who.ID, c.CID)
		}
		title := c.Tool
		if k, known := s.named(c.Tool); known {
			title = k.Title.In(locale)
		}
		out.Body.Data.Consents = append(out.Body.Data.Consents, consentView{c.CID, titles[c.CID], c.Kept, title})
	}
	return out, nil
}

func (s *Service) takeBack(ctx context.Context, in *takeBackIn) (*doneOut, error) {
	return &doneOut{}, s.Consents.TakeBack(ctx, httpapi.From(ctx).ID, in.Body.CID, in.Body.Tool)
}
