package project

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

const (
	logic = "/api/v5/projectLogic/" // prefix of the paths for public clients
	own   = "/api/project/"
)

// Routes registers the operations of projects. Every operation on a project states the needed role.
func (s *Service) Routes(r *httpapi.Router) {
	s.projectRoutes(r)
	s.memberRoutes(r)
	s.linkRoutes(r)
	s.bringRoutes(r)
}

// op returns an operation on a project. Its caller must have at least the role `need`.
func op(path, summary string, need httpapi.ProjectRole) httpapi.Op {
	return call(path, summary).Acting(need)
}

// call is an operation for people who are logged in.
func call(path, summary string) httpapi.Op {
	return httpapi.Op{Method: http.MethodPost, Path: path, Summary: summary, Domain: "project", Owner: httpapi.LogIn}
}

// ProjectRef contains the id of an operation's project; httpapi has already read and checked the id.
type ProjectRef struct { //nolint:revive // the type name is also the name of the schema
	ProjectID string `json:"project_id,omitempty" doc:"the project; it may also stand in the header X-Project-Id"`
}

type projectOnly struct{ ProjectRef }

type (
	input[T any] struct{ Body T }
	output       = httpapi.JSON[httpapi.Finished]
)

// act registers an operation on a project.
func act[I, O any](r *httpapi.Router, o httpapi.Op, use func(ctx context.Context, project, person string, in I) (*O, error)) {
	httpapi.Route(r, o, func(ctx context.Context, in *input[I]) (*O, error) {
		person := httpapi.AuthorOf(ctx)
		if person == "" {
			return nil, errs.New(errs.BadRequest).With("detail", "project_id")
		}
		return use(ctx, httpapi.From(ctx).ID, person, in.Body)
	})
}

// do registers an operation on a project. The operation returns no data.
func do[I any](r *httpapi.Router, o httpapi.Op, use func(ctx context.Context, project, person string, in I) error) {
	act(r, o, func(ctx context.Context, project, person string, in I) (*output, error) {
		return httpapi.Finish(use(ctx, project, person, in))
	})
}

// ProjectItem is a project in a list.
type ProjectItem struct { //nolint:revive // the type name is also the name of the schema
	ProjectID   string `json:"project_id"`
	Name        string `json:"name"`
	Sign        string `json:"sign,omitempty" doc:"one emoji"`
	Description string `json:"description,omitempty"`
	Role        string `json:"role" enum:"owner,editor,reader" doc:"of the asker"`
	Members     int    `json:"members"`
	Model       string `json:"chatModelId,omitempty" doc:"the entry of the model list that answers in it; absent: the default"`
	CreatedAt   int64  `json:"createdAt" doc:"Unix milliseconds, as the other times"`
	UpdatedAt   int64  `json:"updatedAt" doc:"last question or change"`
	ArchivedAt  int64  `json:"archivedAt,omitempty" doc:"absent: not archived"`
}

func itemOf(p Project) ProjectItem {
	return ProjectItem{
		ProjectID: p.ID, Name: p.Name, Sign: p.Sign, Description: p.Description, Role: p.Role.String(), Members: p.Members, Model: p.Model,
		CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, ArchivedAt: p.ArchivedAt,
	}
}

type projectItems struct {
	Items []ProjectItem `json:"items" doc:"used last first"`
}

type projectPrompt struct {
	Prompt struct {
		PromptKey string `json:"prompt_key" doc:"another one each time that the prompt changes; empty without a prompt"`
		Content   string `json:"content"`
	} `json:"prompt"`
}

type projectDetail struct {
	ProjectItem
	Prompt string   `json:"prompt,omitempty" doc:"what every answer in it follows"`
	Sites  []string `json:"sites" doc:"own sites of this server that are its knowledge"`
}

type projectSettings struct {
	ProjectRef
	Name        *string   `json:"name,omitempty" doc:"1 to 64 characters; absent, as the other fields: as it is"`
	Sign        *string   `json:"sign,omitempty" doc:"one emoji, or empty"`
	Description *string   `json:"description,omitempty" doc:"at most 500 characters"`
	Prompt      *string   `json:"prompt,omitempty" doc:"at most 8,000 characters"`
	Model       *string   `json:"chatModelId,omitempty" doc:"an entry of the model list; empty: the default"`
	Sites       *[]string `json:"sites,omitempty" doc:"own sites of this server, 20 at most"`
}

// over applies the fields of the request to existing settings.
func (b projectSettings) over(old Settings) Settings {
	for _, f := range []struct{ from, to *string }{
		{b.Name, &old.Name}, {b.Sign, &old.Sign}, {b.Description, &old.Description}, {b.Prompt, &old.Prompt}, {b.Model, &old.Model},
	} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	if b.Sites != nil {
		old.Sites = *b.Sites
	}
	return old
}

type projectArchive struct {
	ProjectRef
	Archive bool `json:"archive" doc:"false takes it out of the archive"`
}

func (s *Service) projectRoutes(r *httpapi.Router) {
	list := call(logic+"project/get-user-projects", "The asker's projects")
	list.Owner = httpapi.Mine // visitors have no projects; they get an empty list instead of an error
	httpapi.Route(r, list, func(ctx context.Context, _ *input[struct{}]) (*httpapi.JSON[httpapi.Reply[projectItems]], error) {
		of, err := s.List(ctx, httpapi.From(ctx).ID)
		out := projectItems{Items: make([]ProjectItem, len(of))}
		for i, p := range of {
			out.Items[i] = itemOf(p)
		}
		return httpapi.Data(out, err)
	})
	act(r, op(logic+"prompt/get-project-prompt", "The prompt of a project", httpapi.Reader),
		func(ctx context.Context, project, person string, _ projectOnly) (*httpapi.JSON[httpapi.Reply[projectPrompt]], error) {
			p, err := s.Get(ctx, project, person)
			var out projectPrompt
			out.Prompt.PromptKey, out.Prompt.Content = p.PromptKey, p.Prompt
			return httpapi.Data(out, err)
		})
	give := func(p Project, err error) (*httpapi.JSON[httpapi.Reply[projectDetail]], error) {
		return httpapi.Data(projectDetail{itemOf(p), p.Prompt, append([]string{}, p.Sites...)}, err)
	}
	httpapi.Route(r, call(own+"create", "Make a project"), func(ctx context.Context, in *input[projectSettings]) (*httpapi.JSON[httpapi.Reply[projectDetail]], error) {
		return give(s.Create(ctx, httpapi.From(ctx).ID, in.Body.over(Settings{})))
	})
	act(r, op(own+"detail", "All about a project", httpapi.Reader),
		func(ctx context.Context, project, person string, _ projectOnly) (*httpapi.JSON[httpapi.Reply[projectDetail]], error) {
			return give(s.Get(ctx, project, person))
		})
	act(r, op(own+"update", "Change a project", httpapi.Editor),
		func(ctx context.Context, project, person string, in projectSettings) (*httpapi.JSON[httpapi.Reply[projectDetail]], error) {
			return give(s.Update(ctx, project, person, in.over))
		})
	do(r, op(own+"archive", "Make a project read-only, or take it out of the archive", httpapi.Owner),
		func(ctx context.Context, project, person string, in projectArchive) error {
			return s.Archive(ctx, project, person, in.Archive)
		})
	do(r, op(own+"delete", "Delete a project with all that it has, for good", httpapi.Owner),
		func(ctx context.Context, project, _ string, _ projectOnly) error { return s.Delete(ctx, project) })
}
