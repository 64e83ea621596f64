package agent

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

const (
	alice = domaintest.Alice
	bob   = domaintest.Bob
)

// harness is the service with one site and one agent that comes with the program. A file belongs to
// an owner if its id begins with the owner's id and "-file".
type harness struct {
	*Service
	clock *domaintest.Clock

	connected bool
	notices   []Notice
	noted     []string
}

func newHarness(t testing.TB, d *db.DB) *harness {
	t.Helper()
	h := &harness{clock: domaintest.NewTickingClock(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC))}
	words := builtin.Words{ZhCN: "周报助手", ZhTW: "週報助手", En: "Weekly Report"}
	h.Service = New(Options{
		DB: d, Product: "问渠", DefaultAgent: "naQivTmsDa", Defaults: []string{"miniAgent1"},
		DefaultOf: func(context.Context) string { return "naQivTmsDa" },
		Builtin:   []builtin.Agent{{ID: "weekly-report", Category: "work", Name: words, Description: words, Opening: words, Tools: []string{"calendar"}, Persona: []string{"写周报。"}, Questions: []builtin.Question{{Words: words, NeedsModelIn: []string{"en"}}}}},
		Files: func(_ context.Context, owner string, ids []string) ([]Named, error) {
			var out []Named
			for _, id := range ids {
				if strings.HasPrefix(id, owner+"-file") {
					out = append(out, Named{ID: id, Name: id + ".pdf", Ready: true})
				}
			}
			return out, nil
		},
		Sites: func(context.Context) ([]Named, error) {
			return []Named{{ID: "site-1", Name: "帮助中心", Ready: true}}, nil
		},
		Draw: func(picture string) ([]byte, error) {
			if picture == "" {
				return nil, errors.New("no picture")
			}
			return []byte("jpeg"), nil
		},
		Connected: func(chatModelID string) (connected, known bool) { return h.connected, chatModelID != "gone" },
		Withheld:  func(_ context.Context, _, text string) bool { return strings.Contains(text, "违禁") },
		Notify: func(_ context.Context, owner string, n Notice) error {
			h.notices = append(h.notices, n)
			return nil
		},
		Note: func(_ context.Context, action, agentID, detail string) error {
			h.noted = append(h.noted, action+" "+agentID+" "+detail)
			return nil
		},
		AuthorName: func(_ context.Context, owner string) string { return owner },
		Now:        h.clock.Now,
	})
	return h
}

func each(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Helper()
	domaintest.Each(t, newHarness, f)
}

func on(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Helper()
	domaintest.On(t, newHarness, f)
}

// full returns a Spec with all fields required by the store.
func full(name string) Spec {
	return Spec{Name: name, Description: "写得快", Category: "work", Persona: "你写周报。", Questions: []string{"写本周的"}, Tools: []string{"calendar"}}
}

func (h *harness) made(t *testing.T, owner string, v Spec) Agent {
	t.Helper()
	a, err := h.Create(t.Context(), owner, v)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
