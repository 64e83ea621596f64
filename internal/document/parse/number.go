package parse

import (
	"strconv"
	"strings"
)

// Number parses a whole number. It returns 1 for anything else.
func Number(v []byte) int {
	n, err := strconv.Atoi(strings.TrimSpace(string(v)))
	if err != nil {
		return 1
	}
	return n
}

// Atoi parses a whole number in an attribute. It returns 0 for anything else, and for a number
// above a billion or below minus a billion.
func Atoi(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < -1_000_000_000 || n > 1_000_000_000 {
		return 0
	}
	return n
}
