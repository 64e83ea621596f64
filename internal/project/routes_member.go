package project

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type projectMember struct {
	Member   string `json:"member" doc:"id of the person"`
	Name     string `json:"name"`
	Role     string `json:"role" enum:"owner,editor,reader"`
	JoinedAt int64  `json:"joinedAt"`
	Self     bool   `json:"self" doc:"it is the asker"`
}

type projectMembers struct {
	Members []projectMember `json:"members"`
}

// ProjectMemberRef names a member of a project.
type ProjectMemberRef struct { //nolint:revive // the type name is also the name of the schema
	ProjectRef
	Member string `json:"member" doc:"id of the person"`
}

type projectRole struct {
	ProjectMemberRef
	Role string `json:"role" enum:"editor,reader"`
}

type projectActivityQuery struct {
	ProjectRef
	Before string `json:"before,omitempty" doc:"id of the last activity received; absent: from the newest on"`
	Limit  int    `json:"limit,omitempty" doc:"at most 100; absent: 20"`
}

type projectActivityRow struct {
	ID      string `json:"id"`
	Name    string `json:"name" doc:"who did it; empty: the account is gone"`
	Kind    Kind   `json:"kind"`
	Subject string `json:"subject,omitempty" doc:"the name of a person, a role, or a title"`
	Times   int    `json:"times" doc:"how often within a short while"`
	At      int64  `json:"at" doc:"of the last time"`
}

type projectActivities struct {
	Activities []projectActivityRow `json:"activities"`
	HasMore    bool                 `json:"hasMore"`
}

type projectAsker struct {
	ConversationID string `json:"conversationId"`
	Name           string `json:"name"`
	Self           bool   `json:"self" doc:"it is the asker"`
	Since          int64  `json:"since"`
}

type projectAskers struct {
	Asking    []projectAsker `json:"asking" doc:"the answers that are being made, 50 at most"`
	Role      string         `json:"role" enum:"owner,editor,reader" doc:"of the asker"`
	Archived  bool           `json:"archived"`
	UpdatedAt int64          `json:"updatedAt" doc:"last question or change"`
}

// activityPage is the default number of activities in a response.
const activityPage = 20

func (s *Service) memberRoutes(r *httpapi.Router) {
	act(r, op(own+"members", "Who is in a project", httpapi.Reader),
		func(ctx context.Context, project, person string, _ projectOnly) (*httpapi.JSON[httpapi.Reply[projectMembers]], error) {
			of, err := s.Members(ctx, project)
			out := projectMembers{Members: make([]projectMember, len(of))}
			for i, m := range of {
				out.Members[i] = projectMember{Member: m.ID, Name: m.Name, Role: m.Role.String(), JoinedAt: m.JoinedAt, Self: m.ID == person}
			}
			return httpapi.Data(out, err)
		})
	do(r, op(own+"member/role", "Change what a member may do", httpapi.Owner),
		func(ctx context.Context, project, person string, in projectRole) error {
			return s.SetRole(ctx, project, person, in.Member, RoleOf(in.Role))
		})
	do(r, op(own+"member/remove", "Take a member out of a project", httpapi.Owner),
		func(ctx context.Context, project, person string, in ProjectMemberRef) error {
			return s.Remove(ctx, project, person, in.Member)
		})
	do(r, op(own+"transfer", "Give a project to another member; the asker stays as an editor", httpapi.Owner),
		func(ctx context.Context, project, person string, in ProjectMemberRef) error {
			return s.Transfer(ctx, project, person, in.Member)
		})
	do(r, op(own+"leave", "Leave a project", httpapi.Reader),
		func(ctx context.Context, project, person string, _ projectOnly) error {
			return s.Leave(ctx, project, person)
		})
	act(r, op(own+"activity", "What was done in a project, the newest first", httpapi.Reader),
		func(ctx context.Context, project, _ string, in projectActivityQuery) (*httpapi.JSON[httpapi.Reply[projectActivities]], error) {
			size := in.Limit
			if size <= 0 {
				size = activityPage
			}
			of, err := s.Activities(ctx, project, in.Before, size)
			out := projectActivities{Activities: make([]projectActivityRow, len(of)), HasMore: len(of) >= min(size, 100)}
			for i, a := range of {
				out.Activities[i] = projectActivityRow{ID: a.ID, Name: a.Name, Kind: a.Kind, Subject: a.Subject, Times: a.Times, At: a.At}
			}
			return httpapi.Data(out, err)
		})
	act(r, op(own+"asking", "Who is asking in a project right now, and what the asker may do in it", httpapi.Reader),
		func(ctx context.Context, project, person string, _ projectOnly) (*httpapi.JSON[httpapi.Reply[projectAskers]], error) {
			now, err := s.Standing(ctx, project, person)
			out := projectAskers{Asking: make([]projectAsker, len(now.Asking)), Role: now.Role.String(), Archived: now.Archived, UpdatedAt: now.UpdatedAt}
			for i, a := range now.Asking {
				out.Asking[i] = projectAsker{ConversationID: a.CID, Name: a.Name, Self: a.Person == person, Since: a.Since}
			}
			return httpapi.Data(out, err)
		})
}

