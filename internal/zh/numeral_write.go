package zh

import "strings"

// Style is a way to write Chinese numbers.
type Style struct {
	Digits [10]string
	Units  [4]string // characters for 1, 10, 100 and 1000
}

// The ways to write numbers.
var (
	Plain  = Style{[10]string{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"}, [4]string{"", "十", "百", "千"}}
	Formal = Style{[10]string{"零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"}, [4]string{"", "拾", "佰", "仟"}}
)

// WriteInteger writes n in Chinese, 0 ≤ n < 10^16.
func WriteInteger(n int64, style Style) string {
	if n == 0 {
		return style.Digits[0]
	}
	var groups []int64
	for ; n > 0; n /= 10_000 {
		groups = append(groups, n%10_000)
	}
	names := []string{"", "万", "亿", "万亿"}
	var b strings.Builder
	gap := false
	for i := len(groups) - 1; i >= 0; i-- {
		g := groups[i]
		if g == 0 {
			gap = b.Len() > 0
			continue
		}
		if b.Len() > 0 && (gap || g < 1000) {
			b.WriteString(style.Digits[0])
		}
		writeGroup(&b, g, style)
		b.WriteString(names[i])
		if i == 3 && len(groups) > 2 && groups[2] != 0 {
			// 一万亿零二亿 is shortened to 一万零二亿: 亿 is written once
			s := strings.TrimSuffix(b.String(), "亿")
			b.Reset()
			b.WriteString(s)
		}
		gap = false
	}
	s := b.String()
	if style.Units[1] == "十" && strings.HasPrefix(s, "一十") {
		s = strings.TrimPrefix(s, "一")
	}
	return s
}

func writeGroup(b *strings.Builder, g int64, style Style) {
	zero := false
	started := false
	for p, unit := 3, int64(1000); p >= 0; p, unit = p-1, unit/10 {
		d := g / unit % 10
		if d == 0 {
			zero = started
			continue
		}
		if zero {
			b.WriteString(style.Digits[0])
		}
		b.WriteString(style.Digits[d] + style.Units[p])
		zero, started = false, true
	}
}

// WriteMoney writes an amount in fen, 0 ≤ fen < 10^18, as on Chinese cheques.
func WriteMoney(fen int64) string {
	yuan, jiao, cent := fen/100, fen/10%10, fen%10
	var b strings.Builder
	if yuan > 0 || fen == 0 {
		b.WriteString(WriteInteger(yuan, Formal) + "元")
	}
	switch {
	case jiao == 0 && cent == 0:
		b.WriteString("整")
	case cent == 0:
		b.WriteString(Formal.Digits[jiao] + "角")
	case jiao == 0:
		if yuan > 0 {
			b.WriteString("零")
		}
		b.WriteString(Formal.Digits[cent] + "分")
	default:
		b.WriteString(Formal.Digits[jiao] + "角" + Formal.Digits[cent] + "分")
	}
	return b.String()
}
