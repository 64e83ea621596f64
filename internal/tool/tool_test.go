package tool_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/tool"
)

// listed makes a function for Options.Tools. The function returns tools with the given names, and one
// tool without a Title, which is not listed.
func listed(names ...string) func() []answer.Tool {
	all := []answer.Tool{{Spec: llm.Tool{Name: "internal"}}}
	for _, name := range names {
		words := errs.Text{ZhCN: name, ZhTW: name, En: name}
		all = append(all, answer.Tool{Spec: llm.Tool{Name: name}, Title: words, About: words})
	}
	return func() []answer.Tool { return all }
}

func service() *tool.Service {
	return tool.New(tool.Options{Tools: listed("calculator", "make_file", "run_program"), RoleOf: func(_ context.Context, owner string) tool.Role { return tool.Role(owner) }})
}

func put(t *testing.T, s *tool.Service, doc string) error {
	t.Helper()
	section := s.Sections()[0]
	raw, err := section.Check(json.RawMessage(doc))
	if err != nil {
		return err
	}
	return section.Apply(t.Context(), raw)
}

// TestSwitches checks that the operator's settings decide which role may use a tool and when
// users are asked.
func TestSwitches(t *testing.T) {
	t.Parallel()
	s := service()
	asks := func(name string) answer.Consent {
		return s.Asks(answer.Tool{Spec: llm.Tool{Name: name}, Consent: answer.ConsentOnce})
	}
	allowed := func(name string) (out string) {
		for _, r := range tool.Roles {
			if s.Allowed(t.Context(), string(r.Role), name) {
				out += string(r.Role)[:1]
			}
		}
		return out
	}
	if allowed("make_file") != "vua" || asks("make_file") != answer.ConsentOnce {
		t.Error("without a word of the operator's, tools are as they are")
	}
	if err := put(t, s, `{"make_file":{"visitor":false,"ask":"every"},"run_program":{"visitor":false,"user":false,"admin":false},"calculator":{}}`); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		roles string
		asks  answer.Consent
	}{
		"make_file": {"ua", answer.ConsentEvery}, "run_program": {"", answer.ConsentOnce}, "calculator": {"vua", answer.ConsentOnce}, "mcp_home_light": {"vua", answer.ConsentOnce},
	} {
		if allowed(name) != want.roles || asks(name) != want.asks {
			t.Errorf("%s: %s, asks %s", name, allowed(name), asks(name))
		}
	}
	if err := s.Sections()[0].Apply(t.Context(), nil); err != nil || allowed("run_program") != "vua" {
		t.Error("the section cannot be taken away")
	}
}

// TestConnectors turns all tools of connectors off for a role. It also checks that the operator's
// setting never makes the tools ask less often than the person's own choice.
func TestConnectors(t *testing.T) {
	t.Parallel()
	s := service()
	if err := put(t, s, `{"connectors":{"user":false,"ask":"once"}}`); err != nil {
		t.Fatal(err)
	}
	for role, want := range map[string]bool{"user": false, "admin": true} {
		if got := s.Allowed(t.Context(), role, "mcp_home_light"); got != want {
			t.Errorf("%s: %v", role, got)
		}
	}
	for own, want := range map[answer.Consent]answer.Consent{
		answer.ConsentNever: answer.ConsentOnce, answer.ConsentOnce: answer.ConsentOnce, answer.ConsentEvery: answer.ConsentEvery,
	} {
		if got := s.Asks(answer.Tool{Spec: llm.Tool{Name: "mcp_home_light"}, Consent: own}); got != want {
			t.Errorf("of %s became %s", own, got)
		}
	}
	if err := put(t, s, `{"mcp_home_light":{"user":false}}`); !errs.Is(err, errs.SettingBad) {
		t.Error("a single tool of a connector has a switch here")
	}
}

func TestSectionRefuses(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{`{"unknown":{}}`, `{"internal":{}}`, `{"make_file":{"ask":"often"}}`, `{"make_file":{"guest":true}}`, `null`, `[]`, `7`} {
		if err := put(t, service(), doc); !errs.Is(err, errs.SettingBad) {
			t.Errorf("%s is taken: %v", doc, err)
		}
	}
}
