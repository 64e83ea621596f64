package ole

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// TestFields reads what fields display, and nothing of their codes.
func TestFields(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want string }{
		"a code and its result":       {"见\x13 REF a \x14附录一\x15。", "见附录一。"},
		"a code alone":                {"第\x13 SET a 1 \x15页", "第页"},
		"a field in a code":           {"甲\x13 IF \x13 PAGE \x143\x15 > 1 \"是\" \x14乙\x15丙", "甲乙丙"},
		"a field of a code in a code": {"甲\x13 IF \x13 SET a 1 \x15 > 1 \x14乙\x15丙", "甲乙丙"},
		"a field in a result":         {"甲\x13 TOC \x14一\x13 PAGEREF a \x145\x15二\x15丙", "甲一5二丙"},
		"marks in a code":             {"甲\x13 A\tB\x0bC\x1eD \x14乙\t丙\x15", "甲乙\t丙"},
		"ends without fields":         {"甲\x14乙\x15丙\x15\x13 A \x14丁\x15戊", "甲乙丙丁戊"},
	} {
		var got strings.Builder
		w := flowing{kind: parsed.Paragraph, put: func(b parsed.Block) error { got.WriteString(b.Text); return nil }}
		for _, r := range tt.in {
			if err := w.rune(r, paraLook{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.close(); err != nil || got.String() != tt.want {
			t.Errorf("%s: %q, want %q, %v", name, got.String(), tt.want, err)
		}
	}
}
