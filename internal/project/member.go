package project

import (
	"context"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/project/projectdb"
)

// Member is a member of a project.
type Member struct {
	ID       string
	Name     string // empty: the account is deleted
	Role     Role
	JoinedAt int64 // Unix milliseconds
}

// Act checks that a person has at least the role `need` in a project. It fails with errs.NotFound if
// the project does not exist or the person is not a member, with errs.ProjectRole if the person's
// role is lower, and with errs.ProjectArchived if `need` is Editor and the project is archived.
func (s *Service) Act(ctx context.Context, project, person string, need Role) error {
	in, err := projectdb.New(s.DB.Read()).RoleIn(ctx, projectdb.RoleInParams{ProjectID: project, AccountID: person})
	switch {
	case err != nil:
		return stored(err)
	case RoleOf(in.Role) < need:
		return errs.New(errs.ProjectRole)
	case need == Editor && in.ArchivedAt > 0:
		return errs.New(errs.ProjectArchived)
	}
	return nil
}

// Members lists the members of a project; the member who joined first comes first.
func (s *Service) Members(ctx context.Context, project string) ([]Member, error) {
	rows, err := projectdb.New(s.DB.Read()).Members(ctx, project)
	if err != nil {
		return nil, stored(err)
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.AccountID
	}
	names, err := s.Names(ctx, ids)
	out := make([]Member, len(rows))
	for i, r := range rows {
		out[i] = Member{ID: r.AccountID, Name: names[r.AccountID], Role: RoleOf(r.Role), JoinedAt: r.JoinedAt}
	}
	return out, stored(err)
}

// SetRole makes a member a reader or an editor. The owner's role can be changed only by
// Transfer.
func (s *Service) SetRole(ctx context.Context, project, person, member string, role Role) error {
	if role != Reader && role != Editor {
		return errs.New(errs.BadRequest).With("detail", "role")
	}
	return s.change(ctx, project, func(q *projectdb.Queries) error {
		if err := s.notOwner(ctx, q, project, member); err != nil {
			return err
		}
		if err := must(q.SetRole(ctx, projectdb.SetRoleParams{Role: role.String(), ProjectID: project, AccountID: member})); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, roleKinds[role], member)
	})
}

// Remove removes a member from a project. Open streams of the member end at the next Refresh.
func (s *Service) Remove(ctx context.Context, project, person, member string) error {
	kind := Removed
	if person == member {
		kind = Left
	}
	return s.change(ctx, project, func(q *projectdb.Queries) error {
		if err := s.notOwner(ctx, q, project, member); err != nil {
			return err
		}
		if err := must(q.RemoveMember(ctx, projectdb.RemoveMemberParams{ProjectID: project, AccountID: member})); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, kind, member)
	})
}

// Leave removes the person from a project. It fails with errs.ProjectOwner for the owner, who
// cannot leave.
func (s *Service) Leave(ctx context.Context, project, person string) error {
	return s.Remove(ctx, project, person, person)
}

// notOwner fails with errs.ProjectOwner if the member is the owner.
func (s *Service) notOwner(ctx context.Context, q *projectdb.Queries, project, member string) error {
	in, err := q.RoleIn(ctx, projectdb.RoleInParams{ProjectID: project, AccountID: member})
	if err == nil && RoleOf(in.Role) == Owner {
		err = errs.New(errs.ProjectOwner)
	}
	return err
}

// Transfer makes another member the owner and the current owner an editor. Of two concurrent
// transfers one succeeds, and the other fails with errs.ProjectRole.
func (s *Service) Transfer(ctx context.Context, project, person, member string) error {
	return s.change(ctx, project, func(q *projectdb.Queries) error {
		if member == person {
			return errs.New(errs.NotFound)
		}
		if _, err := q.RoleIn(ctx, projectdb.RoleInParams{ProjectID: project, AccountID: member}); err != nil {
			return err
		}
		n, err := q.StepDown(ctx, projectdb.StepDownParams{ProjectID: project, AccountID: person})
		if err == nil && n == 0 {
			err = errs.New(errs.ProjectRole)
		}
		if err != nil {
			return err
		}
		if err := must(q.SetRole(ctx, projectdb.SetRoleParams{Role: Owner.String(), ProjectID: project, AccountID: member})); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, Transferred, member)
	})
}

// change changes the members of a project; changes of one project are serialised.
func (s *Service) change(ctx context.Context, project string, fn func(q *projectdb.Queries) error) error {
	err := s.write(ctx, func(q *projectdb.Queries) error {
		if err := hold(ctx, q, project); err != nil {
			return err
		}
		return fn(q)
	})
	if err == nil {
		s.open.changed(project)
	}
	return err
}

// Forget deletes the rows of a project if `owner` is a project. If `owner` is a person, Forget ends the
// person's memberships. Each project owned by the person passes to the longest-standing editor,
// or to the longest-standing reader if there is no editor. A project without other members is deleted
// with all its data.
func (s *Service) Forget(ctx context.Context, owner string) error {
	err := s.write(ctx, func(q *projectdb.Queries) error {
		for _, drop := range []func(context.Context, string) error{q.DropLinks, q.DropActivities, q.DropMembers, q.DropProject} {
			if err := drop(ctx, owner); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	of, err := projectdb.New(s.DB.Read()).MembershipsOf(ctx, owner)
	if err != nil {
		return stored(err)
	}
	for _, m := range of {
		err = errors.Join(err, s.quit(ctx, m.ProjectID, owner))
	}
	return err
}

// quit removes a person from a project because the person's account ends.
func (s *Service) quit(ctx context.Context, project, person string) error {
	alone := false
	err := s.write(ctx, func(q *projectdb.Queries) error {
		there, err := q.Hold(ctx, project)
		if err != nil {
			return err
		}
		in, err := q.RoleIn(ctx, projectdb.RoleInParams{ProjectID: project, AccountID: person})
		if there == 0 || errs.Is(stored(err), errs.NotFound) {
			// If the project was deleted, the person's member row may remain. If the person is not a member,
			// this deletes nothing.
			return q.DropMember(ctx, projectdb.DropMemberParams{ProjectID: project, AccountID: person})
		}
		if err != nil {
			return err
		}
		if err := q.DropMember(ctx, projectdb.DropMemberParams{ProjectID: project, AccountID: person}); err != nil || RoleOf(in.Role) != Owner {
			return err
		}
		heir, err := q.Heir(ctx, projectdb.HeirParams{ProjectID: project, AccountID: person})
		if errs.Is(stored(err), errs.NotFound) {
			alone = true
			return s.drop(ctx, q, project)
		}
		if err != nil {
			return err
		}
		if err := must(q.SetRole(ctx, projectdb.SetRoleParams{Role: Owner.String(), ProjectID: project, AccountID: heir})); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, Transferred, heir)
	})
	if err != nil {
		return err
	}
	s.open.changed(project)
	if alone {
		return s.Erase(ctx, project)
	}
	return nil
}
