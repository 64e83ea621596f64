package admin

import (
	"context"
	"encoding/json"
	"net/netip"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin/admindb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Actor is the acting administrator. Network is the actor's IPv4 address, or the /64 network of the
// IPv6 address.
type Actor struct {
	ID, Network string
	Addr        netip.Addr // address for the security log, which stores only its network
}

// Action is the kind of an act in the audit log.
type Action string

// The actions.
const (
	SaveSettings   Action = "settings.save"
	TestProvider   Action = "provider.test"
	AcceptProvider Action = "provider.accept"
	TestSource     Action = "source.test"
	ChangeUser     Action = "user.change"
	LogUserOut     Action = "user.logout"
	HandleFeedback Action = "feedback.handle"
	PostNotice     Action = "notice.post"
	TakeNoticeBack Action = "notice.takeBack"
	MakeBackup     Action = "system.backup"
	Diagnose       Action = "system.diagnostics"
	ReviewAgent    Action = "agent.review"
	ReviewShare    Action = "share.review"
)

// Actions lists all actions.
var Actions = []Action{SaveSettings, TestProvider, AcceptProvider, TestSource, ChangeUser, LogUserOut, HandleFeedback, PostNotice, TakeNoticeBack, MakeBackup, Diagnose, ReviewAgent, ReviewShare}

const (
	maxDetail = 1000 // characters
	// auditAge is how long acts are kept.
	auditAge = 2 * 365 * 24 * time.Hour
)

// Entry is one act.
type Entry struct {
	ID      string
	At      int64 // Unix milliseconds
	ActorID string
	Action  Action
	Target  string
	Detail  string
	Network string
}

// Note records an act carried out outside of the Service, such as a change of an account.
func (s *Service) Note(ctx context.Context, by Actor, action Action, target, detail string) error {
	return s.write(ctx, func(q *admindb.Queries) error { return s.note(ctx, q, by, action, target, detail) })
}

func (s *Service) note(ctx context.Context, q *admindb.Queries, by Actor, action Action, target, detail string) error {
	return q.InsertAudit(ctx, admindb.InsertAuditParams{
		ID: id.New(), At: s.now().UnixMilli(), ActorID: by.ID, Action: string(action),
		Target: text.Cut(target, maxDetail), Detail: text.Cut(detail, maxDetail), Network: by.Network,
	})
}

// Audit returns acts, newest first; an empty action or actor means any.
func (s *Service) Audit(ctx context.Context, action Action, actor string, offset, limit int) ([]Entry, error) {
	size, skip, err := page(offset, limit)
	if err != nil {
		return nil, err
	}
	rows, err := admindb.New(s.db.Read()).ListAudit(ctx, admindb.ListAuditParams{Action: string(action), ActorID: actor, Size: size, Skip: skip})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{ID: r.ID, At: r.At, ActorID: r.ActorID, Action: Action(r.Action), Target: r.Target, Detail: r.Detail, Network: r.Network}
	}
	return out, nil
}

// Sweep deletes acts of more than two years ago.
func (s *Service) Sweep(ctx context.Context) error {
	return s.write(ctx, func(q *admindb.Queries) error {
		return q.DeleteAuditBefore(ctx, s.now().Add(-auditAge).UnixMilli())
	})
}

// page checks the offset and the limit of a list and converts them for a query: `size` is 50 if the
// limit is 0, and at most 100; `skip` is the offset.
func page(offset, limit int) (size, skip int32, err error) {
	if offset < 0 || offset > 1<<30 || limit < 0 {
		return 0, 0, errs.New(errs.BadRequest).With("detail", "offset, limit")
	}
	if limit == 0 {
		limit = 50
	}
	return int32(min(limit, 100)), int32(offset), nil
}

// changes returns the detail of a record about a saved section: the changes, without values. Secrets
// are opened for the comparison, because a sealed secret differs after every save.
func (s *Service) changes(sec setting.Section, before, after json.RawMessage) string {
	open := func(stored json.RawMessage) json.RawMessage {
		if len(stored) == 0 {
			return nil
		}
		doc, err := rewrite(sec.Name, stored, sec.Secrets, func(place, value string) (string, error) {
			if plain, err := s.sealer.Open(sealPlace(place), value); value != "" && err == nil {
				return plain, nil
			}
			return value, nil // an unreadable secret counts as changed
		})
		if err != nil {
			return nil
		}
		return doc
	}
	var base json.RawMessage
	if sec.Default != nil {
		base, _ = json.Marshal(sec.Default())
	}
	return written(compared(open(before), open(after), base))
}
