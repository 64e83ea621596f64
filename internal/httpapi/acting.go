package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// ProjectRole is a role in a project. A higher role includes the rights of all lower
// roles.
type ProjectRole int

// The roles. An operation with NoRole never acts for a project.
const (
	NoRole ProjectRole = iota
	Reader             // may read
	Editor             // may also ask, and change the project's data
	Owner              // may also manage members, and delete the project
)

// ProjectRoles are the roles from the lowest to the highest, without NoRole.
var ProjectRoles = []ProjectRole{Reader, Editor, Owner}

// String is the name of the role in the documentation, in the database and for clients.
func (r ProjectRole) String() string { return [...]string{"", "reader", "editor", "owner"}[r] }

// Projects checks memberships of projects.
type Projects interface {
	// Act fails unless the person has at least the role `need` in the project. The error is
	// errs.NotFound when the project does not exist or the person is not a member.
	Act(ctx context.Context, project, person string, need ProjectRole) error
	// While returns a context that ends with ctx, or soon after the person has lost the
	// membership. The returned function must be called to release the context.
	While(ctx context.Context, project, person string) (context.Context, context.CancelFunc)
	// Acted is called after each successful call by a person for a project.
	Acted(ctx context.Context, op Op, project, person string)
}

// Acting returns op as an operation that may act for a project. If a request contains a project, the
// asker's role there must be at least `need`. The function From then returns the project instead of
// the asker, so that op reads and stores the project's data. An operation without Acting refuses
// requests with a project in a header or in the address. If its Owner is None, the project is ignored.
func (op Op) Acting(need ProjectRole) Op {
	op.Project = need
	return op
}

// headerProject is the header with the project of a request. If a page cannot set
// headers, for example for pictures, the address has the parameter project_id. Other clients use the
// field projectId or project_id of the body.
const headerProject = "X-Project-Id"

// maxProjectID is the maximum length of the project id in a request, in bytes.
const maxProjectID = 64

// Person returns the asker, also when the request acts for a project.
func Person(ctx context.Context) Identity { return sessionOf(ctx).who }

// AuthorOf returns the id of the asker when the request acts for a project, and
// otherwise an empty text. Rows of a project store this id as their author.
func AuthorOf(ctx context.Context) string {
	s := sessionOf(ctx)
	if s.acting.ID == "" {
		return ""
	}
	return s.who.ID
}

// InProject converts an address of this server for requests without headers, such as pictures and
// downloads. If the current request acts for a project, the project becomes a parameter of the address.
// `address` must have no query.
func InProject(ctx context.Context, address string) string {
	if project := sessionOf(ctx).acting.ID; project != "" {
		return address + "?project_id=" + url.QueryEscape(project)
	}
	return address
}

// act determines whether the request acts for a project, and checks the asker's role.
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
	if s.who.Kind != User {
		return errs.New(errs.NeedLogin)
	}
	if s.router.projects == nil || len(project) > maxProjectID {
		return errs.New(errs.NotFound)
	}
	if err := s.router.projects.Act(s.r.Context(), project, s.who.ID, op.Project); err != nil {
		return err
	}
	s.acting = Identity{ID: project, Kind: User, Stored: true}
	return nil
}

// projectIn returns the project id in a JSON body, or "". The body may have both field names
// if the ids are equal.
func projectIn(body []byte) (string, error) {
	if !bytes.Contains(body, []byte(`"project`)) {
		return "", nil
	}
	var in struct {
		Newer json.RawMessage `json:"projectId"`
		Older json.RawMessage `json:"project_id"`
	}
	if json.Unmarshal(body, &in) != nil {
		return "", nil // the operation reports what is wrong with the body
	}
	var newer, older string
	_ = json.Unmarshal(in.Newer, &newer) // null and other types count as no project
	_ = json.Unmarshal(in.Older, &older)
	if newer != "" && older != "" && newer != older {
		return "", errs.New(errs.BadRequest).With("detail", "projectId, project_id")
	}
	return cmp.Or(newer, older), nil
}

// acted calls Projects.Acted after a successful call that acts for a project.
func (r *Router) acted(ctx context.Context, op Op) {
	if s := sessionOf(ctx); s.acting.ID != "" {
		r.projects.Acted(ctx, op, s.acting.ID, s.who.ID)
	}
}

// whileMember returns a context that ends with ctx. If the request acts for a project, the
// context also ends soon after the asker is no longer a member of the project.
func (s *session) whileMember(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.acting.ID == "" {
		return ctx, func() {}
	}
	return s.router.projects.While(ctx, s.acting.ID, s.who.ID)
}
