package agent

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Asked is an agent as administrators see it. Queue returns it with the version that waits for review,
// Published with the live version.
type Asked struct {
	Agent
	Author  string // name of the author
	Number  int    // number of the version in Spec
	AskedAt int64  // Unix milliseconds; 0 in the result of Published
	Live    *Spec  // the last live version; nil if there was none, and in the result of Published
}

// Queue returns the agents that wait for review, the longest waiting first.
func (s *Service) Queue(ctx context.Context, offset, limit int) (page []Asked, total int, err error) {
	size, skip, err := paged(offset, limit)
	if err != nil {
		return nil, 0, err
	}
	q := agentdb.New(s.o.DB.Read())
	n, err := q.CountQueue(ctx)
	if err != nil {
		return nil, 0, stored(err)
	}
	rows, err := q.ReviewQueue(ctx, agentdb.ReviewQueueParams{Limit: size, Offset: skip})
	if err != nil {
		return nil, 0, stored(err)
	}
	for _, r := range rows {
		v, err := q.GetVersion(ctx, agentdb.GetVersionParams{AgentID: r.ID, Number: r.AskedVersion})
		if err != nil {
			return nil, 0, stored(err)
		}
		a := Asked{Agent: ofRow(r, false), Author: s.o.AuthorName(ctx, r.OwnerID), Number: int(r.AskedVersion), AskedAt: r.AskedAt}
		if r.Version > 0 {
			live := a.Spec
			a.Live = &live
		}
		a.Spec = decode(v.Spec)
		page = append(page, a)
	}
	return page, int(n), nil
}

// Published returns the agents open to users other than the author, the most recently published
// first. Agents that ship with the program are not included.
func (s *Service) Published(ctx context.Context, offset, limit int) (page []Asked, total int, err error) {
	size, skip, err := paged(offset, limit)
	if err != nil {
		return nil, 0, err
	}
	q := agentdb.New(s.o.DB.Read())
	n, err := q.CountVisible(ctx)
	if err != nil {
		return nil, 0, stored(err)
	}
	rows, err := q.ListVisible(ctx, agentdb.ListVisibleParams{Limit: size, Offset: skip})
	for _, r := range rows {
		page = append(page, Asked{Agent: ofRow(r, false), Author: s.o.AuthorName(ctx, r.OwnerID), Number: int(r.Version)})
	}
	return page, int(n), stored(err)
}

// Approve makes a waiting version public. `number` is the version read by the administrator. If
// this version does not wait for review, Approve fails with errs.AgentChanged.
func (s *Service) Approve(ctx context.Context, agentID string, number int) error {
	var row agentdb.Agent
	err := s.change(ctx, agentID, func(q *agentdb.Queries) (err error) {
		if row, err = q.GetAgent(ctx, agentID); err != nil {
			return found(err)
		}
		if Review(row.Review) != Waiting || row.AskedVersion != int64(number) {
			return errs.New(errs.AgentChanged)
		}
		v, err := q.GetVersion(ctx, agentdb.GetVersionParams{AgentID: row.ID, Number: row.AskedVersion})
		if err != nil {
			return err
		}
		return goLive(ctx, q, row, row.AskedVersion, decode(v.Spec), Public, s.o.Now().UnixMilli())
	})
	if err != nil {
		return err
	}
	s.notify(ctx, row, "approve", number, approved, "")
	return s.o.Note(ctx, "approve", agentID, strconv.Itoa(number))
}

// Refuse rejects a waiting version; the live version stays.
func (s *Service) Refuse(ctx context.Context, agentID string, number int, reason string) error {
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	var row agentdb.Agent
	err = s.change(ctx, agentID, func(q *agentdb.Queries) (err error) {
		if row, err = q.GetAgent(ctx, agentID); err != nil {
			return found(err)
		}
		n, err := q.Refuse(ctx, agentdb.RefuseParams{Reason: reason, ID: agentID, AskedVersion: int64(number)})
		if err == nil && n == 0 {
			return errs.New(errs.AgentChanged)
		}
		return err
	})
	if err != nil {
		return err
	}
	s.notify(ctx, row, "refuse", number, refused, reason)
	return s.o.Note(ctx, "refuse", agentID, strconv.Itoa(number)+" "+reason)
}

