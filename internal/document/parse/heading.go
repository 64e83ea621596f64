package parse

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// chapterLine matches the title line of a part of a Chinese text, such as 第一章 or 第二节.
var chapterLine = regexp.MustCompile(`^[\s　]*(第[零〇一二三四五六七八九十百千万两0-9０-９]{1,9}([卷部篇编集])|第[零〇一二三四五六七八九十百千万两0-9０-９]{1,9}([章回])|第[零〇一二三四五六七八九十百千万两0-9０-９]{1,9}([节條条]))([\s　:：、．.].{0,38}|.{0,24})$`)

// ChapterLevel returns the level of a heading in plain text, or 0 if the line is not a
// heading. It recognises headings by their words.
func ChapterLevel(line string) int {
	if len(line) > 200 {
		return 0
	}
	m := chapterLine.FindStringSubmatch(line)
	switch {
	case m == nil || strings.ContainsAny(line, "。；，！？,;"):
		return 0
	case m[2] != "":
		return 1
	case m[3] != "":
		return 2
	default:
		return 3
	}
}

// LooksHeading reports whether s looks like a heading: a single line of at most 40 characters, without
// tabs. The line must not end with punctuation such as a full stop, comma or colon.
func LooksHeading(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return utf8.RuneCountInString(s) <= 40 && !strings.ContainsAny(s, "\n\t") && !strings.ContainsRune("。；，！？：.;,!?:", last)
}
