package markdown

import "strings"

// maxNesting is how many quotes and lists one line may open. The parser recurses for
// each of them.
const maxNesting = 40

// LimitNesting removes the markers of quotes and lists that a line opens beyond
// maxNesting.
func LimitNesting(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	for line := range strings.Lines(text) {
		out.WriteString(limitNesting(line))
	}
	return out.String()
}

// limitNesting is LimitNesting for one line.
func limitNesting(line string) string {
	markers := 0
	for i := 0; i+1 < len(line); i++ {
		c, next := line[i], line[i+1]
		switch {
		case c == '>', strings.IndexByte("-*+.)", c) >= 0 && (next == ' ' || next == '\t'):
			if markers++; markers > maxNesting {
				return line[:i] + strings.TrimLeft(line[i:], " \t>-*+.)0123456789")
			}
		case c == ' ', c == '\t', c >= '0' && c <= '9':
		default:
			return line
		}
	}
	return line
}
