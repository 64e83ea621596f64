package agent

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

const (
	maxSpecBody    = 256 << 10
	maxPictureBody = 4 << 20
)

type (
	agentSpecBody struct {
		AgentID  string `json:"agentId,omitempty" maxLength:"128"`
		Revision int    `json:"revision,omitempty" doc:"as it was read"`
		Spec     Spec   `json:"spec,omitempty"`
	}
	agentPublishBody struct {
		WhichAgent
		Visibility Visibility `json:"visibility,omitempty" enum:"private,link,public"`
	}
	agentVersionBody struct {
		WhichAgent
		Version int `json:"version,omitempty"`
	}
	agentPictureBody struct {
		Picture string `json:"picture,omitempty" doc:"a data URL or base64, at most 2 MB"`
	}
	agentVersionView struct {
		Version   int   `json:"version"`
		CreatedAt int64 `json:"createdAt" doc:"Unix ms"`
		Live      bool  `json:"live" doc:"what others use"`
		Waiting   bool  `json:"waiting" doc:"for review"`
	}
	agentVersionsListed struct {
		Code     int                `json:"code" doc:"0"`
		Versions []agentVersionView `json:"versions" doc:"the newest first"`
	}
	agentDifferenceView struct {
		Field  string `json:"field" doc:"of spec"`
		Before string `json:"before" doc:"in the version; lists have one entry a line"`
		After  string `json:"after" doc:"in the draft"`
	}
	agentCompared struct {
		Code        int                   `json:"code" doc:"0"`
		Differences []agentDifferenceView `json:"differences"`
	}
	agentPictured struct {
		Code int    `json:"code" doc:"0"`
		ID   string `json:"id" doc:"for spec.avatar"`
		URL  string `json:"url"`
	}
	agentSitesListed struct {
		Code  int     `json:"code" doc:"0"`
		Sites []Named `json:"sites"`
	}
)

// editRoutes registers the operations for authors.
func (s *Service) editRoutes(r *httpapi.Router) {
	own := func(path, summary string) httpapi.Op {
		o := op("/api/user/agent/"+path, summary).Naming(httpapi.Unknown)
		o.MaxBody = maxSpecBody
		return o
	}
	create := own("create", "Make an agent").Naming(httpapi.NotOwn)
	post(r, create, func(ctx context.Context, _ string, b agentSpecBody) (ownAgent, error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return ownAgent{}, err
		}
		a, err := s.Create(ctx, who.ID, b.Spec)
		return s.shown(ctx, a, err)
	})
	post(r, own("draft", "Read an own agent, to edit it"), func(ctx context.Context, asker string, b WhichAgent) (ownAgent, error) {
		a, err := s.Own(ctx, asker, b.AgentID)
		return s.shown(ctx, a, err)
	})
	post(r, own("edit", "Change the draft of an own agent"), func(ctx context.Context, asker string, b agentSpecBody) (ownAgent, error) {
		a, err := s.Save(ctx, asker, b.AgentID, b.Spec, b.Revision)
		return s.shown(ctx, a, err)
	})
	post(r, own("copy", "Make a private copy of an agent"), func(ctx context.Context, _ string, b WhichAgent) (ownAgent, error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return ownAgent{}, err
		}
		a, err := s.Copy(ctx, who.ID, b.AgentID, httpapi.Locale(ctx))
		return s.shown(ctx, a, err)
	})
	post(r, own("delete", "Delete an own agent"), func(ctx context.Context, asker string, b WhichAgent) (agentDone, error) {
		return agentDone{}, s.Delete(ctx, asker, b.AgentID)
	})
	post(r, own("publish", "Publish the draft of an own agent, or take it back"), func(ctx context.Context, asker string, b agentPublishBody) (ownAgent, error) {
		if (b.Visibility == Link || b.Visibility == Public) && httpapi.From(ctx).Kind != httpapi.User {
			return ownAgent{}, errs.New(errs.NeedLogin)
		}
		a, err := s.Publish(ctx, asker, b.AgentID, b.Visibility)
		return s.shown(ctx, a, err)
	})
	post(r, own("versions", "List the versions of an own agent"), func(ctx context.Context, asker string, b WhichAgent) (agentVersionsListed, error) {
		all, err := s.Versions(ctx, asker, b.AgentID)
		l := agentVersionsListed{Versions: make([]agentVersionView, len(all))}
		for i, v := range all {
			l.Versions[i] = agentVersionView{v.Number, v.CreatedAt.UnixMilli(), v.Live, v.Waiting}
		}
		return l, err
	})
	post(r, own("compare", "Compare the draft of an own agent with a version"), func(ctx context.Context, asker string, b agentVersionBody) (agentCompared, error) {
		all, err := s.Compare(ctx, asker, b.AgentID, b.Version)
		c := agentCompared{Differences: make([]agentDifferenceView, len(all))}
		for i, d := range all {
			c.Differences[i] = agentDifferenceView(d)
		}
		return c, err
	})
	post(r, own("goBack", "Make the draft of an own agent say what a version said"), func(ctx context.Context, asker string, b agentVersionBody) (ownAgent, error) {
		a, err := s.GoBack(ctx, asker, b.AgentID, b.Version)
		return s.shown(ctx, a, err)
	})
	picture := op("/api/user/agent/avatar", "Keep a picture for an agent")
	picture.MaxBody, picture.Upload = maxPictureBody, true
	post(r, picture, func(ctx context.Context, _ string, b agentPictureBody) (agentPictured, error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return agentPictured{}, err
		}
		id, err := s.AddAvatar(ctx, who.ID, b.Picture)
		return agentPictured{ID: id, URL: AvatarURL(id)}, err
	})
	post(r, op("/api/user/agent/sites", "List the own sites and feeds that an agent may know"), func(ctx context.Context, _ string, _ struct{}) (agentSitesListed, error) {
		all, err := s.o.Sites(ctx)
		return agentSitesListed{Sites: listOf(all)}, err
	})
}

// shown is the response with one of the caller's agents.
func (s *Service) shown(ctx context.Context, a Agent, err error) (ownAgent, error) {
	if err != nil {
		return ownAgent{}, err
	}
	return s.ownView(ctx, a)
}
