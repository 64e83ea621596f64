package llmtest_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

// now replaces Options.Sleep and does not wait.
func now(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func client(url string) *openai.Client {
	return openai.New(llm.Provider{BaseURL: url + "/v1", Local: true, Proxy: "direct"}, openai.Options{Sleep: now, Grace: time.Millisecond, Log: slog.New(slog.DiscardHandler)})
}

func ask(t *testing.T, c *openai.Client, model, system, prompt string) (text, reasoning string, finish llm.Finish, code errs.Code) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for d, err := range c.Stream(ctx, llm.Request{Model: model, Messages: []llm.Message{{Role: llm.System, Content: system}, {Role: llm.User, Content: prompt}}}) {
		if err != nil {
			return text, reasoning, finish, errs.From(err).Code
		}
		text += d.Text
		reasoning += d.Reasoning
		if d.Finish != "" {
			finish = d.Finish
		}
		if n++; n > 2000 {
			return text, reasoning, "endless", ""
		}
	}
	return text, reasoning, finish, ""
}

func TestStandardAnswer(t *testing.T) {
	t.Parallel()
	srv, url := llmtest.Start(t, llmtest.Options{Sleep: now})
	c := client(url)
	text, reasoning, finish, code := ask(t, c, "deepseek-reasoner", "", "讲讲 西湖")
	if finish != llm.FinishStop || code != "" || !strings.Contains(reasoning, "讲讲 西湖") {
		t.Fatalf("%q %q %q", reasoning, finish, code)
	}
	for _, part := range []string{"讲讲 西湖", "```go", "| --- |", "$$", "- [x]", "**“源头活水”**", "> "} {
		if !strings.Contains(text, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	again, _, _, _ := ask(t, c, "deepseek-reasoner", "", "讲讲 西湖")
	if again != text {
		t.Error("not the same twice")
	}
	if _, reasoning, _, _ := ask(t, c, "deepseek-chat", "", "问"); reasoning != "" {
		t.Error("deepseek-chat thinks")
	}
	if title, _, _, _ := ask(t, c, "m", "", "给西湖起一个标题"); title != "给西湖起一个标题" {
		t.Errorf("title %q", title)
	}
	if srv.Calls() != 4 || len(srv.Requests()) != 4 {
		t.Errorf("%d calls", srv.Calls())
	}
}

func TestScriptsAreChosen(t *testing.T) {
	t.Parallel()
	srv, url := llmtest.Start(t, llmtest.Options{})
	c := client(url)
	say := func(s string) llmtest.Script {
		return llmtest.Answer(llmtest.VLLM, llmtest.Say{Text: []string{s}})
	}
	srv.On("西湖", say("杭州"))
	srv.On("管理员", say("系统"))
	srv.Queue(say("第一"))
	var got []string
	for _, q := range [][2]string{{"", "西湖"}, {"", "西湖"}, {"你是管理员", "西湖"}} {
		text, _, _, _ := ask(t, c, "m", q[0], q[1])
		got = append(got, text)
	}
	if diff := cmp.Diff([]string{"第一", "杭州", "系统"}, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	want := map[string]struct {
		code   errs.Code
		finish llm.Finish
	}{
		"[[reset]]": {code: errs.Incomplete}, "[[cut]]": {code: errs.Incomplete}, "[[end]]": {code: errs.Incomplete},
		"[[error]]": {code: errs.StreamFail}, "[[empty]]": {code: errs.StreamFail}, "[[html]]": {code: errs.StreamFail},
		"[[400]]": {code: errs.StreamFail}, "[[401]]": {code: errs.ModelKey}, "[[402]]": {code: errs.ModelBalance},
		"[[404]]": {code: errs.ModelMissing}, "[[429]]": {code: errs.ModelBusy}, "[[500]]": {code: errs.StreamFail},
		"[[toolong]]": {code: errs.ModelTooLong}, "[[slow]]": {finish: llm.FinishStop}, "[[queue]]": {finish: llm.FinishStop},
		"[[endless]]": {finish: "endless"}, "[[length]]": {finish: llm.FinishLength}, "[[filter]]": {finish: llm.FinishFilter},
		"[[crlf]]": {finish: llm.FinishStop}, "[[broken]]": {finish: llm.FinishStop},
		"[[stall]]": {code: errs.Incomplete}, "[[mute]]": {code: errs.StreamFail},
	}
	for name := range llmtest.Commands {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, known := want[name]
			if !known {
				t.Fatal("not in the table")
			}
			srv, url := llmtest.Start(t, llmtest.Options{Sleep: now})
			if name == "[[stall]]" || name == "[[mute]]" {
				srv.Close() // a stalled answer ends when the server is closed
			}
			_, _, finish, code := ask(t, client(url), "m", "", "[[none]] "+name+" 问")
			if code != w.code || finish != w.finish {
				t.Fatalf("code %q finish %q, want %+v", code, finish, w)
			}
		})
	}
}

func TestListenAndServe(t *testing.T) {
	t.Parallel()
	if err := llmtest.ListenAndServe("127.0.0.1:-1", llmtest.Options{}); err == nil {
		t.Fatal("no error for an impossible address")
	}
}
