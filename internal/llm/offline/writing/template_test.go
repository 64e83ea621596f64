package writing

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
)

// TestTemplates checks the number of templates, and one request for each name of a kind. It also
// checks that no slot mark remains in the text.
func TestTemplates(t *testing.T) {
	t.Parallel()
	entries, err := templateFiles.ReadDir("templates")
	if err != nil || len(entries) < 30 {
		t.Fatalf("%d templates, %v", len(entries), err)
	}
	for kind, d := range drafts().byName {
		a, ok := Template.Match(skill.NewQuestion("写一份"+kind, time.Unix(0, 0), "zh-CN", rand.New(rand.NewPCG(1, 1))))
		if !ok || !strings.HasPrefix(a.Text, "**模板："+kind+"**") {
			t.Errorf("%s: %v %.60s", kind, ok, a.Text)
		}
		if slotMark.MatchString(a.Text) || len(d.body) < 60 {
			t.Errorf("%s: %s", kind, a.Text)
		}
	}
}