type projectLinkOrder struct {
	ProjectRef
	Role string `json:"role" enum:"editor,reader"`
	Uses int    `json:"uses,omitempty" doc:"how many people may join by it, at most 100; absent: 10"`
	Days int    `json:"days,omitempty" doc:"how long it works, at most 90; absent: 7"`
}

type projectLink struct {
	Link      string `json:"link" doc:"its id, for revoking it"`
	Token     string `json:"token,omitempty" doc:"the end of the address /project/join/…; only when the link is made"`
	Role      string `json:"role" enum:"editor,reader"`
	MaxUses   int    `json:"maxUses"`
	Uses      int    `json:"uses"`
	CreatedAt int64  `json:"createdAt"`
	ExpiresAt int64  `json:"expiresAt"`
}

func linkOf(l Link) projectLink {
	return projectLink{Link: l.ID, Token: l.Token, Role: l.Role.String(), MaxUses: l.MaxUses, Uses: l.Uses, CreatedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt}
}

type projectLinks struct {
	Links []projectLink `json:"links" doc:"those that still work"`
}

type projectRevoke struct {
	ProjectRef
	Link string `json:"link"`
}

type projectInvitationRef struct {
	Invitation string `json:"invitation" doc:"the token of a link"`
}

type projectInvitation struct {
	Name string `json:"name"`
	Sign string `json:"sign,omitempty"`
	Role string `json:"role" enum:"editor,reader"`
}

type projectJoined struct {
	ProjectID string `json:"project_id"`
}

// Defaults of a new link.
const (
	defaultUses = 10
	defaultDays = 7
)

func (s *Service) linkRoutes(r *httpapi.Router) {
	act(r, op(own+"link/create", "Make a link by which people join a project", httpapi.Owner),
		func(ctx context.Context, project, person string, in projectLinkOrder) (*httpapi.JSON[httpapi.Reply[projectLink]], error) {
			if in.Uses == 0 {
				in.Uses = defaultUses
			}
			if in.Days == 0 {
				in.Days = defaultDays
			}
			l, err := s.Invite(ctx, project, person, RoleOf(in.Role), in.Uses, in.Days)
			return httpapi.Data(linkOf(l), err)
		})
	act(r, op(own+"links", "The links of a project", httpapi.Owner),
		func(ctx context.Context, project, _ string, _ projectOnly) (*httpapi.JSON[httpapi.Reply[projectLinks]], error) {
			of, err := s.Links(ctx, project)
			out := projectLinks{Links: make([]projectLink, len(of))}
			for i, l := range of {
				out.Links[i] = linkOf(l)
			}
			return httpapi.Data(out, err)
		})
	do(r, op(own+"link/revoke", "End a link", httpapi.Owner),
		func(ctx context.Context, project, _ string, in projectRevoke) error {
			return s.Revoke(ctx, project, in.Link)
		})
	look := call(own+"invitation", "To what a link invites")
	look.Method, look.Owner, look.Aside = http.MethodPost, httpapi.Mine, true
	httpapi.Route(r, look, func(ctx context.Context, in *input[projectInvitationRef]) (*httpapi.JSON[httpapi.Reply[projectInvitation]], error) {
		i, err := s.Look(ctx, in.Body.Invitation)
		return httpapi.Data(projectInvitation{i.Name, i.Sign, i.Role.String()}, err)
	})
	join := call(own+"join", "Join a project by a link")
	join.Aside = true
	httpapi.Route(r, join, func(ctx context.Context, in *input[projectInvitationRef]) (*httpapi.JSON[httpapi.Reply[projectJoined]], error) {
		project, err := s.Join(ctx, httpapi.From(ctx).ID, in.Body.Invitation)
		return httpapi.Data(projectJoined{project}, err)
	})
}

type projectConversation struct {
	ProjectRef
	ConversationID string `json:"conversationId"`
}

type projectFileRef struct {
	ProjectRef
	ResourceID string `json:"resourceId" doc:"a file of the asker's own library"`
}

type projectFile struct {
	ResourceID string `json:"resourceId" doc:"the copy, which is the project's"`
	Name       string `json:"fileName"`
}

func (s *Service) bringRoutes(r *httpapi.Router) {
	in := op(own+"conversation/movein", "Move a conversation of the asker into a project", httpapi.Editor)
	in.Aside = true
	do(r, in, func(ctx context.Context, project, person string, in projectConversation) error {
		return s.MoveIn(ctx, project, person, in.ConversationID)
	})
	out := op(own+"conversation/moveout", "Move a conversation of a project to the asker's own", httpapi.Editor)
	out.Aside = true
	do(r, out, func(ctx context.Context, project, person string, in projectConversation) error {
		return s.MoveOut(ctx, project, person, in.ConversationID)
	})
	file := op(own+"file/add", "Copy a file of the asker's library into a project", httpapi.Editor)
	file.Upload = true
	act(r, file, func(ctx context.Context, project, person string, in projectFileRef) (*httpapi.JSON[httpapi.Reply[projectFile]], error) {
		id, name, err := s.AddFile(ctx, project, person, in.ResourceID)
		return httpapi.Data(projectFile{id, name}, err)
	})
}
