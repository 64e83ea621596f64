package text

import (
	"strconv"
	"strings"
)

// Roman writes 1 to 3999 in Roman numerals, and other numbers in digits.
func Roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, r := range []struct {
		n int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= r.n; n -= r.n {
			b.WriteString(r.s)
		}
	}
	return b.String()
}
