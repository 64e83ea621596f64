package chat

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// breaksOff returns a model that yields a text and is then interrupted.
func breaksOff(text string) script {
	return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		_ = yield(llm.Delta{Text: text}, nil) && yield(llm.Delta{}, errs.New(errs.Incomplete))
	}
}

// TestContinueNamedVersion continues an answer whose second version is selected: the version that the
// request names is continued and selected, and without a name the selected version is continued.
func TestContinueNamedVersion(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.models.online = true
		h.models.set("default", breaksOff("甲"))
		h.ask(t, alice, "conv-0001", "问")
		h.models.set("default", breaksOff("乙"))
		r, err := h.Repeat(t.Context(), Again{Key: Key{alice, "conv-0001"}})
		if err != nil {
			t.Fatal(err)
		}
		<-r.Done()
		h.models.set("default", says("完"))
		goOn := func(version string) string {
			body := fmt.Sprintf(`{"conversationId":"conv-0001","index":2%s}`, version)
			res, text := h.do(t, call{Path: conversation + "continue", Owner: alice, Body: body})
			code := ""
			for _, c := range []errs.Code{errs.BadRequest, errs.NotFound, errs.ChatEdited} {
				if strings.Contains(text, `"code":"`+string(c)+`"`) {
					code = " " + string(c)
				}
			}
			a := h.answerOf(t, alice, "conv-0001")
			return fmt.Sprintf("%d%s: %d %s", res.StatusCode, code, a.RepeatIndex, a.Speech)
		}
		got := []string{
			goOn(`,"repeatIndex":0`),
			goOn(`,"repeatIndex":0`), // another page still shows the version as incomplete
			goOn(`,"speechIndex":7`),
			goOn(``),
			goOn(`,"repeatIndex":"1"`),
		}
		want := []string{
			"200: 0 甲完",
			"409 21006: 0 甲完",
			"404 20004: 0 甲完",
			"400 20001: 0 甲完",
			"200: 1 乙完",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}
