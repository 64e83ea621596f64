package admin

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// UserView is an account.
type UserView struct {
	ID          string   `json:"userId"`
	Name        string   `json:"name"`
	Role        int      `json:"role" doc:"0 normal, 1 administrator"`
	State       string   `json:"state" doc:"active, leaving or disabled"`
	Identities  []string `json:"identities" doc:"masked"`
	CreatedAt   int64    `json:"createdAt" doc:"Unix ms"`
	LastSeenAt  int64    `json:"lastSeenAt" doc:"Unix ms"`
	BannedUntil int64    `json:"bannedUntil" doc:"Unix ms; 0: not banned"`
	BanReason   string   `json:"banReason"`
	Sessions    int      `json:"sessions"`
}

// FeedbackView is a reader's feedback on an answer.
type FeedbackView struct {
	OwnerID     string   `json:"ownerId"`
	CID         string   `json:"cid"`
	Index       int      `json:"index"`
	RepeatIndex int      `json:"repeatIndex"`
	Model       string   `json:"model"`
	Question    string   `json:"question"`
	Answer      string   `json:"answer"`
	Type        int      `json:"type" doc:"1 like, -1 dislike"`
	Codes       []string `json:"codes"`
	Text        string   `json:"text"`
	At          int64    `json:"at" doc:"Unix ms"`
	HandledAt   int64    `json:"handledAt" doc:"Unix ms; 0: not yet"`
	HandledBy   string   `json:"handledBy"`
}

// Sentence is a text in every language of the product.
type Sentence struct {
	ZhCN string `json:"zh-CN"`
	ZhTW string `json:"zh-TW"`
	En   string `json:"en"`
}

// NoticeView is an announcement.
type NoticeView struct {
	ID        string   `json:"id"`
	Type      string   `json:"type" doc:"system, feature or tip"`
	Title     Sentence `json:"title"`
	Content   Sentence `json:"content" doc:"may have several lines"`
	Link      string   `json:"link" doc:"a path of this site, or empty"`
	CreatedAt int64    `json:"createdAt" doc:"Unix ms"`
	Until     int64    `json:"until" doc:"Unix ms; 0: until it is taken back"`
}

// PageIn is the requested page of a list.
type PageIn struct {
	Offset int `json:"offset"`
	Limit  int `json:"limit" doc:"at most 100"`
}

func (s *Service) peopleRoutes(r *httpapi.Router, p Ports) {
	s.userRoutes(r, p.Users)
	s.feedbackRoutes(r)
	s.noticeRoutes(r, p.Notices)
}

// maxNames is the largest number of names in one call.
const maxNames = 100

