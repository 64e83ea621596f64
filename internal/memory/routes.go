package memory

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type memoryBody struct {
	ID         string `json:"id"`
	Text       string `json:"text"`
	Author     string `json:"author,omitempty" doc:"of a memory of a project: the name of the member whose words they are"`
	Previous   string `json:"previous,omitempty" doc:"what it said before the last change, which can be undone"`
	CreateTime int64  `json:"createTime" doc:"Unix seconds"`
	UpdateTime int64  `json:"updateTime" doc:"Unix seconds"`
}

func bodyOf(m Memory, names map[string]string) memoryBody {
	return memoryBody{m.ID, m.Text, names[m.Author], m.Previous, m.CreatedAt / 1000, m.UpdatedAt / 1000}
}

type memoryChoice struct {
	Use    bool `json:"use" doc:"answers may rest on what is remembered"`
	Notice bool `json:"notice" doc:"what is said in questions may be remembered"`
}

type (
	memoriesAsked  struct{}
	memoriesSought struct {
		Query string `json:"query"`
	}
	memories struct {
		Code   int          `json:"code" doc:"0"`
		Items  []memoryBody `json:"items" doc:"the newest first, 500 at most"`
		Limit  int          `json:"limit" doc:"how many there may be"`
		Choice memoryChoice `json:"choice"`
	}
	memoryWritten struct {
		ID   string `json:"id,omitempty" doc:"of the memory that is changed"`
		Text string `json:"text" doc:"500 characters at most"`
	}
	memoryNew struct {
		Text string `json:"text" doc:"500 characters at most"`
	}
	memoryKept struct {
		Code   int        `json:"code" doc:"0"`
		Memory memoryBody `json:"memory"`
	}
	memoriesDelete struct {
		IDs []string `json:"ids,omitempty"`
		ID  string   `json:"id,omitempty" doc:"one more of ids"`
		All bool     `json:"all,omitempty" doc:"all of them"`
	}
	memoryUndo struct {
		ID   string `json:"id"`
		Text string `json:"text,omitempty" doc:"the text to be undone; if the memory has another one by now, nothing is undone"`
	}
	memoryDone struct {
		Code int `json:"code" doc:"0"`
	}
)

// Routes registers the operations of memory, which require a login.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(name, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: "/api/memory/" + name, Summary: summary, Domain: "memory", Owner: httpapi.LogIn}
	}
	listed := func(ctx context.Context, owner string, all []Memory, err error) (memories, error) {
		if err != nil {
			return memories{}, err
		}
		c, err := s.Choice(ctx, owner)
		out := memories{Items: []memoryBody{}, Limit: MaxMemories, Choice: memoryChoice(c)}
		names := s.namesOf(ctx, all)
		for _, m := range all {
			out.Items = append(out.Items, bodyOf(m, names))
		}
		return out, err
	}
	route(r, op("list", "What is remembered of the asker").Acting(httpapi.Reader), func(ctx context.Context, owner string, _ memoriesAsked) (memories, error) {
		all, err := s.All(ctx, owner)
		return listed(ctx, owner, all, err)
	})
	route(r, op("search", "Search what is remembered of the asker").Acting(httpapi.Reader), func(ctx context.Context, owner string, in memoriesSought) (memories, error) {
		all, err := s.Search(ctx, owner, in.Query)
		return listed(ctx, owner, all, err)
	})
	route(r, op("add", "Remember something").Acting(httpapi.Editor), func(ctx context.Context, owner string, in memoryNew) (memoryKept, error) {
		m, _, err := s.Put(ctx, owner, httpapi.AuthorOf(ctx), in.Text)
		return memoryKept{Memory: bodyOf(m, s.namesOf(ctx, []Memory{m}))}, err
	})
	route(r, op("edit", "Change what is remembered").Acting(httpapi.Editor).Naming(httpapi.Unknown), func(ctx context.Context, owner string, in memoryWritten) (memoryKept, error) {
		m, err := s.Edit(ctx, owner, httpapi.AuthorOf(ctx), in.ID, in.Text)
		return memoryKept{Memory: bodyOf(m, s.namesOf(ctx, []Memory{m}))}, err
	})
	route(r, op("undo", "Take the last change of a memory back").Acting(httpapi.Editor).Naming(httpapi.Unknown), func(ctx context.Context, owner string, in memoryUndo) (memoryDone, error) {
		return memoryDone{}, s.Undo(ctx, owner, in.ID, in.Text)
	})
	route(r, op("delete", "Forget something, or everything").Acting(httpapi.Editor).Naming(httpapi.Unknown), func(ctx context.Context, owner string, in memoriesDelete) (memoryDone, error) {
		if in.All {
			return memoryDone{}, s.Clear(ctx, owner)
		}
		if in.ID != "" {
			in.IDs = append(in.IDs, in.ID)
		}
		return memoryDone{}, s.Delete(ctx, owner, in.IDs...)
	})
	route(r, op("choice", "Whether memories are used, and new ones noticed").Acting(httpapi.Editor), func(ctx context.Context, owner string, in memoryChoice) (memoryDone, error) {
		return memoryDone{}, s.Choose(ctx, owner, Choice(in))
	})
}

type body[T any] struct{ Body T }

// route registers an operation with JSON request and response for logged-in users.
func route[I, O any](r *httpapi.Router, o httpapi.Op, use func(ctx context.Context, owner string, in I) (O, error)) {
	httpapi.Route(r, o, func(ctx context.Context, in *body[I]) (*body[O], error) {
		out, err := use(ctx, httpapi.From(ctx).ID, in.Body)
		if err != nil {
			return nil, err
		}
		return &body[O]{out}, nil
	})
}
