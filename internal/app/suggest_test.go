package app_test

import (
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/config"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
)

type noModel struct{}

func (noModel) DefaultModelID() string { return offline.ModelID }
func (noModel) Connected() bool        { return false }

// The built-in engine answers every good question of a fresh installation.
func TestOfferedQuestionsAreAnswered(t *testing.T) {
	t.Parallel()
	general, err := config.New(content.FS(""), "wenqu", noModel{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	engine := offline.New()
	for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
		_, rows := general.Inspirations(locale)
		if len(rows) < 20 {
			t.Errorf("%s: %d questions", locale, len(rows))
		}
		seen := map[string]bool{}
		for _, r := range rows {
			if r.Label == "" || seen[r.Title] {
				t.Errorf("%s: %q has no label, or is there twice", locale, r.Title)
			}
			seen[r.Title] = true
			req := llm.Request{Locale: locale, Messages: []llm.Message{{Role: llm.User, Content: r.Title}}}
			for d, err := range engine.Stream(t.Context(), req) {
				if err != nil || d.NeedsModel {
					t.Errorf("%s: %q is not answered: %v", locale, r.Title, err)
				}
			}
		}
	}
}