func (s *Service) userRoutes(r *httpapi.Router, users Users) {
	type find struct {
		Body struct {
			PageIn
			Query string `json:"query" doc:"a part of the name, an id, or a phone number"`
		}
	}
	type list struct {
		Body struct {
			Code  int        `json:"code" doc:"0"`
			Users []UserView `json:"users"`
			Total int        `json:"total"`
		}
	}
	httpapi.Route(r, op("user/list", "Accounts, the newest first"), func(ctx context.Context, in *find) (*list, error) {
		if _, _, err := page(in.Body.Offset, in.Body.Limit); err != nil {
			return nil, err
		}
		found, total, err := users.Find(ctx, strings.TrimSpace(in.Body.Query), in.Body.Offset, in.Body.Limit)
		if err != nil {
			return nil, err
		}
		out := &list{}
		out.Body.Total, out.Body.Users = total, make([]UserView, len(found))
		for i, u := range found {
			out.Body.Users[i] = UserView(u)
			if u.Identities == nil {
				out.Body.Users[i].Identities = []string{}
			}
		}
		return out, nil
	})
	type some struct {
		Body struct {
			IDs []string `json:"userIds" doc:"at most 100"`
		}
	}
	type named struct {
		Body struct {
			Code  int               `json:"code" doc:"0"`
			Names map[string]string `json:"names" doc:"by id; a visitor has none"`
		}
	}
	httpapi.Route(r, op("user/names", "The names of accounts"), func(ctx context.Context, in *some) (*named, error) {
		if len(in.Body.IDs) > maxNames {
			return nil, errs.New(errs.BadRequest).With("detail", "userIds")
		}
		names, err := users.Names(ctx, in.Body.IDs)
		out := &named{}
		out.Body.Names = names
		return out, err
	})
	type change struct {
		Body struct {
			ID          string `json:"userId"`
			Role        *int   `json:"role"`
			Disabled    *bool  `json:"disabled"`
			BannedUntil *int64 `json:"bannedUntil" doc:"Unix ms; 0 lifts the ban"`
			BanReason   string `json:"banReason"`
		}
	}
	httpapi.Route(r, op("user/change", "Change an account's role, or whether it may log in or ask"), func(ctx context.Context, in *change) (*done, error) {
		b := in.Body
		if b.Role != nil && *b.Role != httpapi.RoleNormal && *b.Role != httpapi.RoleAdmin {
			return nil, errs.New(errs.BadRequest).With("detail", "role")
		}
		made, err := users.Change(ctx, b.ID, UserChange{Role: b.Role, Disabled: b.Disabled, BannedUntil: b.BannedUntil, BanReason: b.BanReason})
		if err != nil && made == (UserChange{}) {
			return nil, err
		}
		var detail []string
		if made.Role != nil {
			detail = append(detail, "role="+strconv.Itoa(*made.Role))
			s.noteSecurity(ctx, security.RoleChanged, b.ID, detail[0])
		}
		if made.Disabled != nil {
			detail = append(detail, "disabled="+strconv.FormatBool(*made.Disabled))
			s.noteSecurity(ctx, either(*made.Disabled, security.Disabled, security.Enabled), b.ID, "")
		}
		if made.BannedUntil != nil {
			detail = append(detail, "bannedUntil="+strconv.FormatInt(*made.BannedUntil, 10), made.BanReason)
			s.noteSecurity(ctx, either(*made.BannedUntil != 0, security.Banned, security.Unbanned), b.ID, "")
		}
		return &done{}, errors.Join(err, s.Note(ctx, actor(ctx), ChangeUser, b.ID, strings.Join(detail, " ")))
	})
	type one struct {
		Body struct {
			ID string `json:"userId"`
		}
	}
	httpapi.Route(r, op("user/logout", "Log an account out everywhere"), func(ctx context.Context, in *one) (*done, error) {
		if err := users.LogOut(ctx, in.Body.ID); err != nil {
			return nil, err
		}
		s.noteSecurity(ctx, security.LoggedOut, in.Body.ID, "")
		return &done{}, s.Note(ctx, actor(ctx), LogUserOut, in.Body.ID, "")
	})
}

// noteSecurity records an administrator's act in the security log. accountID is the target of the
// act; empty: the act concerns no account.
func (s *Service) noteSecurity(ctx context.Context, kind security.Kind, accountID, detail string) {
	by := actor(ctx)
	s.security.Note(ctx, security.Event{Kind: kind, AccountID: accountID, ActorID: by.ID, Addr: by.Addr, Detail: detail})
}

func either(first bool, a, b security.Kind) security.Kind {
	if first {
		return a
	}
	return b
}