// TakeDown makes an agent unavailable to everybody but its author, and marks its reports as handled.
func (s *Service) TakeDown(ctx context.Context, agentID, reason string) error {
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	var row agentdb.Agent
	err = s.change(ctx, agentID, func(q *agentdb.Queries) (err error) {
		if row, err = q.GetAgent(ctx, agentID); err != nil {
			return found(err)
		}
		if err := met(q.TakeDown(ctx, agentdb.TakeDownParams{Reason: reason, DownAt: s.o.Now().UnixMilli(), ID: agentID})); err != nil {
			return err
		}
		return q.HandleReports(ctx, agentdb.HandleReportsParams{HandledAt: s.o.Now().UnixMilli(), AgentID: agentID})
	})
	if err != nil {
		return err
	}
	s.notify(ctx, row, "down", int(s.o.Now().UnixMilli()), takenDown, reason)
	return s.o.Note(ctx, "takeDown", agentID, reason)
}

// cleanReason trims the reason of a decision against an author. It fails if nothing is left or the
// reason is too long.
func cleanReason(reason string) (string, error) {
	reason = strings.TrimSpace(legible(reason))
	if reason == "" {
		return "", bad("reason")
	}
	return reason, bounded(reason, MaxReason, "reason")
}

// decision is the notice to an author: title contains the agent's name, body the reason.
type decision struct{ title, body errs.Text }

var (
	approved = decision{
		errs.Text{ZhCN: "「%s」已公开发布", ZhTW: "「%s」已公開發布", En: "“%s” is public"},
		errs.Text{ZhCN: "审核通过，大家可以在发现页找到它了。%s", ZhTW: "審核通過，大家可以在探索頁找到它了。%s", En: "It was approved and can be found on the discovery page.%s"},
	}
	refused = decision{
		errs.Text{ZhCN: "「%s」没有通过审核", ZhTW: "「%s」沒有通過審核", En: "“%s” was not approved"},
		errs.Text{ZhCN: "原因：%s\n修改后可以再次申请公开发布。", ZhTW: "原因：%s\n修改後可以再次申請公開發布。", En: "Reason: %s\nChange it and ask for publication again."},
	}
	takenDown = decision{
		errs.Text{ZhCN: "「%s」已被下架", ZhTW: "「%s」已被下架", En: "“%s” was taken down"},
		errs.Text{ZhCN: "原因：%s\n只有你自己还能使用它。修改后可以再次申请公开发布。", ZhTW: "原因：%s\n只有你自己還能使用它。修改後可以再次申請公開發布。", En: "Reason: %s\nOnly you can still use it. Change it and ask for publication again."},
	}
)

// maxTitled is the maximum length of a name in a notice's title, in characters.
const maxTitled = 20

// notify sends a decision to the author. If the notice cannot be sent, the decision still applies.
func (s *Service) notify(ctx context.Context, row agentdb.Agent, what string, number int, d decision, reason string) {
	name := text.Cut(decode(row.Draft).Name, maxTitled)
	say := func(t errs.Text, with string) errs.Text {
		return errs.Text{ZhCN: fmt.Sprintf(t.ZhCN, with), ZhTW: fmt.Sprintf(t.ZhTW, with), En: fmt.Sprintf(t.En, with)}
	}
	n := Notice{ID: fmt.Sprintf("agent-%s-%s-%d", row.ID, what, number), Title: say(d.title, name), Body: say(d.body, reason), Link: "/app/edit/" + row.ID}
	if err := s.o.Notify(ctx, row.OwnerID, n); err != nil {
		s.o.Log.WarnContext(ctx, "an author was not told of a review", "agent", row.ID, "err", err)
	}
}
