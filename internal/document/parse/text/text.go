// Package text reads text formats: plain text, program text, JSON, separated values and
// Markdown.
package text

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxLine is the maximum length of a line, in bytes.
const maxLine = 64 << 10

// lines calls visit with the lines of a text without their line ends, and with their numbers, from 1.
// A line longer than maxLine is split between characters. Its parts have the same number.
func lines(ctx context.Context, r io.Reader, visit func(number int, line string) error) error {
	b := bufio.NewReaderSize(r, maxLine)
	number := 1
	var begun []byte // bytes of an incomplete character, left over from the previous part of the line
	further := false // the next part belongs to the line of the last part
	for n := 0; ; n++ {
		if n&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, err := b.ReadSlice('\n')
		if len(begun) > 0 {
			line = append(begun, line...)
			begun = nil
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			whole := wholeCharacters(line)
			begun = bytes.Clone(line[whole:])
			line = line[:whole]
		}
		part := strings.TrimRight(string(line), "\r\n")
		if part != "" || len(line) > 0 && !further { // the end of a line alone is no part of it
			if e := visit(number, part); e != nil {
				return e
			}
		}
		further = errors.Is(err, bufio.ErrBufferFull)
		switch {
		case err == nil:
			number++
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
	}
}

// wholeCharacters returns the length of b without an incomplete character at its end.
func wholeCharacters(b []byte) int {
	for i := len(b) - 1; i >= 0 && i > len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i
			}
			break
		}
	}
	return len(b)
}

// Read reads plain text. A line that looks like the heading of a chapter is a heading. Empty lines and
// headings separate paragraphs, and a very long paragraph is split. The line ends inside a paragraph stay
// in its text.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	r, err := charset.Decode(in)
	if err != nil {
		return err
	}
	var par strings.Builder
	end := func() error {
		defer par.Reset()
		return c.Flow(parsed.Block{Kind: parsed.Paragraph, Text: par.String()})
	}
	err = lines(ctx, r, func(_ int, line string) error {
		if level := parse.ChapterLevel(line); level > 0 {
			if err := end(); err != nil {
				return err
			}
			return c.Flow(parsed.Block{Kind: parsed.Title, Level: level, Text: line})
		}
		if strings.TrimSpace(line) == "" || par.Len() > 4*parse.MaxSection {
			if err := end(); err != nil {
				return err
			}
		}
		if par.Len() > 0 {
			par.WriteByte('\n')
		}
		par.WriteString(strings.TrimRight(line, " \t"))
		return nil
	})
	if err != nil {
		return err
	}
	return end()
}

// ReadCode reads line-oriented text, such as a program. Each section is one block of whole lines
// with the number of its first line.
func ReadCode(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	r, err := charset.Decode(in)
	if err != nil {
		return err
	}
	return codeLines(ctx, r, c)
}

func codeLines(ctx context.Context, r io.Reader, c *parse.Collector) error {
	var part strings.Builder
	n, first := 0, 1
	end := func() error {
		b := parsed.Block{Kind: parsed.Code, Text: part.String(), First: first}
		part.Reset()
		n = 0
		if err := c.Flow(b); err != nil {
			return err
		}
		return c.Flush()
	}
	err := lines(ctx, r, func(number int, line string) error {
		m := utf8.RuneCountInString(line) + 1
		if n > 0 && n+m > parse.MaxSection {
			if err := end(); err != nil {
				return err
			}
		}
		if n > 0 {
			part.WriteByte('\n')
		} else {
			first = number
		}
		part.WriteString(line)
		n += m
		return nil
	})
	if err != nil {
		return err
	}
	return end()
}

// maxIndent is the largest JSON file, in bytes, that is formatted.
const maxIndent = 8 << 20

// ReadJSON reads JSON as code. JSON with a line of more than 1,000 bytes is formatted first, so
// that its sections consist of whole lines. Large or deeply nested JSON is not formatted.
func ReadJSON(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	r, err := charset.Decode(in)
	if err != nil {
		return err
	}
	if in.Size > maxIndent {
		return codeLines(ctx, r, c)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if longest(data) > 1_000 {
		var b bytes.Buffer
		if shallowJSON(data) && json.Indent(&b, data, "", "  ") == nil {
			data = b.Bytes()
		}
	}
	return codeLines(ctx, bytes.NewReader(data), c)
}

// longest returns the length of the longest line, in bytes.
func longest(data []byte) int {
	n := 0
	for line := range bytes.Lines(data) {
		n = max(n, len(line))
	}
	return n
}

// shallowJSON reports whether JSON is nested at most 24 levels deep. The indentation of deeper JSON would
// multiply its size. Brackets inside strings count as well.
func shallowJSON(data []byte) bool {
	depth := 0
	for _, b := range data {
		switch b {
		case '{', '[':
			if depth++; depth > 24 {
				return false
			}
		case '}', ']':
			depth--
		}
	}
	return true
}
