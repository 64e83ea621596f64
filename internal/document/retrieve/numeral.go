package retrieve

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// numerals are the characters of Chinese numbers: digits, and units with their
// power of ten.
var numerals = map[rune]string{
	'零': "0", '〇': "0", '一': "1", '二': "2", '两': "2", '三': "3", '四': "4", '五': "5", '六': "6", '七': "7", '八': "8", '九': "9",
	'十': "e1", '百': "e2", '千': "e3", '万': "e4", '亿': "e8",
}

func isNumeral(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return numerals[r] != ""
}

// numeral reads the Chinese number at the beginning of s as digits: 三百零五 is
// 305, 二〇二五 is 2025. end is how many bytes it takes; 0 when there is none.
func numeral(s string) (digits string, end int) {
	var total, section, digit int64
	units := false
	var plain strings.Builder
	for _, r := range s {
		v := numerals[r]
		if v == "" || plain.Len() > 15 {
			break
		}
		end += utf8.RuneLen(r)
		if v[0] != 'e' {
			digit = int64(v[0] - '0')
			plain.WriteByte(v[0])
			continue
		}
		units = true
		plain.WriteByte('x')
		zeros, _ := strconv.Atoi(v[1:])
		if zeros < 4 {
			if digit == 0 {
				digit = 1 // 十五
			}
			section += digit * power(zeros)
		} else if zeros == 4 { // 三亿四千万: the 万 is of what follows 亿
			total += (section + digit) * power(zeros)
			section = 0
		} else {
			total = (total + section + digit) * power(zeros)
			section = 0
		}
		digit = 0
	}
	if !units {
		return plain.String(), end
	}
	return strconv.FormatInt(total+section+digit, 10), end
}

func power(zeros int) int64 {
	n := int64(1)
	for range zeros {
		n *= 10
	}
	return n
}
