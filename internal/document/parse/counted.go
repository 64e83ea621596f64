package parse

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Counted formats the number n of a list item. format is Word's name of the number
// format.
func Counted(format string, n int) string {
	switch format {
	case "chineseCounting", "chineseCountingThousand", "taiwaneseCounting", "taiwaneseCountingThousand", "japaneseCounting", "ideographDigital", "chineseLegalSimplified", "ideographTraditional":
		return chineseNumber(n)
	case "lowerLetter", "upperLetter":
		if n < 1 {
			return ""
		}
		s := strings.Repeat(string(rune('a'+(n-1)%26)), min((n-1)/26+1, 8))
		if format == "upperLetter" {
			s = strings.ToUpper(s)
		}
		return s
	case "lowerRoman":
		return strings.ToLower(text.Roman(n))
	case "upperRoman":
		return text.Roman(n)
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	}
	return strconv.Itoa(n)
}

// chineseNumber writes 1 to 9999 in Chinese numerals, and other numbers in digits.
func chineseNumber(n int) string {
	if n < 1 || n > 9999 {
		return strconv.Itoa(n)
	}
	return zh.WriteInteger(int64(n), zh.Plain)
}

// JoinNumber puts an item's number before its text.
func JoinNumber(number, s string) string {
	if last, _ := utf8.DecodeLastRuneInString(number); strings.ContainsRune("、．）】", last) {
		return number + s
	}
	return number + " " + s
}
