package agent

import (
	"context"
	"net/http"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// AgentView is an agent as its users see it, without the persona.
type AgentView struct { //nolint:revive // the type name is also the name of the schema
	AgentID     string   `json:"agentId"`
	ID          string   `json:"id" doc:"the same as agentId"`
	Name        string   `json:"name"`
	AgentName   string   `json:"agentName" doc:"the same as name"`
	IsDefault   bool     `json:"isDefault" doc:"the plain assistant"`
	Avatar      string   `json:"avatar" doc:"address of a picture; empty: pages show the initial of the name"`
	Description string   `json:"description"`
	Category    string   `json:"category"`
	Opening     string   `json:"opening" doc:"what the agent says first"`
	Questions   []string `json:"questions" doc:"suggested questions"`
	Tools       []string `json:"tools" doc:"names of the tools that it may call"`
	Knowledge   []string `json:"knowledge" doc:"names of the files and sites that it knows"`
	ChatMode    Mode     `json:"chatMode" doc:"default, 300, 301, 302, 303 or deep-think"`
	ProductKind string   `json:"productKind" doc:"yuanbao or yuanqi"`
	ChatModelID string   `json:"chatModelId" doc:"the model of its own; empty: the default one"`
	NeedsModel  bool     `json:"needsModel" doc:"it cannot answer now, because no model is connected"`
	Builtin     bool     `json:"builtin" doc:"it comes with the program"`
	Mine        bool     `json:"mine" doc:"the asker is its author"`
	Draft       bool     `json:"draft" doc:"what is shown is the draft"`
	Changed     bool     `json:"changed" doc:"of mine: the draft says something else than what is live"`
	Visibility  string   `json:"visibility" doc:"private, link or public"`
	Review      string   `json:"review" doc:"of mine: empty, waiting, refused or down"`
	Reason      string   `json:"reason" doc:"of mine: why it was refused or taken down"`
	Author      string   `json:"author" doc:"name of its author; empty: not known"`
	Uses        int64    `json:"uses" doc:"conversations that others began with it"`
	TopAt       int64    `json:"topAt" doc:"Unix ms when the asker pinned it; 0: not pinned"`
	UpdatedAt   int64    `json:"updatedAt" doc:"Unix ms"`
}

// OwnAgentView is an agent as its author sees it.
type OwnAgentView struct {
	AgentView
	Spec     Spec    `json:"spec" doc:"the draft"`
	Revision int     `json:"revision" doc:"of the draft, to be sent back when saving"`
	Version  int     `json:"version" doc:"the live one; 0: none"`
	Files    []Named `json:"files" doc:"those of spec.files that are still there"`
	Sites    []Named `json:"sites" doc:"those of spec.sites that are still there"`
}

type (
	// WhichAgent selects an agent.
	WhichAgent struct {
		AgentID string `json:"agentId,omitempty" maxLength:"128"`
	}
	agentDetailBody struct {
		AgentID string `json:"agentId,omitempty" maxLength:"128" doc:"absent: the plain assistant"`
		Form    string `json:"form,omitempty" doc:"store, personal or share; absent: store. personal gives the draft to its author, share what somebody without a login may see"`
	}
	agentPageBody struct {
		Offset int `json:"offset,omitempty"`
		Limit  int `json:"limit,omitempty" doc:"at most 50; absent: 20"`
	}
	in[T any]  struct{ Body T }
	out[T any] struct{ Body T }

	agentDetailed struct {
		Code  int       `json:"code" doc:"0"`
		Agent AgentView `json:"agent"`
		Data  AgentView `json:"data" doc:"the same as agent"`
	}
	ownAgent struct {
		Code int          `json:"code" doc:"0"`
		Data OwnAgentView `json:"data"`
	}
	agentsListed struct {
		Code   int         `json:"code" doc:"0"`
		Agents []AgentView `json:"agents"`
		Total  int         `json:"total" doc:"of a list of my own: all of them"`
		More   bool        `json:"hasMore"`
		Data   struct {
			Agents []AgentView `json:"agents"`
		} `json:"data" doc:"the same agents"`
	}
	agentDone struct {
		Code int `json:"code" doc:"0"`
	}
)

func op(path, summary string) httpapi.Op {
	return httpapi.Op{Method: http.MethodPost, Path: path, Summary: summary, Domain: "agent", Owner: httpapi.Mine}
}

// post registers an operation that decodes the request body and encodes the result.
func post[I, O any](r *httpapi.Router, op httpapi.Op, use func(ctx context.Context, asker string, body I) (O, error)) {
	httpapi.Route(r, op, func(ctx context.Context, body *in[I]) (*out[O], error) {
		got, err := use(ctx, httpapi.From(ctx).ID, body.Body)
		if err != nil {
			return nil, err
		}
		return &out[O]{got}, nil
	})
}

// Routes registers the operations of agents.
func (s *Service) Routes(r *httpapi.Router) {
	s.editRoutes(r)
	s.reviewRoutes(r)
	post(r, op("/api/user/agent/detail", "Read an agent").Naming(httpapi.Unknown), s.detail)
	post(r, op("/api/user/agent/personal/detail", "Read the draft of an own agent, to try it").Naming(httpapi.Unknown),
		func(ctx context.Context, asker string, b WhichAgent) (agentDetailed, error) {
			return s.detail(ctx, asker, agentDetailBody{b.AgentID, "personal"})
		})
	shared := op("/api/user/agent/share/detail", "Read an agent without a login")
	shared.Owner, shared.Others = httpapi.None, httpapi.Unknown
	post(r, shared, func(ctx context.Context, _ string, b WhichAgent) (agentDetailed, error) {
		return s.detail(ctx, "", agentDetailBody{b.AgentID, "share"})
	})
	used := func(ctx context.Context, asker string, b agentPageBody) (l agentsListed, err error) {
		if b.Offset == 0 {
			l.Agents = append(l.Agents, s.plain(ctx, ""))
		}
		var page []Agent
		if asker != "" {
			if page, l.More, err = s.Used(ctx, asker, httpapi.Locale(ctx), b.Offset, b.Limit); err != nil {
				return l, err
			}
		}
		return s.listAgents(ctx, asker, l, page), nil
	}
	post(r, op("/api/user/agent/list", "List the agents that the asker uses; the plain assistant is the first"), used)
	post(r, op("/api/user/agent/v4/list", "List the agents that the asker uses; the plain assistant is the first"), used)
	post(r, op("/api/user/agent/mine", "List the agents that the asker made"),
		func(ctx context.Context, asker string, b agentPageBody) (l agentsListed, err error) {
			page, total, err := s.List(ctx, asker, b.Offset, b.Limit)
			l.Total, l.More = total, b.Offset+len(page) < total
			return s.listAgents(ctx, asker, l, page), err
		})
	type agentTopBody struct {
		WhichAgent
		Top bool `json:"top,omitempty"`
	}
	post(r, op("/api/user/agent/top", "Put an agent at the top of the asker's lists, or back").Naming(httpapi.Unknown),
		func(ctx context.Context, _ string, b agentTopBody) (agentDone, error) {
			who, err := httpapi.Ensure(ctx)
			if err != nil {
				return agentDone{}, err
			}
			return agentDone{}, s.Pin(ctx, who.ID, b.AgentID, b.Top)
		})
	post(r, op("/api/user/agent/unlist", "Take an agent out of the list of those that the asker uses"),
		func(ctx context.Context, asker string, b WhichAgent) (agentDone, error) {
			return agentDone{}, s.Unlist(ctx, asker, b.AgentID)
		})

	type picture struct {
		ID string `path:"id"`
	}
	avatar := httpapi.Op{Method: http.MethodGet, Path: avatarPath + "{id}", Summary: "Get the picture of an agent", Domain: "agent", Owner: httpapi.None, Others: httpapi.Bearer}
	httpapi.Raw(r, avatar, "image/jpeg", func(ctx context.Context, in *picture, w httpapi.ResponseWriter) error {
		data, err := s.Avatar(ctx, in.ID)
		if err != nil {
			return err
		}
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		_, _ = w.Write(data) // the client may have closed the connection
		return nil
	})
}

// detail returns an agent in the requested form: personal (the draft), share (as strangers see it),
// or by default as the asker sees it.
func (s *Service) detail(ctx context.Context, asker string, b agentDetailBody) (agentDetailed, error) {
	if s.Plain(b.AgentID) {
		v := s.plain(ctx, b.AgentID)
		return agentDetailed{Agent: v, Data: v}, nil
	}
	id, as := b.AgentID, asker
	switch b.Form {
	case "personal":
		if bare, draft := undraft(id); !draft {
			id = DraftID(bare)
		}
	case "share":
		as = ""
	}
	a, err := s.Get(ctx, as, id, httpapi.Locale(ctx))
	if err != nil {
		return agentDetailed{}, err
	}
	v := s.view(ctx, as, a)
	if _, draft := undraft(b.AgentID); draft {
		v.AgentID, v.ID = b.AgentID, b.AgentID // questions to the draft are sent with the id of the draft
	}
	if v.Knowledge, err = s.knowledge(ctx, a); err != nil {
		return agentDetailed{}, err
	}
	v.Author = s.author(ctx, a)
	return agentDetailed{Agent: v, Data: v}, nil
}

// Plain reports whether an id belongs to the plain assistant. The empty id does.
func (s *Service) Plain(id string) bool {
	return id == "" || id == s.o.DefaultAgent || slices.Contains(s.o.Defaults, id)
}

// plain returns the plain assistant under the requested id.
func (s *Service) plain(ctx context.Context, id string) AgentView {
	if id == "" {
		id = s.o.DefaultOf(ctx)
	}
	return AgentView{
		AgentID: id, ID: id, Name: s.o.Product, AgentName: s.o.Product, IsDefault: true, ChatMode: Default, ProductKind: Kinds[0],
		Visibility: string(Public), Builtin: true, Questions: []string{}, Tools: []string{}, Knowledge: []string{},
	}
}

func (s *Service) view(_ context.Context, asker string, a Agent) AgentView {
	v := AgentView{
		AgentID: a.ID, ID: a.ID, Name: a.Name, AgentName: a.Name, Avatar: AvatarURL(a.Avatar), Description: a.Description, Category: a.Category,
		Opening: a.Opening, Questions: listOf(a.Questions), Tools: listOf(a.Tools), Knowledge: []string{}, ChatMode: a.Mode, ProductKind: a.Kind,
		ChatModelID: a.Model, NeedsModel: s.NeedsModel(a), Builtin: a.Builtin(), Mine: asker != "" && a.Owner == asker, Draft: a.Draft,
		Visibility: string(a.Visibility), Uses: a.Uses,
	}
	if !a.PinnedAt.IsZero() {
		v.TopAt = a.PinnedAt.UnixMilli()
	}
	if !a.UpdatedAt.IsZero() {
		v.UpdatedAt = a.UpdatedAt.UnixMilli()
	}
	if v.Mine {
		v.Changed, v.Review, v.Reason = a.Changed, string(a.Review), a.Reason
	}
	return v
}

func (s *Service) listAgents(ctx context.Context, asker string, l agentsListed, page []Agent) agentsListed {
	for _, a := range page {
		l.Agents = append(l.Agents, s.view(ctx, asker, a))
	}
	l.Agents = listOf(l.Agents)
	l.Data.Agents = l.Agents
	return l
}

// knowledge lists the names of the agent's files and sites.
func (s *Service) knowledge(ctx context.Context, a Agent) ([]string, error) {
	files, sites, err := s.named(ctx, a)
	out := []string{}
	for _, n := range slices.Concat(files, sites) {
		out = append(out, n.Name)
	}
	return out, err
}

func (s *Service) named(ctx context.Context, a Agent) (files, sites []Named, err error) {
	if len(a.Files) > 0 {
		if files, err = s.o.Files(ctx, a.Owner, a.Files); err != nil {
			return nil, nil, err
		}
	}
	if len(a.Sites) == 0 {
		return files, nil, nil
	}
	all, err := s.o.Sites(ctx)
	for _, site := range all {
		if slices.Contains(a.Sites, site.ID) {
			sites = append(sites, site)
		}
	}
	return files, sites, err
}

func (s *Service) author(ctx context.Context, a Agent) string {
	if a.Builtin() {
		return s.o.Product
	}
	return s.o.AuthorName(ctx, a.Owner)
}

func (s *Service) ownView(ctx context.Context, a Agent) (ownAgent, error) {
	o := ownAgent{Data: OwnAgentView{AgentView: s.view(ctx, a.Owner, a), Spec: a.Spec, Revision: a.Revision, Version: a.Version}}
	files, sites, err := s.named(ctx, a)
	o.Data.Files, o.Data.Sites = listOf(files), listOf(sites)
	return o, err
}

// listOf returns an empty list instead of nil, which JSON would encode as null.
func listOf[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
