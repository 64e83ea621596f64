package project

import (
	"context"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/project/projectdb"
)

// Bring carries things from one owner to another.
type Bring interface {
	// Conversation moves a conversation together with copies of the files that it
	// is about, and gives its title. Its questions count as asked by author. It fails with errs.NotFound when from has
	// none of that id, and with errs.Busy while an answer is being made in it.
	Conversation(ctx context.Context, from, to, author, cid string) (title string, err error)
	// File copies a file, and gives the id and the name of the copy. When the
	// receiver has the same file already, that one is given.
	File(ctx context.Context, from, to, document string) (id, name string, err error)
}

// MoveIn moves a conversation of a person into a project.
func (s *Service) MoveIn(ctx context.Context, project, person, cid string) error {
	title, err := s.Bring.Conversation(ctx, person, project, person, cid)
	if err == nil {
		s.noteLater(ctx, project, person, MovedIn, title)
	}
	return err
}

// MoveOut makes a conversation of a project a person's own. Nobody else of the
// project can read it then.
func (s *Service) MoveOut(ctx context.Context, project, person, cid string) error {
	title, err := s.Bring.Conversation(ctx, project, person, "", cid)
	if err == nil {
		s.noteLater(ctx, project, person, MovedOut, title)
	}
	return err
}

// AddFile copies a file of a person into a project.
func (s *Service) AddFile(ctx context.Context, project, person, document string) (id, name string, err error) {
	id, name, err = s.Bring.File(ctx, person, project, document)
	if err == nil {
		s.noteLater(ctx, project, person, FileAdded, name)
	}
	return id, name, err
}

// noteLater stores what somebody has done. What cannot be stored is logged: the
// thing itself has succeeded.
func (s *Service) noteLater(ctx context.Context, project, person string, kind Kind, subject string) {
	err := s.write(context.WithoutCancel(ctx), func(q *projectdb.Queries) error {
		if err := q.UseProject(ctx, projectdb.UseProjectParams{UpdatedAt: s.Now().UnixMilli(), OwnerID: project}); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, kind, subject)
	})
	if err != nil {
		s.Log.WarnContext(ctx, "an activity was not noted", slog.String("project", project), slog.Any("error", err))
	}
}
