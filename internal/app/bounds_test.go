//go:build unix

package app_test

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// By default, the questions of strangers and the answers to them are limited.
func TestDefaultsBoundStrangers(t *testing.T) {
	t.Parallel()
	c := load(t, app.Inputs{})
	if !c.Limits || c.VisitorQuestionsPerDay == 0 || c.AnswersPerAddress == 0 || c.Waits.Longest != 30*time.Minute {
		t.Errorf("limits %v, %d questions of a visitor a day, %d answers at once for an address, each of %v",
			c.Limits, c.VisitorQuestionsPerDay, c.AnswersPerAddress, c.Waits.Longest)
	}
}

// Two visitors behind one address share the limit of simultaneous answers of that address. The
// refused question gets an error that states when to try again.
func TestAnswersOfOneAddressAtOnce(t *testing.T) {
	t.Parallel()
	slow := newHeldModel(t)
	url, _ := start(t, t.TempDir(), "WENQU_ANSWERS_PER_ADDRESS=1", "LLM_URL="+slow.url)
	modelAnswers(t, url)
	alice, bob := newPerson(t, url), newPerson(t, url)
	slow.hold()
	live := bufio.NewReader(alice.do(t, "POST", url+"/api/chat/conversation-live", `{"prompt":"慢慢说"}`).Body)
	waitFor(t, live, "开头")
	res := bob.do(t, "POST", url+"/api/chat/conversation-bob", `{"prompt":"我也要问"}`)
	if status, code, text := answerOf(t, res); status != http.StatusTooManyRequests || code != string(errs.ManyAnswers) || res.Header.Get("Retry-After") == "" {
		t.Errorf("the second answer at once: %d %s", status, text)
	}
	slow.release()
	waitFor(t, live, "[DONE]")
}

// A visitor has a daily limit of questions. Somebody who deletes the cookies becomes a new visitor,
// but all visitors of one address together can ask at most ten times the limit of one visitor.
func TestQuestionsOfVisitorsADay(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_VISITOR_QUESTIONS_PER_DAY=1", "WENQU_PROBE=off")
	asked := 0
	for i := range 14 {
		who := newPerson(t, url)
		if res, frames := askRaw(t, who, url, fmt.Sprintf("conversation-%d", i), "1+1"); res.StatusCode == http.StatusOK && strings.HasSuffix(frames, "[DONE]\n\n") {
			asked++
		}
		if res, _ := askRaw(t, who, url, fmt.Sprintf("conversation-%d", i), "2+2"); res.StatusCode != http.StatusTooManyRequests {
			t.Errorf("the second question of visitor %d: %d", i, res.StatusCode)
		}
	}
	if asked < 1 || asked > 10 {
		t.Errorf("%d visitors of one address were answered", asked)
	}
}
