package zh

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// NumberPattern matches one number as people write it: Arabic, Chinese, or mixed (3万5千). Commas may
// separate groups of three or of four Arabic digits. Number parses the matches.
const NumberPattern = `(?:[-负]?(?:\d点\d+|(?:\d{1,4}(?:,\d{4})+|\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[十百千万亿]+(?:零?[\d零一二两三四五六七八九]+[十百千万亿]*)*)?|[零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅]+(?:点[零〇一二三四五六七八九]+)?[万亿]?|半))`

var (
	hanDigits = map[rune]int64{
		'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
	}
	hanUnits = map[rune]int64{
		'十': 10, '百': 100, '千': 1000, '万': 10_000, '亿': 100_000_000,
	}
	// formal replaces the characters used on cheques, and 廿 and 卅, by plain characters.
	formal = strings.NewReplacer("壹", "一", "贰", "二", "叁", "三", "肆", "四", "伍", "五", "陆", "六", "柒", "七", "捌", "八", "玖", "九",
		"拾", "十", "佰", "百", "仟", "千", "廿", "二十", "卅", "三十")
	arabic     = regexp.MustCompile(`^\d[\d,]*(?:\.\d+)?$`)
	digitsOnly = regexp.MustCompile(`^[零〇一二三四五六七八九]{2,}$`)
)

// Number reads a number of at most 120 bytes: Arabic, Chinese or mixed, in
// half-width and simplified characters.
func Number(s string) (*big.Rat, bool) {
	if s == "" || len(s) > 120 {
		return nil, false
	}
	for _, sign := range []string{"-", "负"} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			n, ok := Number(rest)
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
	s = formal.Replace(s)
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

// decimalOf parses numbers such as 三点一四 and 一点五亿.
func decimalOf(whole, fraction string) (*big.Rat, bool) {
	scale := big.NewRat(1, 1)
	for _, u := range []string{"亿", "万"} {
		if cut, ok := strings.CutSuffix(fraction, u); ok {
			fraction = cut
			scale.SetInt64(hanUnits[[]rune(u)[0]])
		}
	}
	n, ok := Number(whole)
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

// positional parses numbers with units. A last digit directly after 百 or a greater unit
// counts tenths of that unit, as in 两百五 and 一万二.
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
				total.Mul(total, u) // a unit directly after another unit multiplies it, as in 万亿
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

// Integer parses a whole number between −999,999 and 999,999.
func Integer(s string) (int, bool) {
	n, ok := Number(s)
	if !ok || !n.IsInt() || !n.Num().IsInt64() {
		return 0, false
	}
	v := n.Num().Int64()
	return int(v), v > -1_000_000 && v < 1_000_000
}

// IsNumeral reports whether r is a digit or a unit of plain Chinese numbers.
func IsNumeral(r rune) bool {
	switch r { // the keys of hanDigits and hanUnits; a switch is faster than a map, and searches call this function for every character
	case '零', '〇', '一', '二', '两', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '万', '亿':
		return true
	}
	return false
}

// LeadingNumber returns, in digits, the Chinese number at the beginning of s: 305 for
// 三百零五天, 2025 for 二〇二五年. It accepts malformed numbers as well, because they occur in
// searched texts. It reads at most 16 characters. size is the number of bytes read, and 0 when s
// does not begin with a number.
func LeadingNumber(s string) (digits string, size int) {
	var total, section, digit int64
	units := false
	var plain strings.Builder
	for _, r := range s {
		d, isDigit := hanDigits[r]
		unit, isUnit := hanUnits[r]
		if !isDigit && !isUnit || plain.Len() > 15 {
			break
		}
		size += utf8.RuneLen(r)
		if isDigit {
			digit = d
			plain.WriteByte(byte('0' + d))
			continue
		}
		units = true
		plain.WriteByte('x')
		switch {
		case unit < 10_000:
			section += max(digit, 1) * unit // 十五 is 15
		case unit == 10_000: // in 三亿四千万, 万 multiplies 四千, but not 三亿
			total += (section + digit) * unit
			section = 0
		default:
			total = (total + section + digit) * unit
			section = 0
		}
		digit = 0
	}
	if !units {
		return plain.String(), size
	}
	return strconv.FormatInt(total+section+digit, 10), size
}
