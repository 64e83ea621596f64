package offline

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// phrasing is one line of testdata/phrasings.jsonl or testdata/more.jsonl.
type phrasing struct {
	Q       string   `json:"q"`
	Now     string   `json:"now"`
	Locale  string   `json:"locale"` // locale of the question; empty: zh-CN
	Skill   string   `json:"skill"`
	Core    string   `json:"core"` // the whole bold result, empty: any
	Has     []string `json:"has"`  // parts of the answer
	Holdout bool     `json:"holdout"`
}

// readPhrasings loads a file of testdata.
func readPhrasings(tb testing.TB, name string) []phrasing {
	tb.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []phrasing
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var p phrasing
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			tb.Fatalf("%s: %v", lines.Text(), err)
		}
		out = append(out, p)
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return out
}

// core is the first bold text in an answer.
func core(text string) string {
	_, rest, _ := strings.Cut(text, "**")
	bold, _, _ := strings.Cut(rest, "**")
	return bold
}

// wrong describes the error in the answer to p; empty when the answer is right.
func (p phrasing) wrong(tb testing.TB) string {
	tb.Helper()
	now, err := time.Parse(time.RFC3339, p.Now)
	if err != nil {
		tb.Fatal(err)
	}
	locale := p.Locale
	if locale == "" {
		locale = "zh-CN"
	}
	r := ask(p.Q, locale, now)
	if r.id != p.Skill {
		return "skill " + r.id + ", want " + p.Skill + ": " + core(r.text)
	}
	if p.Core != "" && core(r.text) != p.Core {
		return "core " + core(r.text) + ", want " + p.Core
	}
	for _, part := range p.Has {
		if !strings.Contains(r.text, part) {
			return "no " + part + " in: " + r.text
		}
	}
	return ""
}

// TestPhrasings checks the answers to everyday questions. At least 30 % of the questions are
// held out. The held-out questions were written before the skills, and the share of right answers
// to them is checked separately. Failures of held-out questions are counted but not shown, to keep
// the skills from being tuned to them. The variable OFFLINE_SHOW_HOLDOUT shows these failures.
func TestPhrasings(t *testing.T) {
	const least = 0.98
	total, right, fallbacks := map[bool]int{}, map[bool]int{}, 0
	for _, p := range readPhrasings(t, "phrasings.jsonl") {
		total[p.Holdout]++
		if p.Skill == "fallback" {
			fallbacks++
		}
		wrong := p.wrong(t)
		if wrong == "" {
			right[p.Holdout]++
			continue
		}
		if !p.Holdout || os.Getenv("OFFLINE_SHOW_HOLDOUT") != "" {
			t.Logf("%s: %s", p.Q, wrong)
		}
	}
	for _, holdout := range []bool{false, true} {
		share := float64(right[holdout]) / float64(total[holdout])
		t.Logf("holdout=%v: %d of %d right (%.1f %%)", holdout, right[holdout], total[holdout], 100*share)
		if share < least {
			t.Errorf("holdout=%v: %.3f is below %.2f", holdout, share, least)
		}
	}
	if n := total[false] + total[true]; n < 240 || fallbacks < 48 || 3*total[true] < n-n/10 {
		t.Errorf("the set is too small: %d questions, %d fallbacks, %d held out", n, fallbacks, total[true])
	}
}

// TestMorePhrasings checks further questions. The skills were tuned to these questions.
func TestMorePhrasings(t *testing.T) {
	t.Parallel()
	for _, p := range readPhrasings(t, "more.jsonl") {
		if wrong := p.wrong(t); wrong != "" {
			t.Errorf("%s: %s", p.Q, wrong)
		}
	}
}
