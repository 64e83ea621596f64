package parse

import (
	"strconv"
	"strings"
)

// Number reads a whole number; anything else is 1.
func Number(v []byte) int {
	n, err := strconv.Atoi(strings.TrimSpace(string(v)))
	if err != nil {
		return 1
	}
	return n
}

// Atoi reads a whole number of an attribute; anything else is 0.
func Atoi(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < -1_000_000_000 || n > 1_000_000_000 {
		return 0
	}
	return n
}
