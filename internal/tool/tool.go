// Package tool holds what an operator says of the tools that models may call:
// which ones answers for whom may use, and whether people are asked before. Each
// tool that needs nothing of another domain has a room here.
package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// Role is for whom an answer is made.
type Role string

// The roles.
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

// asking are the values of ask. The first leaves it to the tool.
var asking = []string{"", string(answer.ConsentNever), string(answer.ConsentOnce), string(answer.ConsentEvery)}

// Switch is what the operator says of one tool. What is nil or empty is as the
// tool has it: allowed, and asking as it says.
type Switch struct {
	Visitor *bool  `json:"visitor,omitempty"`
	User    *bool  `json:"user,omitempty"`
	Admin   *bool  `json:"admin,omitempty"`
	Ask     string `json:"ask,omitempty"` // never, once or every
}

// on says whether a role may use the tool.
func (s Switch) on(r Role) bool {
	said := map[Role]*bool{Visitor: s.Visitor, User: s.User, Admin: s.Admin}[r]
	return said == nil || *said
}

// Switches are the operator's words, by the name of a tool.
type Switches map[string]Switch

// Options are what a Service needs.
type Options struct {
	// RoleOf gives the role of an owner of answers. One that cannot be looked up is
	// a Visitor.
	RoleOf func(ctx context.Context, owner string) Role
	// Consents lists and takes back what people have allowed.
	Consents Consents
	// Title is what the page calls a conversation; empty: the owner has none of that id.
	Title func(ctx context.Context, owner, cid string) string
}

// Consents are those that are remembered; *answer.Loop has them.
type Consents interface {
	Remembered(ctx context.Context, owner string) ([]answer.Remembered, error)
	TakeBack(ctx context.Context, owner, cid, kept string) error
}

// Service answers what may be used. It is safe for concurrent use.
type Service struct {
	Options
	switches atomic.Pointer[Switches]
}

// New makes the service, with all tools on.
func New(o Options) *Service {
	s := &Service{Options: o}
	s.switches.Store(&Switches{})
	return s
}

// Allowed says whether answers for an owner may use a tool.
func (s *Service) Allowed(ctx context.Context, owner, name string) bool {
	said, there := (*s.switches.Load())[name]
	return !there || said.on(Visitor) && said.on(User) && said.on(Admin) || said.on(s.RoleOf(ctx, owner))
}

// Asks says whether people are asked before a tool is called.
func (s *Service) Asks(t answer.Tool) answer.Consent {
	if said := (*s.switches.Load())[t.Spec.Name]; said.Ask != "" {
		return answer.Consent(said.Ask)
	}
	return t.Consent
}

// Sections is the section of the administration's settings.
func (s *Service) Sections() []setting.Section {
	section := setting.Of("tools", nil, check, func(_ context.Context, v *Switches) error {
		if v == nil {
			v = &Switches{}
		}
		s.switches.Store(v)
		return nil
	})
	section.Default = func() any { return json.RawMessage(`{}`) }
	section.Fields = fields
	return []setting.Section{section}
}

// check refuses what is said of no tool, and drops what says nothing.
func check(v *Switches) error {
	if *v == nil {
		return setting.Bad(errors.New("it is no object"))
	}
	for name, said := range *v {
		switch _, known := Named(name); {
		case !known:
			return setting.Bad(fmt.Errorf("there is no tool %q", name))
		case !slices.Contains(asking, said.Ask):
			return setting.Bad(fmt.Errorf("%s.ask must be never, once or every", name))
		case said == Switch{}:
			delete(*v, name)
		}
	}
	return nil
}

// fields describe the section: of every tool a switch for each role, and when it asks.
func fields(locale string) []setting.Field {
	var out []setting.Field
	for _, k := range List {
		group := k.Title.In(locale)
		for _, r := range Roles {
			out = append(out, setting.Field{
				Key: k.Name + "." + string(r.Role), Group: group, Label: r.Title.In(locale), Help: k.Text.In(locale), Kind: setting.Switch, Default: "true",
			})
		}
		out = append(out, setting.Field{
			Key: k.Name + ".ask", Group: group, Label: askLabel.In(locale), Help: k.Text.In(locale), Kind: setting.Text, Choice: asking,
		})
	}
	return out
}

var askLabel = errs.Text{ZhCN: "调用前询问", ZhTW: "呼叫前詢問", En: "Ask before it is called"}
