package offline

import (
	"math/big"
	"regexp"
	"strings"
)

// numberPattern matches one number as people write it: Arabic with separators,
// Chinese, or mixed (3万5千). numberOf reads what it matched.
const numberPattern = `(?:[-负]?(?:\d点\d+|\d[\d,]*(?:\.\d+)?(?:[十百千万亿]+(?:零?[\d零一二两三四五六七八九]+[十百千万亿]*)*)?|[零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅]+(?:点[零〇一二三四五六七八九]+)?[万亿]?|半))`

var (
	hanDigits = map[rune]int64{
		'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
		'壹': 1, '贰': 2, '叁': 3, '肆': 4, '伍': 5, '陆': 6, '柒': 7, '捌': 8, '玖': 9,
	}
	hanUnits = map[rune]int64{
		'十': 10, '百': 100, '千': 1000, '万': 10_000, '亿': 100_000_000, '拾': 10, '佰': 100, '仟': 1000,
	}
	arabic     = regexp.MustCompile(`^\d[\d,]*(?:\.\d+)?$`)
	digitsOnly = regexp.MustCompile(`^[零〇一二三四五六七八九]{2,}$`)
)

// numberOf reads a number in normalised writing: Arabic, Chinese or mixed.
func numberOf(s string) (*big.Rat, bool) {
	if s == "" || len(s) > 120 {
		return nil, false
	}
	for _, sign := range []string{"-", "负"} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			n, ok := numberOf(rest)
			if !ok {
				return nil, false
			}
			return n.Neg(n), true
		}
	}
	if s == "半" {
		return big.NewRat(1, 2), true
	}
	if arabic.MatchString(s) {
		return new(big.Rat).SetString(strings.ReplaceAll(s, ",", ""))
	}
	s = strings.NewReplacer("廿", "二十", "卅", "三十").Replace(s)
	if whole, fraction, ok := strings.Cut(s, "点"); ok {
		return decimalOf(whole, fraction)
	}
	if digitsOnly.MatchString(s) {
		var b strings.Builder
		for _, r := range s {
			b.WriteByte(byte('0' + hanDigits[r]))
		}
		return new(big.Rat).SetString(b.String())
	}
	return positional(s)
}

// decimalOf reads 三点一四 and 一点五亿.
func decimalOf(whole, fraction string) (*big.Rat, bool) {
	scale := big.NewRat(1, 1)
	for _, u := range []string{"亿", "万"} {
		if cut, ok := strings.CutSuffix(fraction, u); ok {
			fraction = cut
			scale.SetInt64(hanUnits[[]rune(u)[0]])
		}
	}
	n, ok := numberOf(whole)
	if !ok {
		return nil, false
	}
	place := big.NewRat(1, 10)
	for _, r := range fraction {
		d, ok := hanDigits[r]
		if r >= '0' && r <= '9' {
			d, ok = int64(r-'0'), true
		}
		if !ok {
			return nil, false
		}
		n.Add(n, new(big.Rat).Mul(place, big.NewRat(d, 1)))
		place.Mul(place, big.NewRat(1, 10))
	}
	return n.Mul(n, scale), fraction != ""
}

// positional reads numbers with units. A last digit right after a unit counts
// tenths of that unit, as in 两百五 and 一万二.
func positional(s string) (*big.Rat, bool) {
	total, section := new(big.Rat), new(big.Rat)
	var digit *big.Rat
	last, zero := int64(0), false
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		if (r >= '0' && r <= '9') || r == ',' || r == '.' {
			j := i
			for j < len(runes) && (runes[j] >= '0' && runes[j] <= '9' || runes[j] == ',' || runes[j] == '.') {
				j++
			}
			n, ok := new(big.Rat).SetString(strings.ReplaceAll(string(runes[i:j]), ",", ""))
			if !ok || digit != nil {
				return nil, false
			}
			digit, i = n, j-1
			continue
		}
		if d, ok := hanDigits[r]; ok {
			if d == 0 {
				zero = true
				continue
			}
			if digit != nil {
				return nil, false
			}
			digit = big.NewRat(d, 1)
			continue
		}
		unit, ok := hanUnits[r]
		if !ok {
			return nil, false
		}
		u := big.NewRat(unit, 1)
		switch {
		case unit < 10_000:
			if digit == nil {
				if unit != 10 || i > 0 && !zero && section.Sign() > 0 {
					return nil, false
				}
				digit = big.NewRat(1, 1)
			}
			section.Add(section, digit.Mul(digit, u))
		default:
			if digit != nil {
				section.Add(section, digit)
			}
			if section.Sign() == 0 {
				if total.Sign() == 0 {
					return nil, false
				}
				total.Mul(total, u) // 万亿
			} else if unit == 100_000_000 {
				total.Add(total, section).Mul(total, u)
			} else {
				total.Add(total, section.Mul(section, u))
			}
			section = new(big.Rat)
		}
		digit, last, zero = nil, unit, false
	}
	if digit != nil {
		if last >= 100 && !zero && digit.IsInt() && digit.Num().Cmp(big.NewInt(9)) <= 0 {
			digit.Mul(digit, big.NewRat(last/10, 1))
		}
		section.Add(section, digit)
	}
	return total.Add(total, section), true
}

// numeralStyle is a way to write Chinese numbers.
type numeralStyle struct {
	digits [10]string
	units  [4]string // 1, 10, 100, 1000
}

var (
	plainStyle  = numeralStyle{[10]string{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"}, [4]string{"", "十", "百", "千"}}
	formalStyle = numeralStyle{[10]string{"零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"}, [4]string{"", "拾", "佰", "仟"}}
)

// writeInteger writes n (0 ≤ n < 10^16) in Chinese.
func writeInteger(n int64, style numeralStyle) string {
	if n == 0 {
		return style.digits[0]
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
			b.WriteString(style.digits[0])
		}
		writeGroup(&b, g, style)
		b.WriteString(names[i])
		if i == 3 && len(groups) > 2 && groups[2] != 0 {
			// 一万亿零二亿 is written 一万零二亿: the 亿 is said once.
			s := strings.TrimSuffix(b.String(), "亿")
			b.Reset()
			b.WriteString(s)
		}
		gap = false
	}
	s := b.String()
	if style.units[1] == "十" && strings.HasPrefix(s, "一十") {
		s = strings.TrimPrefix(s, "一")
	}
	return s
}

func writeGroup(b *strings.Builder, g int64, style numeralStyle) {
	zero := false
	started := false
	for p, unit := 3, int64(1000); p >= 0; p, unit = p-1, unit/10 {
		d := g / unit % 10
		if d == 0 {
			zero = started
			continue
		}
		if zero {
			b.WriteString(style.digits[0])
		}
		b.WriteString(style.digits[d] + style.units[p])
		zero, started = false, true
	}
}

// writeMoney writes an amount in fen as on Chinese cheques.
func writeMoney(fen int64) string {
	yuan, jiao, cent := fen/100, fen/10%10, fen%10
	var b strings.Builder
	if yuan > 0 || fen == 0 {
		b.WriteString(writeInteger(yuan, formalStyle) + "元")
	}
	switch {
	case jiao == 0 && cent == 0:
		b.WriteString("整")
	case cent == 0:
		b.WriteString(formalStyle.digits[jiao] + "角")
	case jiao == 0:
		if yuan > 0 {
			b.WriteString("零")
		}
		b.WriteString(formalStyle.digits[cent] + "分")
	default:
		b.WriteString(formalStyle.digits[jiao] + "角" + formalStyle.digits[cent] + "分")
	}
	return b.String()
}
