package markdown

import "strings"

// maxNesting is the maximum number of quotes and lists opened by one line. The parser
// recurses for each quote and list.
const maxNesting = 40

// LimitNesting removes from each line the markers of quotes and lists beyond the first
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