func (s *Service) feedbackRoutes(r *httpapi.Router) {
	type query struct {
		Body struct {
			PageIn
			Everything bool `json:"everything" doc:"also what has been dealt with"`
		}
	}
	type list struct {
		Body struct {
			Code     int            `json:"code" doc:"0"`
			Feedback []FeedbackView `json:"feedback"`
		}
	}
	httpapi.Route(r, op("feedback/list", "What readers said of answers, the newest first"), func(ctx context.Context, in *query) (*list, error) {
		found, err := s.Inbox(ctx, in.Body.Everything, in.Body.Offset, in.Body.Limit)
		if err != nil {
			return nil, err
		}
		out := &list{}
		out.Body.Feedback = make([]FeedbackView, len(found))
		for i, f := range found {
			v := FeedbackView{
				OwnerID: f.OwnerID, CID: f.CID, Index: f.Index, RepeatIndex: f.RepeatIndex, Model: f.Model,
				Question: f.Question, Answer: f.Answer, At: f.At, HandledAt: f.HandledAt, HandledBy: f.HandledBy, Codes: []string{},
			}
			var feedback struct {
				Type  int
				Codes []string
				Text  string
			}
			if json.Unmarshal([]byte(f.Judgement), &feedback) == nil { // chat stores only valid feedback
				v.Type, v.Text = feedback.Type, feedback.Text
				v.Codes = append(v.Codes, feedback.Codes...)
			}
			out.Body.Feedback[i] = v
		}
		return out, nil
	})
	type handle struct {
		Body struct {
			OwnerID     string `json:"ownerId"`
			CID         string `json:"cid"`
			Index       int    `json:"index"`
			RepeatIndex int    `json:"repeatIndex"`
			Handled     bool   `json:"handled" doc:"false opens it again"`
		}
	}
	httpapi.Route(r, op("feedback/handle", "Note that a feedback has been dealt with"), func(ctx context.Context, in *handle) (*done, error) {
		b := in.Body
		k := FeedbackKey{OwnerID: b.OwnerID, CID: b.CID, Index: b.Index, RepeatIndex: b.RepeatIndex}
		return &done{}, s.Handle(ctx, actor(ctx), k, b.Handled)
	})
}

func (s *Service) noticeRoutes(r *httpapi.Router, notices Notices) {
	type query struct{ Body PageIn }
	type list struct {
		Body struct {
			Code    int          `json:"code" doc:"0"`
			Notices []NoticeView `json:"notices"`
		}
	}
	httpapi.Route(r, op("notice/list", "Announcements, the newest first"), func(ctx context.Context, in *query) (*list, error) {
		size, skip, err := page(in.Body.Offset, in.Body.Limit)
		if err != nil {
			return nil, err
		}
		found, err := notices.List(ctx, int(skip), int(size))
		if err != nil {
			return nil, err
		}
		out := &list{}
		out.Body.Notices = make([]NoticeView, len(found))
		for i, n := range found {
			out.Body.Notices[i] = NoticeView{ID: n.ID, Type: n.Kind, Title: Sentence(n.Title), Content: Sentence(n.Body), Link: n.Link, CreatedAt: n.CreatedAt, Until: n.UntilAt}
		}
		return out, nil
	})
	type post struct {
		Body struct {
			Type    string   `json:"type" doc:"system, feature or tip"`
			Title   Sentence `json:"title" doc:"on one line, at most 64 characters"`
			Content Sentence `json:"content" doc:"at most 4,000 characters"`
			Link    string   `json:"link" doc:"a path of this site, or empty"`
			Until   int64    `json:"until" doc:"Unix ms; 0: until it is taken back"`
		}
	}
	type posted struct {
		Body struct {
			Code int    `json:"code" doc:"0"`
			ID   string `json:"id"`
		}
	}
	httpapi.Route(r, op("notice/post", "Tell everybody something"), func(ctx context.Context, in *post) (*posted, error) {
		b := in.Body
		out := &posted{}
		var err error
		out.Body.ID, err = notices.Post(ctx, Notice{Kind: b.Type, Title: errs.Text(b.Title), Body: errs.Text(b.Content), Link: b.Link, UntilAt: b.Until})
		if err != nil {
			return nil, err
		}
		return out, s.Note(ctx, actor(ctx), PostNotice, out.Body.ID, b.Title.ZhCN)
	})
	type one struct {
		Body struct {
			ID string `json:"id"`
		}
	}
	httpapi.Route(r, op("notice/remove", "Take an announcement back"), func(ctx context.Context, in *one) (*done, error) {
		title, err := notices.TakeBack(ctx, in.Body.ID)
		if err != nil {
			return nil, err
		}
		return &done{}, s.Note(ctx, actor(ctx), TakeNoticeBack, in.Body.ID, title.ZhCN)
	})
}
