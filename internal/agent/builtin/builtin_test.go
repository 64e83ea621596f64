package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

func load(t *testing.T) []builtin.Agent {
	t.Helper()
	agents, err := builtin.Load(content.FS(""))
	if err != nil {
		t.Fatal(err)
	}
	return agents
}

// There are 30 agents, with at least one in each category. Their names are unique, their texts fit
// on a card, and their texts for Taiwan have no simplified characters. Each persona states how the
// agent works, what it writes and what it does not do.
func TestWhole(t *testing.T) {
	t.Parallel()
	agents := load(t)
	if len(agents) != 30 {
		t.Errorf("%d agents, not 30", len(agents))
	}
	names, categories := map[string]string{}, map[string]int{}
	for _, a := range agents {
		categories[a.Category]++
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			name := a.Name.In(locale)
			if other := names[locale+name]; other != "" {
				t.Errorf("%s and %s are both called %s", a.ID, other, name)
			}
			names[locale+name] = a.ID
			if text.Len(name) > 30 || text.Len(a.Description.In(locale)) > 100 || text.Len(a.Opening.In(locale)) > 300 {
				t.Errorf("%s: name, description or opening is too long in %s", a.ID, locale)
			}
		}
		taiwan := a.Name.ZhTW + a.Description.ZhTW + a.Opening.ZhTW
		for _, q := range a.Questions {
			taiwan += q.ZhTW
		}
		for _, r := range taiwan {
			if zh.OnlySimplified(r) && !strings.ContainsRune("群吃", r) { // both characters are written the same way in Taiwan
				t.Errorf("%s: %c is no traditional character", a.ID, r)
			}
		}
		persona := a.System()
		if n := text.Len(persona); n < 300 {
			t.Errorf("%s: a persona of %d characters", a.ID, n)
		}
		for _, part := range []string{"怎么做：", "输出格式：", "边界："} {
			if !strings.Contains(persona, "\n"+part) {
				t.Errorf("%s: the persona does not say %s", a.ID, part)
			}
		}
	}
	for _, c := range builtin.Categories {
		if categories[c] == 0 {
			t.Errorf("no agent in %s", c)
		}
	}
}

// The built-in engine answers every question without the mark needsModel, except in the languages
// of its needsModelIn. Questions about files are not checked. An agent is marked needsModel if all
// its questions are marked.
func TestWithoutModel(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.FixedZone("", 8*3600))
	for _, a := range load(t) {
		able := 0
		for _, q := range a.Questions {
			if q.NeedsModel {
				continue
			}
			able++
			if q.NeedsFile {
				continue // the question needs a file, which this test does not have
			}
			for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
				if q.Offline(locale) != offline.Answers(q.In(locale), now, locale) {
					t.Errorf("%s: the engine answers %q (%s): %v", a.ID, q.In(locale), locale, !q.Offline(locale))
				}
			}
		}
		if a.NeedsModel != (able == 0) {
			t.Errorf("%s: %d questions are answered without a model, and needsModel is %v", a.ID, able, a.NeedsModel)
		}
	}
}

// The opening of the health agent contains a disclaimer in every language.
func TestDisclaimer(t *testing.T) {
	t.Parallel()
	for _, a := range load(t) {
		if a.ID != "health-lookup" {
			continue
		}
		for locale, want := range map[string]string{"zh-CN": "不能代替医生", "zh-TW": "不能代替醫生", "en": "no substitute for a doctor"} {
			if !strings.Contains(a.Opening.In(locale), want) {
				t.Errorf("%s: %s", locale, a.Opening.In(locale))
			}
		}
		return
	}
	t.Error("there is no health-lookup")
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	good, err := os.ReadFile(filepath.Join("..", "..", "..", "content", "agents", "recipe.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ file, from, to string }{
		"other id":      {"soup.json", "", ""},
		"unknown field": {"recipe.json", `"category"`, `"run": "x", "category"`},
		"category":      {"recipe.json", `"life"`, `"death"`},
		"language":      {"recipe.json", `"en": "Home Cooking"`, `"en": ""`},
		"too large":     {"recipe.json", "家常菜的厨师", strings.Repeat("菜", 30000)},
		"persona":       {"recipe.json", "家常菜的厨师", strings.Repeat("菜", 4000)},
		"locale":        {"recipe.json", `"needsModel": true`, `"needsModelIn": ["fr"]`},
		"broken":        {"recipe.json", `"id"`, `id`},
	} {
		b := strings.Replace(string(good), test.from, test.to, 1)
		if _, err := builtin.Load(fstest.MapFS{"agents/" + test.file: {Data: []byte(b)}}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if a, err := builtin.Load(fstest.MapFS{"agents/recipe.json": {Data: good}, "agents/README": {}}); err != nil || len(a) != 1 {
		t.Errorf("the file as it is: %d, %v", len(a), err)
	}
}

// An operator's file replaces the agent with the same file name; files with other names are
// added.
func TestOperatorsFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good, err := os.ReadFile(filepath.Join("..", "..", "..", "content", "agents", "recipe.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "agents"), 0o700); err != nil {
		t.Fatal(err)
	}
	for id, name := range map[string]string{"recipe": "食堂", "canteen": "食堂二"} {
		own := strings.Replace(strings.Replace(string(good), `"recipe"`, `"`+id+`"`, 1), "家常菜谱", name, 1)
		if err := os.WriteFile(filepath.Join(dir, "agents", id+".json"), []byte(own), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	agents, err := builtin.Load(content.FS(dir))
	if err != nil || len(agents) != 31 {
		t.Fatalf("%d agents, %v", len(agents), err)
	}
	found := map[string]string{}
	for _, a := range agents {
		found[a.ID] = a.Name.ZhCN
	}
	if found["recipe"] != "食堂" || found["canteen"] != "食堂二" || found["resume"] == "" {
		t.Errorf("%v", found)
	}
}
