package cite

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestQuoted(t *testing.T) {
	t.Parallel()
	const source = "第四条 月租金为人民币五千二百元，\n按季支付（每季度首月5日之前）。他说：“走吧”。See  Section 15 of the Policy."
	for quote, want := range map[string]bool{
		"月租金为人民币五千二百元":             true,
		"五千二百元，按季支付":               true, // across a line end
		"五千二百元,按季支付(每季度首月５日之前)":    true, // full-width and half-width characters
		"⽉租⾦为⼈⺠币":                  true, // Kangxi and CJK radicals
		"他说:「走吧」。":                 true,
		"Section 15 of the":        true,
		"Section  15":              true,
		"section 15 of":            false, // case-sensitive
		"月租金为人民币五千三百元":             false,
		"按月支付每季度首月":                false,
		"Section 1":                false, // only the beginning of a number
		"5 of the Policy":          false,
		"租金为":                      false, // too short
		"，（）。：“”":                  false,
		"":                         false,
		strings.Repeat("长", 10000): false,
	} {
		if got := Quoted(source, quote); got != want {
			t.Errorf("%.40q is quoted: %t, want %t", quote, got, want)
		}
	}
}

// TestQuotedFindsEveryStretch checks that a part of a text is still found after its layout has changed, and
// that a part with fewer than minQuote letters is not found.
func TestQuotedFindsEveryStretch(t *testing.T) {
	t.Parallel()
	layout := strings.NewReplacer("，", " ,\n", "。", "．", "（", "(", " ", "\u3000")
	rapid.Check(t, func(t *rapid.T) {
		source := []rune(rapid.StringOfN(rapid.RuneFrom([]rune("合同租金支付甲方乙，。（） ab")), 10, 80, -1).Draw(t, "source"))
		from := rapid.IntRange(0, len(source)-5).Draw(t, "from")
		to := rapid.IntRange(from+4, len(source)).Draw(t, "to")
		quote := string(source[from:to])
		solid := len([]rune(strings.NewReplacer("，", "", "。", "", "（", "", "）", "", " ", "").Replace(quote)))
		if got := Quoted(string(source), layout.Replace(quote)); got != (solid >= minQuote) {
			t.Fatalf("%q in %q: %t", quote, string(source), got)
		}
	})
}

func FuzzQuoted(f *testing.F) {
	f.Add("第四条 月租金为五千二百元", "月租金为五千二百元")
	f.Add("a\u0301bcd", "ábcd")
	f.Add("\xff\xfe", "\xff")
	f.Fuzz(func(t *testing.T, source, quote string) {
		if !Quoted(source, quote) {
			return
		}
		if !Quoted("前"+source+"后", quote) && !strings.ContainsAny(quote[:1]+quote[len(quote)-1:], "0123456789") && layoutless("前"+source+"后") == "前"+layoutless(source)+"后" {
			t.Fatalf("%q is quoted from %q and not from a longer text", quote, source)
		}
		if !Quoted(quote, quote) {
			t.Fatalf("%q is not quoted from itself", quote)
		}
		if Quoted("", quote) {
			t.Fatalf("%q is quoted from nothing", quote)
		}
	})
}
