package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
)

// newModeration reads the content rules of the content folder `dir`, or the built-in rules if `dir`
// has no rules.
func newModeration(dir string, log *slog.Logger) (*moderation.Service, error) {
	return moderation.New(content.FS(dir), log)
}

// filter implements answer.Filter by the content rules.
type filter struct {
	rules  *moderation.Service
	strict bool // filter for minors: it withholds a text instead of masking it
}

func (f filter) Check(at answer.At, text string) (string, bool) {
	if f.strict {
		return f.rules.StrictCheck(moderation.At(at), text)
	}
	return f.rules.Check(moderation.At(at), text)
}

func (f filter) Begin(at answer.At) answer.FilterStream {
	if f.strict {
		return f.rules.StrictStream(moderation.At(at))
	}
	return f.rules.Stream(moderation.At(at))
}

func (f filter) Clean(text string) bool { return f.rules.Clean(text) }

// filterFor returns a function that returns an owner's filter; minors get the strict one. A
// person who cannot be looked up counts as a minor.
func (a *App) filterFor(rules *moderation.Service) func(ctx context.Context, owner string) answer.Filter {
	return func(ctx context.Context, owner string) answer.Filter {
		minor, err := a.accounts.Minor.On(ctx, owner)
		return filter{rules: rules, strict: minor || err != nil}
	}
}

// moderationFigures registers metrics for the number of content rules and the number of hits.
func moderationFigures(m *telemetry.Metrics, rules *moderation.Service) {
	for _, l := range moderation.Levels {
		m.Gauge("wenqu_moderation_rules", "Words of the content rules, by level.",
			map[string]string{"level": l.String()}, func() float64 { return float64(rules.Rules().Count(l)) })
		m.Counter("wenqu_moderation_hits_total", "Words of the content rules that were met, by level.",
			map[string]string{"level": l.String()}, func() float64 { return float64(rules.Hits(l)) })
	}
}

// moderationState describes how many content rules exist and where they come from.
func moderationState(dir string, say sayer) (string, error) {
	s, err := newModeration(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		return "", err
	}
	from := say("内置文件", "內建檔案", "built in")
	if name := filepath.Join(dir, moderation.FileName); dir != "" {
		if _, err := os.Stat(name); err == nil {
			from = name
		}
	}
	r := s.Rules()
	return fmt.Sprintf(say("拦截 %d 条，遮盖 %d 条，记录 %d 条，放行 %d 条（%s）", "攔截 %d 條，遮蔽 %d 條，記錄 %d 條，放行 %d 條（%s）", "%d block, %d mask, %d log, %d allowed (%s)"),
		r.Count(moderation.Block), r.Count(moderation.Mask), r.Count(moderation.Log), r.Allowed(), from), nil
}
