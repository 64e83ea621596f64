package project

import (
	"context"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/project/projectdb"
)

// Bring moves conversations and copies files between owners.
type Bring interface {
	// Conversation moves a conversation from one owner to another, copies the files that the
	// conversation uses, and returns its title. `author` becomes the author of the questions. The call
	// fails with errs.NotFound if `from` has no such conversation, and with errs.Busy while an answer in
	// the conversation is being made.
	Conversation(ctx context.Context, from, to, author, cid string) (title string, err error)
	// File copies a file and returns the id and the name of the copy. If the receiver already has
	// the same file, the existing file is returned.
	File(ctx context.Context, from, to, document string) (id, name string, err error)
}

// MoveIn moves a person's conversation into a project.
func (s *Service) MoveIn(ctx context.Context, project, person, cid string) error {
	title, err := s.Bring.Conversation(ctx, person, project, person, cid)
	if err == nil {
		s.noteLater(ctx, project, person, MovedIn, title)
	}
	return err
}

// MoveOut moves a conversation from a project to a person. Afterwards the other members cannot read
// the conversation.
func (s *Service) MoveOut(ctx context.Context, project, person, cid string) error {
	title, err := s.Bring.Conversation(ctx, project, person, "", cid)
	if err == nil {
		s.noteLater(ctx, project, person, MovedOut, title)
	}
	return err
}

// AddFile copies a person's file into a project.
func (s *Service) AddFile(ctx context.Context, project, person, document string) (id, name string, err error) {
	id, name, err = s.Bring.File(ctx, person, project, document)
	if err == nil {
		s.noteLater(ctx, project, person, FileAdded, name)
	}
	return id, name, err
}

// noteLater records an activity and the use of the project. The action itself has already succeeded,
// so a failure is only logged.
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
