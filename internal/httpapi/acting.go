package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// ProjectRole is what somebody may do in a project. A higher role may do
// everything that a lower one may.
type ProjectRole int

// The roles. NoRole of an operation means that it never acts for a project.
const (
	NoRole ProjectRole = iota
	Reader             // reads
	Editor             // asks, and changes what the project has
	Owner              // also manages members, and deletes the project
)

// ProjectRoles are the roles from the lowest to the highest, without NoRole.
var ProjectRoles = []ProjectRole{Reader, Editor, Owner}

// String is the name of the role in documents, in the database and for clients.
func (r ProjectRole) String() string { return [...]string{"", "reader", "editor", "owner"}[r] }

// Projects knows who works in which projects.
type Projects interface {
	// Act fails unless the person may do in the project what needs the role. The
	// error is errs.NotFound for a project that does not exist or of which the
	// person is no member.
	Act(ctx context.Context, project, person string, need ProjectRole) error
	// While gives a context that ends with ctx, or soon after the person has lost
	// the membership. The function must be called to release it.
	While(ctx context.Context, project, person string) (context.Context, context.CancelFunc)
	// Acted is told of each call that a person has made for a project with
	// success.
	Acted(ctx context.Context, op Op, project, person string)
}

// Acting is op that acts for a project when the request names one and the asker
// has at least the role in it: From then gives the project, so that everything
// that op reads and stores is the project's. An operation without Acting refuses
// requests that name a project in a header or in the address.
func (op Op) Acting(need ProjectRole) Op {
	op.Project = need
	return op
}

// headerProject names the project of a request. Where a page cannot set headers,
// as for pictures, the parameter project_id of the address does; public clients
// name it in the body, as projectId or project_id.
const headerProject = "X-Project-Id"

// maxProjectID bounds the id of a project in a request, in bytes.
const maxProjectID = 64

// Person gives the asker, also when the request acts for a project.
func Person(ctx context.Context) Identity { return sessionOf(ctx).who }

// AuthorOf gives the id of the asker when the request acts for a project, whose
// rows note who made them; otherwise it is empty.
func AuthorOf(ctx context.Context) string {
	s := sessionOf(ctx)
	if s.acting.ID == "" {
		return ""
	}
	return s.who.ID
}

// InProject is an address of this server's as the asker has to use it later: when
// the request acts for a project, the address names the project, since the addresses
// of pictures and downloads go without a header.
func InProject(ctx context.Context, address string) string {
	if project := sessionOf(ctx).acting.ID; project != "" {
		return address + "?project_id=" + url.QueryEscape(project)
	}
	return address
}

// act finds out whether the request acts for a project.
func (s *session) act(op Op, body []byte) error {
	project := cmp.Or(s.r.Header.Get(headerProject), s.r.URL.Query().Get("project_id"))
	if op.Owner == None {
		return nil
	}
	if op.Project == NoRole {
		if project != "" {
			return errs.New(errs.BadRequest).With("detail", headerProject)
		}
		return nil
	}
	named, err := projectIn(body)
	if err != nil || project != "" && named != "" && named != project {
		return errs.New(errs.BadRequest).With("detail", "projectId")
	}
	if project = cmp.Or(project, named); project == "" {
		return nil
	}
	return s.actFor(project, op.Project)
}

// Act makes the rest of the request act for a project that the request names in a
// way of its own, such as the model of a program's call. It fails as Projects.Act
// does, and with errs.NeedLogin for visitors.
func Act(ctx context.Context, project string, need ProjectRole) error {
	return sessionOf(ctx).actFor(project, need)
}

func (s *session) actFor(project string, need ProjectRole) error {
	if s.who.Kind != User {
		return errs.New(errs.NeedLogin)
	}
	if s.router.projects == nil || len(project) > maxProjectID {
		return errs.New(errs.NotFound)
	}
	if err := s.router.projects.Act(s.r.Context(), project, s.who.ID, need); err != nil {
		return err
	}
	s.acting = Identity{ID: project, Kind: User, Stored: true}
	return nil
}

// projectIn reads the project that a JSON body names; empty: none. Both names of
// the field may be there when they name the same.
func projectIn(body []byte) (string, error) {
	if !bytes.Contains(body, []byte(`"project`)) {
		return "", nil
	}
	var in struct {
		Newer json.RawMessage `json:"projectId"`
		Older json.RawMessage `json:"project_id"`
	}
	if json.Unmarshal(body, &in) != nil {
		return "", nil // the operation says what is wrong with it
	}
	var newer, older string
	_ = json.Unmarshal(in.Newer, &newer) // null and other types name none
	_ = json.Unmarshal(in.Older, &older)
	if newer != "" && older != "" && newer != older {
		return "", errs.New(errs.BadRequest)
	}
	return cmp.Or(newer, older), nil
}

// acted tells of a call that has succeeded.
func (r *Router) acted(ctx context.Context, op Op) {
	if s := sessionOf(ctx); s.acting.ID != "" {
		r.projects.Acted(ctx, op, s.acting.ID, s.who.ID)
	}
}

// whileMember gives a context that ends when the asker, who acts for a project,
// is a member no longer.
func (s *session) whileMember(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.acting.ID == "" {
		return ctx, func() {}
	}
	return s.router.projects.While(ctx, s.acting.ID, s.who.ID)
}
