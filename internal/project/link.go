package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/project/projectdb"
)

// Link is an invitation link: whoever opens it while it is valid can join the project. Times are
// Unix milliseconds.
type Link struct {
	ID        string
	Token     string // the secret in the address; set only when the link is created
	Role      Role   // Reader or Editor
	MaxUses   int
	Uses      int
	CreatedAt int64
	ExpiresAt int64
}

// Invitation describes the project of a link, and the role given by the link.
type Invitation struct {
	Project string // id of the project
	Name    string
	Sign    string
	Role    Role
}

// Invite creates a link that can be used a limited number of times until it expires.
func (s *Service) Invite(ctx context.Context, project, person string, role Role, uses, days int) (Link, error) {
	if role != Reader && role != Editor || uses < 1 || uses > MaxUses || days < 1 || days > MaxLinkDays {
		return Link{}, errs.New(errs.BadRequest).With("detail", "role, uses, days")
	}
	now := s.Now()
	l := Link{
		ID: id.New(), Token: id.Token(), Role: role, MaxUses: uses,
		CreatedAt: now.UnixMilli(), ExpiresAt: now.Add(time.Duration(days) * day).UnixMilli(),
	}
	err := s.write(ctx, func(q *projectdb.Queries) error {
		if err := hold(ctx, q, project); err != nil {
			return err
		}
		there, err := q.Links(ctx, projectdb.LinksParams{OwnerID: project, Now: now.UnixMilli()})
		if err == nil && len(there) >= MaxLinks {
			err = errs.New(errs.ProjectFull).With("limit", itoa(MaxLinks))
		}
		if err != nil {
			return err
		}
		if err := q.InsertLink(ctx, projectdb.InsertLinkParams{
			ID: l.ID, OwnerID: project, Hash: hashOf(l.Token), Role: role.String(), MaxUses: int64(uses), CreatedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt,
		}); err != nil {
			return err
		}
		return s.note(ctx, q, project, person, Invited, role.String())
	})
	return l, err
}

// hashOf is the stored hash of a token. Tokens are random, so no salt is needed.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Links lists the valid links of a project, without their tokens.
func (s *Service) Links(ctx context.Context, project string) ([]Link, error) {
	rows, err := projectdb.New(s.DB.Read()).Links(ctx, projectdb.LinksParams{OwnerID: project, Now: s.Now().UnixMilli()})
	out := make([]Link, len(rows))
	for i, r := range rows {
		out[i] = Link{ID: r.ID, Role: RoleOf(r.Role), MaxUses: int(r.MaxUses), Uses: int(r.Uses), CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt}
	}
	return out, stored(err)
}

// Revoke invalidates a link. People who joined by it remain members.
func (s *Service) Revoke(ctx context.Context, project, link string) error {
	return s.write(ctx, func(q *projectdb.Queries) error {
		return must(q.DropLink(ctx, projectdb.DropLinkParams{OwnerID: project, ID: link}))
	})
}

// Look returns the invitation of a token. It fails with errs.ProjectLinkOver if the link is not
// valid.
func (s *Service) Look(ctx context.Context, token string) (Invitation, error) {
	r, err := projectdb.New(s.DB.Read()).LinkByHash(ctx, projectdb.LinkByHashParams{Hash: hashOf(token), Now: s.Now().UnixMilli()})
	if err != nil {
		return Invitation{}, over(err)
	}
	return Invitation{Project: r.OwnerID, Name: r.Name, Sign: r.Sign, Role: RoleOf(r.Role)}, nil
}

// over converts errors as the function `stored` does, but returns errs.ProjectLinkOver instead of
// errs.NotFound.
func over(err error) error {
	if err = stored(err); errs.Is(err, errs.NotFound) {
		return errs.New(errs.ProjectLinkOver)
	}
	return err
}

// Join makes a person a member by the token of a link, and returns the project. If the person is
// already a member, nothing changes and the use is not counted.
func (s *Service) Join(ctx context.Context, person, token string) (project string, err error) {
	i, err := s.Look(ctx, token)
	if err != nil {
		return "", err
	}
	now := s.Now().UnixMilli()
	err = s.writeOf(ctx, person, func(q *projectdb.Queries) error {
		if err := hold(ctx, q, i.Project); err != nil {
			return err
		}
		if _, err := q.RoleIn(ctx, projectdb.RoleInParams{ProjectID: i.Project, AccountID: person}); err == nil {
			return nil
		}
		n, err := q.CountMembers(ctx, i.Project)
		if err == nil && n >= MaxMembers {
			err = errs.New(errs.ProjectFull).With("limit", itoa(MaxMembers))
		}
		if err != nil {
			return err
		}
		if err := mayHaveMore(ctx, q, person); err != nil {
			return err
		}
		used, err := q.UseLink(ctx, projectdb.UseLinkParams{Hash: hashOf(token), Now: now})
		if err == nil && used == 0 {
			err = errs.New(errs.ProjectLinkOver)
		}
		if err != nil {
			return err
		}
		if _, err := q.AddMember(ctx, projectdb.AddMemberParams{ProjectID: i.Project, AccountID: person, Role: i.Role.String(), JoinedAt: now}); err != nil {
			return err
		}
		return s.note(ctx, q, i.Project, person, Joined, i.Role.String())
	})
	if err == nil {
		s.open.changed(i.Project)
	}
	return i.Project, err
}
