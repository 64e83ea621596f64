// Package notice stores notices, including short tips, from the operator or the server to
// everybody or to one person. It counts the unseen notices for the red dots on the page.
package notice

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/notice/noticedb"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kind is the kind of a notice; each kind has a separate red dot.
type Kind string

// The kinds.
const (
	System  Kind = "system"  // the operator's announcements
	Account Kind = "account" // about the person's own account, such as a new login or a ban
	Feature Kind = "feature" // new features
	Work    Kind = "work"    // background work of the person has ended
	Tip     Kind = "tip"     // a short text, shown until it is marked as seen; not listed with the other notices
)

// Kinds lists all kinds.
var Kinds = []Kind{System, Account, Feature, Work, Tip}

// Limits on the texts of a notice in characters, and on its link in bytes.
const (
	maxTitle = 64
	maxBody  = 4000
	maxLink  = 512
)

// Notice is a notice to one person or to everybody. An empty Owner means everybody.
type Notice struct {
	ID        string
	Owner     string
	Kind      Kind
	Title     errs.Text // one line
	Body      errs.Text // may have several lines
	Link      string    // a path of this site, beginning with one slash, or empty
	CreatedAt time.Time
	Until     time.Time // expiry time of the notice; zero: the notice never expires
	Unseen    bool      // only set by List: the reader has not marked the kind as seen since the notice was posted
}

// Dot is the number of somebody's unseen notices of a kind.
type Dot struct {
	Kind   Kind
	Number int
}

// Service stores notices. It is safe for concurrent use.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// New makes the service. If `now` is nil, the service uses the real time.
func New(d *db.DB, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{db: d, now: now}
}

// Post stores a notice and returns its id. If the notice has no id, Post creates one. If a notice
// with the id exists, Post stores nothing. It fails with errs.BadRequest for an invalid notice, for
// example when the title lacks a language or the link leads to another site.
func (s *Service) Post(ctx context.Context, n Notice) (string, error) {
	if err := check(n); err != nil {
		return "", err
	}
	if n.ID == "" {
		n.ID = id.New()
	}
	row := noticedb.InsertNoticeParams{
		ID: n.ID, OwnerID: n.Owner, Kind: string(n.Kind), Title: encode(n.Title), Body: encode(n.Body),
		Link: n.Link, CreatedAt: s.now().UnixMilli(),
	}
	if !n.Until.IsZero() {
		row.Until = n.Until.UnixMilli()
	}
	return row.ID, s.write(ctx, func(q *noticedb.Queries) error { return q.InsertNotice(ctx, row) })
}

// What errors call the parts of a notice; the same words as on the page.
var (
	titleName = errs.Text{ZhCN: "标题（{language}）", ZhTW: "標題（{language}）", En: "Title ({language})"}
	bodyName  = errs.Text{ZhCN: "正文（{language}）", ZhTW: "內文（{language}）", En: "Body ({language})"}
	linkName  = errs.Text{ZhCN: "跳转地址", ZhTW: "跳轉位址", En: "Link"}
)

// languages are the names of the locales, as on the page.
var languages = map[string]string{"zh-CN": "简体中文", "zh-TW": "繁體中文", "en": "English"}

// in names the language of a title or a body.
func in(name errs.Text, locale string) errs.Text {
	return name.Fill(map[string]errs.Text{"language": errs.Same(languages[locale])})
}

