package answer

import (
	"context"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// writeFunc is an author whose Write is a function of the test.
type writeFunc func(ctx context.Context, t Turn, out AuthorOut) error

func (writeFunc) Name() string { return "scribe" }

func (s writeFunc) Write(ctx context.Context, t Turn, out AuthorOut) error { return s(ctx, t, out) }

// write makes an answer with an author and returns the final message.
func write(t *testing.T, s writeFunc, change ...func(*Turn)) stream.Message {
	t.Helper()
	b := on(t)
	if err := b.AddAuthors([]Author{s}); err != nil {
		t.Fatal(err)
	}
	r := b.start(b.turn(append(change, func(t *Turn) { t.Profile.Author = "scribe" })...))
	<-r.Done()
	if n := len(b.model.requests()); n > 0 {
		t.Errorf("the loop asked the model %d times", n)
	}
	return b.sink.of(r.ID())
}

func TestAuthorWritesWhatIsChecked(t *testing.T) {
	t.Parallel()
	m := write(t, func(_ context.Context, _ Turn, out AuthorOut) error {
		if err := out.Emit(stream.DeepSearch{ID: "s1", State: stream.PartDone, Title: "搜索"}); err != nil {
			return err
		}
		first := out.AddSources([]source.Source{{ID: "a", Kind: source.Web, Title: "年报", URL: "https://example.com/a", Text: "2025 年销量为 1200 万辆。"}})
		if first != 1 || out.AddSources([]source.Source{{ID: "b", Text: "别的"}}) != 2 {
			t.Errorf("the first source is %d", first)
		}
		out.AddUsage(llm.Usage{PromptTokens: 7, CompletionTokens: 3})
		return out.WriteText("2025 年销量为 1200 万辆[citation:1]。没有的来源[citation:9]。")
	})
	if m.State != stream.StateDone || strings.TrimSpace(m.Text()) != "2025 年销量为 1200 万辆[citation:1]。没有的来源。" {
		t.Errorf("%s %q", m.State, m.Text())
	}
	if m.Meta == nil || m.Meta.TokenUsageInfo.TotalTokens != 10 || m.Meta.StopReason != "stop" {
		t.Errorf("%+v", m.Meta)
	}
}

func TestAuthorThatFails(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		scribe writeFunc
		state  stream.State
		code   errs.Code
	}{
		"an error": {func(_ context.Context, _ Turn, out AuthorOut) error {
			_ = out.WriteText("开头")
			return errs.New(errs.ModelMissing)
		}, stream.StateError, errs.ModelMissing},
		"a panic":      {func(context.Context, Turn, AuthorOut) error { panic("x") }, stream.StateError, errs.Unknown},
		"other events": {func(_ context.Context, _ Turn, out AuthorOut) error { return out.Emit(stream.Text{Msg: "x"}) }, stream.StateError, errs.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := write(t, tc.scribe)
			if m.State != tc.state || m.ErrorCode != string(tc.code) {
				t.Errorf("%s %s", m.State, m.ErrorCode)
			}
			if name == "an error" && !strings.Contains(m.Text(), "开头") {
				t.Errorf("what was said is gone: %q", m.Text())
			}
		})
	}
}

func TestAuthorNamesAreUnique(t *testing.T) {
	t.Parallel()
	b := on(t)
	if b.AddAuthors([]Author{writeFunc(nil), writeFunc(nil)}) == nil || !b.HasAuthor("scribe") || b.HasAuthor("nobody") {
		t.Error("two authors have one name")
	}
	m := func() stream.Message {
		r := b.start(b.turn(func(t *Turn) { t.Profile.Author = "nobody" }))
		<-r.Done()
		return b.sink.of(r.ID())
	}()
	if m.State != stream.StateError {
		t.Errorf("%s", m.State)
	}
}
