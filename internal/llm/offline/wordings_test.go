package offline

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// wording is one line of testdata/wordings.txt.
type wording struct {
	skill, text string
	answer      *regexp.Regexp // expected answer; nil: no skill may answer the question
}

func readWordings(tb testing.TB) (out []wording) {
	tb.Helper()
	data, err := os.ReadFile("testdata/wordings.txt")
	if err != nil {
		tb.Fatal(err)
	}
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	skill := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch text, answer, ok := strings.Cut(line, " → "); {
		case line == "" || strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "= "):
			skill = line[2:]
		case strings.HasPrefix(line, "! "):
			out = append(out, wording{skill, unescape.Replace(line[2:]), nil})
		case ok:
			out = append(out, wording{skill, unescape.Replace(text), regexp.MustCompile("(?s)" + answer)})
		default:
			tb.Fatalf("wordings.txt: %q", line)
		}
	}
	return out
}

// TestWordings requires a minimum number of right answers. It limits the number of wrong answers, and
// the number of answers to wordings without an expected answer.
func TestWordings(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 19, 19, 0, 0, time.FixedZone("CST", 8*60*60))
	plain := strings.NewReplacer(" ", "", "\n", "", "\t", "", "\u00a0", "", ",", "", "*", "", "`", "")
	type count struct{ right, wrong, refused, missed, near int }
	skills, order := map[string]*count{}, []string{}
	var all count
	for _, w := range readWordings(t) {
		c := skills[w.skill]
		if c == nil {
			c = &count{}
			skills[w.skill], order = c, append(order, w.skill)
		}
		r := ask(w.text, "zh-CN", now)
		switch refused := r.id == "fallback"; {
		case w.answer == nil && refused:
			c.near, all.near = c.near+1, all.near+1
		case w.answer == nil:
			c.missed, all.missed = c.missed+1, all.missed+1
			t.Logf("%s: must not be answered: %s ← %s: %.80q", w.skill, w.text, r.id, r.text)
		case refused:
			c.refused, all.refused = c.refused+1, all.refused+1
			t.Logf("%s: refused: %s", w.skill, w.text)
		case w.answer.MatchString(plain.Replace(r.text)):
			c.right, all.right = c.right+1, all.right+1
		default:
			c.wrong, all.wrong = c.wrong+1, all.wrong+1
			t.Logf("%s: wrong: %s ← %s: %.160q", w.skill, w.text, r.id, r.text)
		}
	}
	for _, name := range order {
		t.Logf("%-16s %+v", name, *skills[name])
	}
	t.Logf("%-16s %+v", "all", all)
	if all.right < 250 || all.wrong > 5 || all.missed > 11 {
		t.Errorf("%+v", all)
	}
}
