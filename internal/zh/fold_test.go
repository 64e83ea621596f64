package zh_test

import (
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"ＡＢＣ１２": "abc12", "㎡": "m2", "軟體ABC": "軟體abc", "ﬁ": "fi"} {
		if got := zh.Fold(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
	if got := zh.FoldSimplified("總計（ＲＭＢ）"); got != "总计(rmb)" {
		t.Errorf("folded to %s", got)
	}
}

// FuzzFoldRunes checks that folding keeps the number of characters, and that folding
// twice changes nothing more.
func FuzzFoldRunes(f *testing.F) {
	f.Add("　１＋１＝？「軟體」×÷。")
	f.Fuzz(func(t *testing.T, s string) {
		once := zh.FoldRunes([]rune(s))
		if utf8.RuneCountInString(once) != utf8.RuneCountInString(s) || zh.FoldRunes([]rune(once)) != once {
			t.Errorf("%q becomes %q", s, once)
		}
	})
}

func TestScript(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"软件里的头发": "軟體裡的頭髮", "皇后": "皇后", "abc": "abc"} {
		if got := zh.ToTaiwan(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
		if got := zh.ToSimplified(want); got != s {
			t.Errorf("%s: back to %s, want %s", want, got, s)
		}
	}
	if got := zh.ToTraditional("软件"); got != "軟件" {
		t.Errorf("only the characters: %s", got)
	}
	if zh.Simplify('體') != '体' || zh.Simplify('a') != 'a' || !zh.OnlySimplified('软') || zh.OnlySimplified('后') || zh.OnlySimplified('軟') {
		t.Error("single characters")
	}
}
