package export

import (
	"regexp"
	"strconv"
	"strings"
)

// Bounds of a text that a person would read. The parser takes the square of a
// paragraph's length and recursion of the nesting's depth, and a model may
// write anything.
const (
	maxNesting   = 40       // containers that one line opens
	maxParagraph = 32 << 10 // bytes without a blank line
)

// tame changes a text only beyond these bounds: markers past maxNesting are
// left away, and the marks of a longer paragraph become plain characters. It
// also drops what no file can hold.
func tame(markdown string) string {
	markdown = strings.ToValidUTF8(markdown, "\uFFFD")
	markdown = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ReplaceAll(markdown, "\r\n", "\n"))
	var out strings.Builder
	out.Grow(len(markdown))
	var part []string // the lines of one paragraph, item or row
	size := 0
	flush := func() {
		for _, line := range part {
			if size > maxParagraph {
				line = literal(line)
			}
			out.WriteString(line)
		}
		part, size = part[:0], 0
	}
	fence := ""
	for line := range strings.Lines(markdown) {
		line = shallow(line)
		bare := strings.TrimSpace(line)
		opened := fenceOf(bare)
		switch {
		case fence != "":
			out.WriteString(line)
			if strings.HasPrefix(bare, fence) && strings.Trim(bare, fence[:1]) == "" {
				fence = ""
			}
			continue
		case bare == "" || opened != "":
			flush()
			out.WriteString(line)
			fence = opened
			continue
		case begins.MatchString(bare):
			flush()
		}
		part = append(part, line)
		size += len(line)
	}
	flush()
	return out.String()
}

// begins matches a line that is no continuation of the line before.
var begins = regexp.MustCompile(`^(?:[-*+] |\d{1,9}[.)] |#{1,6} |\|)`)

// fenceOf is the mark that a line opens a code block with, or empty.
func fenceOf(line string) string {
	n := 0
	for n < len(line) && (line[0] == '`' || line[0] == '~') && line[n] == line[0] {
		n++
	}
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

// shallow leaves away the containers that a line opens beyond maxNesting.
func shallow(line string) string {
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

// literal escapes every mark of a line, by its number: a backslash before a
// bracket would begin a formula.
func literal(line string) string {
	var b strings.Builder
	b.Grow(len(line) * 2)
	for i := range len(line) {
		switch c := line[i]; {
		case c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'):
			b.WriteString("&#" + strconv.Itoa(int(c)) + ";")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
