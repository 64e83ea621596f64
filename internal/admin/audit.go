package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin/admindb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Actor is the administrator who acts. Network is where they act from: an IPv4 address, or the /64
// network of an IPv6 address.
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

// Note records an act that the Service does not carry out itself, such as a change of an account.
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

// Words returns the detail of an act for the page. Where a section was saved, fields have the labels that the
// settings page gives them, in the language of locale; other fields remain paths with their signs.
func (s *Service) Words(e Entry, locale string) string {
	sec, err := s.section(e.Target)
	if e.Action != SaveSettings || err != nil || sec.Fields == nil || e.Detail == "" {
		return e.Detail
	}
	labels := map[string]string{}
	for _, f := range sec.Fields(locale) {
		labels[f.Key] = strings.TrimPrefix(f.Group+" · "+f.Label, " · ")
	}
	paths := strings.Split(e.Detail, " ")
	for i, path := range paths {
		if label := labels[strings.TrimLeft(path, "+-~")]; label != "" {
			paths[i] = label
		}
	}
	return strings.Join(paths, errs.Text{ZhCN: "；", ZhTW: "；", En: "; "}.In(locale))
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

// changes lists the fields that differ between two documents: + for added ones, - for removed ones
// and ~ for changed ones. The result contains no values. A secret is listed when it is added or removed,
// and not when its value changes.
func changes(name string, secrets []string, before, after json.RawMessage) string {
	was, is := fields(name, secrets, before), fields(name, secrets, after)
	var out []string
	for place, value := range is {
		switch old, there := was[place]; {
		case !there:
			out = append(out, "+"+place)
		case old != value:
			out = append(out, "~"+place)
		}
	}
	for place := range was {
		if _, there := is[place]; !there {
			out = append(out, "-"+place)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return strings.Compare(a[1:], b[1:]) })
	return strings.Join(out, " ")
}

// fields returns the values of a document by their paths. Sealed secrets differ
// after every save, so only their presence is compared.
func fields(name string, secrets []string, raw json.RawMessage) map[string]string {
	out := map[string]string{}
	if len(bytes.TrimSpace(raw)) == 0 {
		return out
	}
	doc, err := shown(name, raw, secrets)
	if err != nil {
		return out
	}
	var tree any
	if json.Unmarshal(doc, &tree) == nil {
		leaves(tree, "", out)
	}
	return out
}

func leaves(doc any, place string, out map[string]string) {
	switch v := doc.(type) {
	case map[string]any:
		for key, child := range v {
			leaves(child, strings.TrimPrefix(place+"."+key, "."), out)
		}
	case []any:
		for i, child := range v {
			leaves(child, place+"["+nameOf(i, child)+"]", out)
		}
	default:
		b, _ := json.Marshal(v)
		out[place] = string(b)
	}
}
