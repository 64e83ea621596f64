package offline

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
)

// TestEverySkillIsWhole checks that each skill has a name, follow-ups and a row in the
// ability list. It also checks that the evaluation set has phrasings for each skill, some
// of them held out.
func TestEverySkillIsWhole(t *testing.T) {
	t.Parallel()
	listed, asked, held := map[string]bool{}, map[string]int{}, map[string]int{}
	for _, a := range abilities {
		listed[a.id] = true
	}
	for _, p := range readPhrasings(t, "phrasings.jsonl") {
		asked[p.Skill]++
		if p.Holdout {
			held[p.Skill]++
		}
	}
	seen := map[string]bool{}
	for _, s := range skills() {
		if s.ID == "" || seen[s.ID] || s.Name.Zh == "" || s.Name.En == "" || s.Match == nil {
			t.Errorf("%+v is no whole row", s.Name)
		}
		if len(s.Hints) == 0 || len(s.EnHints) == 0 {
			t.Errorf("%s has no follow-ups", s.ID)
		}
		if !listed[s.ID] || asked[s.ID] < 5 || held[s.ID] == 0 {
			t.Errorf("%s: listed %v, %d phrasings, %d held out", s.ID, listed[s.ID], asked[s.ID], held[s.ID])
		}
		seen[s.ID] = true
	}
	for id := range listed {
		if !seen[id] {
			t.Errorf("the list offers %s, which no skill does", id)
		}
	}
}

// TestHintsAreOtherQuestions asks every follow-up: the answer must not offer it once more.
func TestHintsAreOtherQuestions(t *testing.T) {
	t.Parallel()
	asked := map[string]string{"你好，你能做什么？": "你会做什么？", "Hi, what can you do": "What can you do?"}
	for _, s := range append(skills(), fallbackSkill) {
		for _, h := range slices.Concat(s.Hints, s.EnHints) {
			asked[h] = h
		}
	}
	for question, hint := range asked {
		r := reply(skill.NewQuestion(question, time.Unix(1_800_000_000, 0), "", rand.New(rand.NewPCG(1, 2))))
		if slices.Contains(r.hints, hint) {
			t.Errorf("after %q (%s) the engine offers %q", question, r.id, hint)
		}
	}
}

// TestEverySkillAlone passes every hostile input to every skill directly. In the router,
// another skill may answer the input first.
func TestEverySkillAlone(t *testing.T) {
	t.Parallel()
	for label, text := range hostile() {
		q := skill.NewQuestion(text, testNow, "zh-CN", rand.New(rand.NewPCG(1, 1)))
		for _, s := range skills() {
			begin := time.Now()
			a, ok := s.Match(q)
			if took := time.Since(begin); took > stuck {
				t.Errorf("%s, %s: %s", s.ID, label, took)
			}
			if ok && (a.Text == "" || a.How == "" || len(a.Text) > 8*skill.MaxTransform || !utf8.ValidString(a.Text)) {
				t.Errorf("%s, %s: an answer of %d bytes", s.ID, label, len(a.Text))
			}
		}
	}
}
