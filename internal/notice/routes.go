package notice

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// DotView is one red dot.
type DotView struct {
	Type   Kind `json:"type"`
	Number int  `json:"number" doc:"how many are unseen; pages show 99+ above 99"`
}

// Message is one notice in the asker's language.
type Message struct {
	ID         string `json:"id"`
	Type       Kind   `json:"type"`
	Title      string `json:"title"`
	Content    string `json:"content"`
	Link       string `json:"link" doc:"a path of this site, or empty"`
	CreateTime int64  `json:"createTime" doc:"unix s"`
	Unseen     bool   `json:"unseen"`
}

type (
	nothing struct{ Body struct{} }
	done    struct {
		Body struct {
			Code int `json:"code" doc:"0"`
		}
	}
	dotsOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				List  []DotView `json:"list"`
				Total int       `json:"total"`
			} `json:"data"`
		}
	}
	tipsOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				Tips []Message `json:"tips" doc:"until their dot is reset"`
			} `json:"data"`
		}
	}
	listOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				List    []Message `json:"list"`
				HasMore bool      `json:"hasMore"`
			} `json:"data"`
		}
	}
	resetIn struct {
		Body struct {
			Types []Kind `json:"types" doc:"absent: all"`
			Type  Kind   `json:"type" doc:"a single one"`
		}
	}
	listIn struct {
		Body struct {
			Type   Kind `json:"type" doc:"empty: all but tips"`
			Offset int  `json:"offset"`
			Limit  int  `json:"limit" doc:"at most 100"`
		}
	}
)

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(method, path, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: "notice", Owner: httpapi.Mine}
	}
	httpapi.Route(r, op(http.MethodPost, "/api/msg/reddot/pull-list", "The red dots"), func(ctx context.Context, _ *nothing) (*dotsOut, error) {
		dots, err := s.Dots(ctx, httpapi.From(ctx).ID)
		out := &dotsOut{}
		out.Body.Data.List = []DotView{}
		for _, d := range dots {
			out.Body.Data.List = append(out.Body.Data.List, DotView{Type: d.Kind, Number: d.Number})
			out.Body.Data.Total += d.Number
		}
		return out, err
	})
	httpapi.Route(r, op(http.MethodPost, "/api/msg/reddot/reset", "Take red dots away"), func(ctx context.Context, in *resetIn) (*done, error) {
		kinds := in.Body.Types
		if in.Body.Type != "" {
			kinds = append(kinds, in.Body.Type)
		}
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return nil, err
		}
		return &done{}, s.Seen(ctx, who.ID, kinds)
	})
	tips := func(ctx context.Context, _ *struct{}) (*tipsOut, error) {
		who := httpapi.From(ctx)
		out := &tipsOut{}
		out.Body.Data.Tips = []Message{}
		list, _, err := s.List(ctx, who.ID, Tip, 0, 0)
		for _, n := range list {
			if n.Unseen {
				out.Body.Data.Tips = append(out.Body.Data.Tips, view(ctx, n))
			}
		}
		return out, err
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		httpapi.Route(r, op(method, "/api/v5/msg-service/get-tips", "Short hints that the asker has not seen"), tips)
	}
	httpapi.Route(r, op(http.MethodPost, "/api/msg/list", "Messages to the asker and to everybody, newest first"), func(ctx context.Context, in *listIn) (*listOut, error) {
		list, more, err := s.List(ctx, httpapi.From(ctx).ID, in.Body.Type, in.Body.Offset, max(in.Body.Limit, 0))
		if err != nil {
			return nil, err
		}
		out := &listOut{}
		out.Body.Data.HasMore = more
		out.Body.Data.List = []Message{}
		for _, n := range list {
			out.Body.Data.List = append(out.Body.Data.List, view(ctx, n))
		}
		return out, nil
	})
}

func view(ctx context.Context, n Notice) Message {
	locale := httpapi.Locale(ctx)
	return Message{ID: n.ID, Type: n.Kind, Title: n.Title.In(locale), Content: n.Body.In(locale),
		Link: n.Link, CreateTime: n.CreatedAt.Unix(), Unseen: n.Unseen}
}
