package text

import "strings"

// Fence returns backticks that enclose s as a code block: at least three, and more than any run of
// backticks in s has, so that s cannot end the block.
func Fence(s string) string {
	longest, run := 2, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}
