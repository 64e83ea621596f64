// Package tool manages the tools of models: which roles may use a tool, and whether users are asked for
// consent. Some of the built-in tools are in the packages of its subfolders.
package tool

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Role is the kind of user who gets an answer.
type Role string

// Values of Role.
const (
	Visitor Role = "visitor"
	User    Role = "user"
	Admin   Role = "admin"
)

// Roles are all roles with their names.
var Roles = []struct {
	Role  Role
	Title errs.Text
}{
	{Visitor, errs.Text{ZhCN: "访客", ZhTW: "訪客", En: "Visitors"}},
	{User, errs.Text{ZhCN: "登录用户", ZhTW: "登入使用者", En: "Users"}},
	{Admin, errs.Text{ZhCN: "管理员", ZhTW: "管理員", En: "Administrators"}},
}

// asking are the allowed values of Switch.Ask. The empty value means the tool's
// default.
var asking = []string{"", string(answer.ConsentNever), string(answer.ConsentOnce), string(answer.ConsentEvery)}

// Switch is the operator's setting of one tool. Fields that are nil or empty keep the tool's default:
// the tool is allowed, and its own rule decides about consent.
type Switch struct {
	Visitor *bool  `json:"visitor,omitempty"`
	User    *bool  `json:"user,omitempty"`
	Admin   *bool  `json:"admin,omitempty"`
	Ask     string `json:"ask,omitempty"` // never, once or every
}

// on reports whether a role may use the tool.
func (s Switch) on(r Role) bool {
	said := map[Role]*bool{Visitor: s.Visitor, User: s.User, Admin: s.Admin}[r]
	return said == nil || *said
}

// Switches are the operator's settings, by tool name.
type Switches map[string]Switch

// Options are the dependencies of a Service.
type Options struct {
	// Tools returns the built-in tools. Tools without a Title are not listed.
	Tools func() []answer.Tool
	// RoleOf returns the role of an owner; Visitor if it cannot be determined.
	RoleOf func(ctx context.Context, owner string) Role
	// Consents lists and revokes stored consents.
	Consents Consents
	// Title returns the title of a conversation; empty if the owner has no such conversation.
	Title func(ctx context.Context, owner, cid string) string
}

// Consents is implemented by *answer.Loop.
type Consents interface {
	Remembered(ctx context.Context, owner string) ([]answer.Remembered, error)
	TakeBack(ctx context.Context, owner, cid, kept string) error
}

// Service decides which tools may be used. It is safe for concurrent use.
type Service struct {
	Options
	switches atomic.Pointer[Switches]
}

// New returns a Service with all tools enabled.
func New(o Options) *Service {
	s := &Service{Options: o}
	s.switches.Store(&Switches{})
	return s
}

// Allowed reports whether answers for an owner may use a tool.
func (s *Service) Allowed(ctx context.Context, owner, name string) bool {
	said, there := (*s.switches.Load())[rowOf(name)]
	return !there || said.on(Visitor) && said.on(User) && said.on(Admin) || said.on(s.RoleOf(ctx, owner))
}

// Asks returns when users are asked for consent before a tool is called. For tools of connectors, users
// decide themselves; the operator can only require consent more often.
func (s *Service) Asks(t answer.Tool) answer.Consent {
	row := rowOf(t.Spec.Name)
	said := (*s.switches.Load())[row].Ask
	if said == "" || row == connectors && slices.Index(asking, said) < slices.Index(asking, string(t.Consent)) {
		return t.Consent
	}
	return answer.Consent(said)
}

// known returns the listed built-in tools in display order, followed by the row of connectors.
func (s *Service) known() []answer.Tool {
	all := slices.DeleteFunc(slices.Clone(s.Tools()), func(t answer.Tool) bool { return t.Title == (errs.Text{}) })
	return append(all, connectorRow)
}

func (s *Service) named(name string) (answer.Tool, bool) {
	all := s.known()
	i := slices.IndexFunc(all, func(t answer.Tool) bool { return t.Spec.Name == name })
	if i < 0 {
		return answer.Tool{}, false
	}
	return all[i], true
}

// Sections returns the section about tools in the administration's settings.
func (s *Service) Sections() []setting.Section {
	section := setting.Of("tools", nil, s.check, func(_ context.Context, v *Switches) error {
		if v == nil {
			v = &Switches{}
		}
		s.switches.Store(v)
		return nil
	})
	section.Default = func() any { return json.RawMessage(`{}`) }
	section.Fields = s.fields
	return []setting.Section{section}
}

// check refuses settings of unknown tools and invalid values of Ask, and removes empty settings.
func (s *Service) check(v *Switches) error {
	if *v == nil {
		return setting.Bad(setting.Wrong(setting.NotObject, ""))
	}
	for name, said := range *v {
		switch _, known := s.named(name); {
		case !known:
			return setting.Bad(setting.Wrong(setting.UnknownField, text.Cut(name, 40)))
		case !slices.Contains(asking, said.Ask):
			return setting.Bad(setting.Wrong(setting.NoChoice, name+".ask").With("choices", strings.Join(asking[1:], ", ")))
		case said == Switch{}:
			delete(*v, name)
		}
	}
	return nil
}

// fields describes the section. For each tool, the section has a switch per role and a choice of when
// users are asked for consent.
func (s *Service) fields(locale string) []setting.Field {
	var out []setting.Field
	for _, k := range s.known() {
		group := k.Title.In(locale)
		for _, r := range Roles {
			out = append(out, setting.Field{
				Key: k.Spec.Name + "." + string(r.Role), Group: group, Label: r.Title.In(locale), Help: k.About.In(locale), Kind: setting.Switch, Default: "true",
			})
		}
		out = append(out, setting.Field{
			Key: k.Spec.Name + ".ask", Group: group, Label: askLabel.In(locale), Help: k.About.In(locale), Kind: setting.Text, Choice: asking,
		})
	}
	return out
}

var askLabel = errs.Text{ZhCN: "调用前询问", ZhTW: "呼叫前詢問", En: "Ask before it is called"}