func check(n Notice) error {
	if !slices.Contains(Kinds, n.Kind) {
		return bad("kind")
	}
	for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
		title, body := n.Title.In(locale), n.Body.In(locale)
		switch {
		case strings.TrimSpace(title) == "":
			return setting.Invalid(setting.Wrong(setting.Missing, "").Named(in(titleName, locale)))
		case text.Len(title) > maxTitle:
			return setting.Invalid(setting.Wrong(setting.TooLong, "").Named(in(titleName, locale)).With("limit", maxTitle))
		case text.OneLine(title) != title:
			return setting.Invalid(setting.Wrong(setting.ManyLines, "").Named(in(titleName, locale)))
		case text.Len(body) > maxBody:
			return setting.Invalid(setting.Wrong(setting.TooLong, "").Named(in(bodyName, locale)).With("limit", maxBody))
		}
	}
	// A link that begins with two slashes, or with a slash and a backslash, leads to another host.
	// Control characters are refused because browsers remove them before they interpret an address.
	if n.Link != "" && (n.Link[0] != '/' || len(n.Link) > maxLink || strings.Contains(n.Link, `\`) || strings.ContainsFunc(n.Link, unicode.IsControl) || strings.HasPrefix(n.Link, "//")) {
		return setting.Invalid(setting.Wrong(setting.BadPath, "").Named(linkName))
	}
	return nil
}

func bad(field string) error { return errs.New(errs.BadRequest).With("detail", field) }

// maxPage bounds the entries of one page of a list.
const maxPage = 100

// List returns a page of the notices to an owner and to everybody, newest first, and whether more
// notices follow. Expired notices are left out. An empty kind selects all kinds except tips. A limit of 0
// stands for maxPage, which is also the largest limit.
func (s *Service) List(ctx context.Context, owner string, kind Kind, offset, limit int) (page []Notice, more bool, err error) {
	if offset < 0 || limit < 0 {
		return nil, false, bad("offset, limit")
	}
	if limit == 0 || limit > maxPage {
		limit = maxPage
	}
	rows, err := noticedb.New(s.db.Read()).ListNotices(ctx, noticedb.ListNoticesParams{
		OwnerID: owner, Now: s.now().UnixMilli(), Kind: string(kind), Skip: int32(min(offset, 1<<30)), Size: int32(limit) + 1,
	})
	if err != nil {
		return nil, false, errs.Wrap(errs.StorageFail, err)
	}
	if more = len(rows) > limit; more {
		rows = rows[:limit]
	}
	out := make([]Notice, len(rows))
	for i, r := range rows {
		out[i] = Notice{ID: r.ID, Owner: r.OwnerID, Kind: Kind(r.Kind), Title: decode(r.Title), Body: decode(r.Body),
			Link: r.Link, CreatedAt: time.UnixMilli(r.CreatedAt), Unseen: r.Unseen == 1}
		if r.Until > 0 {
			out[i].Until = time.UnixMilli(r.Until)
		}
	}
	return out, more, nil
}

// Dots counts an owner's unseen notices, including unseen notices to everybody. Kinds without
// unseen notices are left out.
func (s *Service) Dots(ctx context.Context, owner string) ([]Dot, error) {
	rows, err := noticedb.New(s.db.Read()).CountUnseen(ctx, noticedb.CountUnseenParams{OwnerID: owner, Now: s.now().UnixMilli()})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	var out []Dot
	for _, k := range Kinds {
		for _, r := range rows {
			if Kind(r.Kind) == k {
				out = append(out, Dot{k, int(r.Number)})
			}
		}
	}
	return out, nil
}

// Seen marks the notices of the kinds as seen, or all notices when no kind is passed.
func (s *Service) Seen(ctx context.Context, owner string, kinds []Kind) error {
	if len(kinds) == 0 {
		kinds = Kinds
	}
	at := s.now().UnixMilli()
	return s.write(ctx, func(q *noticedb.Queries) error {
		for _, k := range kinds {
			if !slices.Contains(Kinds, k) {
				return bad("type")
			}
			if err := q.MarkSeen(ctx, noticedb.MarkSeenParams{OwnerID: owner, Kind: string(k), SeenAt: at}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Announcements returns a page of the notices to everybody, newest first. Expired notices are
// included until Sweep deletes them.
func (s *Service) Announcements(ctx context.Context, offset, limit int) ([]Notice, error) {
	rows, err := noticedb.New(s.db.Read()).ListForEverybody(ctx, noticedb.ListForEverybodyParams{Offset: int32(max(0, offset)), Limit: int32(min(max(1, limit), maxPage))})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Notice, len(rows))
	for i, r := range rows {
		out[i] = Notice{ID: r.ID, Kind: Kind(r.Kind), Title: decode(r.Title), Body: decode(r.Body), Link: r.Link, CreatedAt: time.UnixMilli(r.CreatedAt)}
		if r.Until > 0 {
			out[i].Until = time.UnixMilli(r.Until)
		}
	}
	return out, nil
}

// TakeBack deletes a notice to everybody and returns its title.
func (s *Service) TakeBack(ctx context.Context, noticeID string) (title errs.Text, err error) {
	err = s.write(ctx, func(q *noticedb.Queries) error {
		stored, err := q.DeleteForEverybody(ctx, noticeID)
		if errors.Is(err, sql.ErrNoRows) {
			return errs.New(errs.NotFound)
		}
		title = decode(stored)
		return err
	})
	return title, err
}

// Sweep deletes expired notices.
func (s *Service) Sweep(ctx context.Context) error {
	return s.write(ctx, func(q *noticedb.Queries) error { return q.DeleteEnded(ctx, s.now().UnixMilli()) })
}

// Forget deletes an owner's notices, and the owner's times of marking notices as seen.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(q *noticedb.Queries) error {
		if err := q.ForgetNotices(ctx, owner); err != nil {
			return err
		}
		return q.ForgetSeen(ctx, owner)
	})
}

// Move gives the notices of the visitor `from` to the account `to`. If the account never marked a kind
// as seen, the visitor's time of marking this kind is moved too.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := noticedb.New(tx)
	if err := q.MoveNotices(ctx, noticedb.MoveNoticesParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	if err := q.MoveSeen(ctx, noticedb.MoveSeenParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	return q.ForgetSeen(ctx, from)
}

func (s *Service) write(ctx context.Context, f func(q *noticedb.Queries) error) error {
	err := s.db.InTx(ctx, func(tx *sql.Tx) error { return f(noticedb.New(tx)) })
	if _, ok := errors.AsType[*errs.Error](err); ok || err == nil {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

func encode(t errs.Text) string {
	b, _ := json.Marshal(t) // cannot fail: t consists of three strings
	return string(b)
}

func decode(s string) errs.Text {
	var t errs.Text
	_ = json.Unmarshal([]byte(s), &t) // cannot fail: the text was written by encode
	return t
}
