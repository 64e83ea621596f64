package export

import (
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// A single text becomes a Markdown or Word file. If the text is generated, and only then, the file
// states that a machine wrote the text. A Word file states this also in its metadata.
func TestPaper(t *testing.T) {
	t.Parallel()
	s := New(nil, Elsewhere(Task), "问渠", func() time.Time { return time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC) })
	for _, format := range []Format{Markdown, Word} {
		for _, generated := range []bool{true, false} {
			p := Paper{Title: "《合同》的笔记", Markdown: "## 第 3 页\n\n> 租金 *每月* 支付\n\n记得 **核对**", Format: format, Generated: generated, Locale: "zh-CN", Zone: time.UTC}
			f, err := s.Paper(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			text := textOf(t, f)
			if !strings.Contains(text, "第 3 页") || !strings.Contains(text, "2026年11月21日") || f.Name != "《合同》的笔记."+string(format) {
				t.Errorf("%s %q: %s", format, f.Name, text)
			}
			if said := strings.Contains(text, "AI 生成"); said != generated {
				t.Errorf("%s: says that a machine wrote it: %v, want %v", format, said, generated)
			}
			if format == Word && strings.Contains(text, `&#34;Label&#34;:&#34;1&#34;`) != generated {
				t.Errorf("the implicit label: want %v in %s", generated, text)
			}
		}
	}
	if _, err := s.Paper(t.Context(), Paper{Format: "exe"}); !errs.Is(err, errs.BadRequest) {
		t.Error(err)
	}
	if _, err := s.Paper(t.Context(), Paper{Format: Markdown, Markdown: strings.Repeat("字", MaxText/3+1)}); !errs.Is(err, errs.TooLarge) {
		t.Error(err)
	}
}
