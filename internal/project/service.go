package project

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/project/projectdb"
)

// Options are the dependencies of a Service.
type Options struct {
	DB *db.DB
	// Erase deletes all data of a project, and finally the project itself by calling Forget.
	Erase func(ctx context.Context, project string) error
	// Names returns the names of people; deleted accounts have no name.
	Names func(ctx context.Context, people []string) (map[string]string, error)
	// Asking lists the running answers of a project.
	Asking func(ctx context.Context, project string) ([]Asking, error)
	// Bring moves conversations and copies files between owners.
	Bring Bring
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: slog.Default
}

// Service manages projects. It is safe for concurrent use.
type Service struct {
	Options
	open watch
}

// New makes the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Service{Options: o, open: newWatch()}
}

// Create creates a project with `person` as the owner.
func (s *Service) Create(ctx context.Context, person string, in Settings) (Project, error) {
	in, err := in.clean()
	if err != nil {
		return Project{}, err
	}
	now, project := s.Now().UnixMilli(), newID()
	err = s.writeOf(ctx, person, func(q *projectdb.Queries) error {
		if err := mayHaveMore(ctx, q, person); err != nil {
			return err
		}
		if err := q.InsertProject(ctx, projectdb.InsertProjectParams{
			OwnerID: project, Name: in.Name, Sign: in.Sign, Description: in.Description,
			Prompt: in.Prompt, PromptKey: promptKey(in.Prompt), ModelID: in.Model, Sites: encodeSites(in.Sites), CreatedAt: now,
		}); err != nil {
			return err
		}
		if _, err := q.AddMember(ctx, projectdb.AddMemberParams{ProjectID: project, AccountID: person, Role: Owner.String(), JoinedAt: now}); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, Created, "")
	})
	if err != nil {
		return Project{}, err
	}
	return s.Get(ctx, project, person)
}

// mayHaveMore fails if a person already has the maximum number of projects. It is called in a
// transaction of the person, see writeOf.
func mayHaveMore(ctx context.Context, q *projectdb.Queries, person string) error {
	n, err := q.CountProjectsOf(ctx, person)
	if err == nil && n >= MaxProjects {
		err = errs.New(errs.ProjectsFull).With("limit", itoa(MaxProjects))
	}
	return err
}

func promptKey(prompt string) string {
	if prompt == "" {
		return ""
	}
	return id.New()
}

// Get returns a project as a member sees it.
func (s *Service) Get(ctx context.Context, project, person string) (Project, error) {
	q := projectdb.New(s.DB.Read())
	row, err := q.GetProject(ctx, project)
	if err != nil {
		return Project{}, stored(err)
	}
	in, err := q.RoleIn(ctx, projectdb.RoleInParams{ProjectID: project, AccountID: person})
	if err != nil {
		return Project{}, stored(err)
	}
	n, err := q.CountMembers(ctx, project)
	p := projectOf(row)
	p.Role, p.Members = RoleOf(in.Role), int(n)
	return p, stored(err)
}

func projectOf(r projectdb.Project) Project {
	return Project{
		ID: r.OwnerID, Name: r.Name, Sign: r.Sign, Description: r.Description, Prompt: r.Prompt, PromptKey: r.PromptKey, Model: r.ModelID, Sites: decodeSites(r.Sites),
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, ArchivedAt: r.ArchivedAt,
	}
}

// List returns the projects of a person, the most recently used or changed first.
func (s *Service) List(ctx context.Context, person string) ([]Project, error) {
	rows, err := projectdb.New(s.DB.Read()).ProjectsOf(ctx, projectdb.ProjectsOfParams{AccountID: person, Size: 2 * MaxProjects})
	out := make([]Project, len(rows))
	for i, r := range rows {
		out[i] = Project{
			ID: r.OwnerID, Name: r.Name, Sign: r.Sign, Description: r.Description, Prompt: r.Prompt, PromptKey: r.PromptKey, Model: r.ModelID, Sites: decodeSites(r.Sites),
			Role: RoleOf(r.Role), Members: int(r.Members), CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, ArchivedAt: r.ArchivedAt,
		}
	}
	return out, stored(err)
}

// Answering returns the settings for answers in a project. It returns false if `owner` is not
// the id of a project.
func (s *Service) Answering(ctx context.Context, owner string) (Project, bool, error) {
	row, err := projectdb.New(s.DB.Read()).GetProject(ctx, owner)
	if errors.Is(err, sql.ErrNoRows) {
		return Project{}, false, nil
	}
	return projectOf(row), err == nil, stored(err)
}

