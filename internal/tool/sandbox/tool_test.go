package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestTool(t *testing.T) {
	t.Parallel()
	read := 0
	var kept []string
	tool := Tool(Ports{
		Run: func(ctx context.Context, j Job) (Outcome, error) { j.Cache = cache; return Run(ctx, j, Time) },
		Files: func(_ context.Context, turn answer.Turn) ([]File, error) {
			read++
			return []File{{Name: turn.Owner() + ".txt", Text: "水"}}, nil
		},
		Keep: func(_ context.Context, owner, name string, data []byte) (stream.Card, error) {
			if name == "no.txt" {
				return stream.Card{}, errs.New(errs.TooLarge)
			}
			kept = append(kept, fmt.Sprint(owner, " ", name, " ", len(data)))
			return stream.Card{Kind: "file"}, nil
		},
	})
	call := func(code string, private bool) answer.Result {
		t.Helper()
		input, _ := json.Marshal(map[string]string{"code": code, "title": "试\n一试"})
		r, err := tool.Call(t.Context(), answer.Call{ID: "2.0.1.0", Input: input, Turn: answer.Turn{
			Owner: func() string { return "alice" }, Locale: "zh-CN", Now: time.Now(), Private: private,
		}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := call(`print("a"); 6 * 7`, false); r.Text != "Output:\na\nResult: 42" || r.Note != "42" || len(r.Cards) != 1 || r.Cards[0].Kind != Card || !strings.Contains(string(r.Cards[0].Data), `"title":"试 一试"`) || read != 0 {
		t.Errorf("%+v", r)
	}
	if r := call(`readText("alice.txt")`, false); r.Text != "Result: 水" || read != 1 {
		t.Errorf("%+v", r)
	}
	if r := call(`undefined`, false); !strings.Contains(r.Text, "printed nothing") {
		t.Errorf("%+v", r)
	}
	if r := call(`null.x`, false); !strings.HasPrefix(r.Text, "Failed: TypeError") || r.Cards[0].State != stream.PartFailed || strings.Contains(r.Note, "\n") {
		t.Errorf("%+v", r)
	}
	if r := call(`writeFile("a.txt", "水"); writeFile("no.txt", "x"); writeFile("b.txt", "")`, false); len(r.Cards) != 3 || fmt.Sprint(kept) != "[alice a.txt 3 alice b.txt 0]" || !strings.Contains(r.Text, "no.txt was not kept") {
		t.Errorf("%+v %v", r, kept)
	}
	if r := call(`writeFile("a.txt", "水")`, true); len(r.Cards) != 1 || len(kept) != 2 || !strings.Contains(r.Text, "temporary") {
		t.Errorf("%+v %v", r, kept)
	}
	for _, code := range []string{"", " ", strings.Repeat("x", MaxCode+1)} {
		if r := call(code, false); !strings.HasPrefix(r.Text, "Not run") || len(r.Cards) != 0 {
			t.Errorf("%+v", r)
		}
	}
	if !json.Valid(tool.Spec.Parameters) || tool.Label("zh-CN", []byte(`{"title":"求和"}`)) != "运行程序：求和" || tool.Replay {
		t.Error("the tool's words")
	}
}

// The largest card fits into a message, even if its code contains fences. Each reason for ending a
// program has its texts.
func TestCard(t *testing.T) {
	t.Parallel()
	o := Outcome{Output: strings.Repeat("水\n", maxOutput), Result: strings.Repeat("果", 1e5), Error: strings.Repeat("错", 600)}
	card, err := o.show("1", order{Code: strings.Repeat("// ```` 码\n", 1e4), Title: strings.Repeat("题", 1e3)}, "zh-CN")
	if err != nil {
		t.Fatal(err)
	}
	if kept := stream.Bounded(card).(stream.Card); len(kept.Data) == 0 || kept.Fallback != card.Fallback {
		t.Errorf("%d of %d bytes are kept, %d of %d", len(kept.Data), len(card.Data), len(kept.Fallback), len(card.Fallback))
	}
	for why, said := range ends {
		if o := (Outcome{Ended: why}); !strings.Contains(o.modelText(), said.modelText) || o.note("en") != said.shown.En {
			t.Errorf("%s", why)
		}
	}
}