// Update changes a project's settings. `change` receives the current settings and returns the new
// ones.
func (s *Service) Update(ctx context.Context, project, person string, change func(Settings) Settings) (Project, error) {
	err := s.write(ctx, func(q *projectdb.Queries) error {
		if err := hold(ctx, q, project); err != nil {
			return err
		}
		row, err := q.GetProject(ctx, project)
		if err != nil {
			return err
		}
		old := Settings{Name: row.Name, Sign: row.Sign, Description: row.Description, Prompt: row.Prompt, Model: row.ModelID, Sites: decodeSites(row.Sites)}
		in, err := change(old).clean()
		if err != nil || in.same(old) {
			return err
		}
		key := row.PromptKey
		kind := Changed
		if in.Prompt != old.Prompt {
			key, kind = promptKey(in.Prompt), Prompted
		}
		if _, err := q.UpdateProject(ctx, projectdb.UpdateProjectParams{
			Name: in.Name, Sign: in.Sign, Description: in.Description, Prompt: in.Prompt, PromptKey: key, ModelID: in.Model, Sites: encodeSites(in.Sites),
			UpdatedAt: s.Now().UnixMilli(), OwnerID: project,
		}); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, kind, "")
	})
	if err != nil {
		return Project{}, err
	}
	return s.Get(ctx, project, person)
}

// Archive makes a project read-only, or editable again.
func (s *Service) Archive(ctx context.Context, project, person string, archive bool) error {
	at, kind := int64(0), Unarchived
	if archive {
		at, kind = s.Now().UnixMilli(), Archived
	}
	return s.write(ctx, func(q *projectdb.Queries) error {
		n, err := q.ArchiveProject(ctx, projectdb.ArchiveProjectParams{ArchivedAt: at, OwnerID: project})
		if err == nil && n == 0 {
			err = errs.New(errs.NotFound)
		}
		if err != nil {
			return err
		}
		return s.note(ctx, q, project, person, kind, "")
	})
}

// Delete permanently deletes a project. It first ends all memberships and then deletes
// the project's data. If deleting the data fails, Sweep deletes the data later.
func (s *Service) Delete(ctx context.Context, project string) error {
	err := s.write(ctx, func(q *projectdb.Queries) error { return s.drop(ctx, q, project) })
	if err != nil {
		return err
	}
	s.open.changed(project)
	return s.Erase(context.WithoutCancel(ctx), project)
}

// drop marks a project as deleted, and deletes its memberships and links. Nobody can act for the
// project afterwards.
func (s *Service) drop(ctx context.Context, q *projectdb.Queries, project string) error {
	n, err := q.DeleteProject(ctx, projectdb.DeleteProjectParams{DeletedAt: s.Now().UnixMilli(), OwnerID: project})
	if err == nil && n == 0 {
		err = errs.New(errs.NotFound)
	}
	return errors.Join(err, q.DropMembers(ctx, project), q.DropLinks(ctx, project))
}

// Sweep deletes the remaining data of deleted projects, and links that have expired or are used up.
// One call handles a limited number of deleted projects.
func (s *Service) Sweep(ctx context.Context) error {
	gone, err := projectdb.New(s.DB.Read()).Deleted(ctx)
	for _, project := range gone {
		err = errors.Join(err, s.Erase(ctx, project))
	}
	return errors.Join(err, s.write(ctx, func(q *projectdb.Queries) error { return q.DropOldLinks(ctx, s.Now().UnixMilli()) }))
}

func (s *Service) write(ctx context.Context, fn func(q *projectdb.Queries) error) error {
	return stored(s.DB.InTx(ctx, func(tx *sql.Tx) error { return fn(projectdb.New(tx)) }))
}

// writeOf is write for a transaction that counts the projects of a person.
func (s *Service) writeOf(ctx context.Context, person string, fn func(q *projectdb.Queries) error) error {
	return stored(s.DB.InTxOf(ctx, person, func(tx *sql.Tx) error { return fn(projectdb.New(tx)) }))
}

// hold serialises changes of a project; see Hold in queries.sql. It fails with errs.NotFound if
// the project does not exist.
func hold(ctx context.Context, q *projectdb.Queries, project string) error {
	return must(q.Hold(ctx, project))
}

// must returns errs.NotFound if no row was changed.
func must(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}

// stored converts a database error to an error for users.
func stored(err error) error {
	switch _, known := errors.AsType[*errs.Error](err); {
	case err == nil || known:
		return err
	case errors.Is(err, sql.ErrNoRows):
		return errs.New(errs.NotFound)
	}
	return errs.Wrap(errs.StorageFail, err)
}

func itoa(n int) string { return strconv.Itoa(n) }
