package document

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

const (
	// maxTopics is the maximum number of headings offered as topics of questions.
	maxTopics = 3
	// lookedAt is the maximum number of headings considered, from the first heading on.
	lookedAt = 100
	// shortTopic and longTopic are the minimum and maximum length of a topic, in characters.
	shortTopic, longTopic = 2, 24
)

// headingNumber matches the number at the beginning of a heading.
var headingNumber = regexp.MustCompile(`^(?:第\s*[一二三四五六七八九十百零〇\d]+\s*[编編篇部卷章讲講回课課节節条條款]|[（(]\s*[一二三四五六七八九十\d]{1,3}\s*[）)]|[一二三四五六七八九十]{1,3}\s*[、．.]|\d{1,3}(?:\.\d{1,3}){0,4}[、．.]?|(?i:chapter|part|section|appendix)\s+[\dA-Z]+\b)`)

// frames matches headings that may occur in any file and do not name its subject.
var frames = regexp.MustCompile(`^(?i:目录|目次|目錄|封面|扉页|前言|序言?|版权|版權|总则|總則|附则|附則|其他|其它|附录|附錄|附件|参考文献|參考文獻|致谢|致謝|索引|后记|後記|修订记录|contents|table of contents|preface|foreword|references|bibliography|acknowledge?ments|appendix|index|abstract|other|miscellaneous)[一二三四五六七八九十]*(?:\P{L}|$)`)

// topics returns at most maxTopics headings as topics of questions, without their numbers. It
// collects headings level by level, from the highest level on, until it has at least maxTopics.
// If it then has more than maxTopics, it returns the first, the middle and the last of them.
func (d Document) topics() []string {
	byLevel := map[int][]string{}
	seen := map[string]bool{"": true, strings.TrimSuffix(d.Name, path.Ext(d.Name)): true, d.Title: true}
	for _, h := range d.Outline[:min(len(d.Outline), lookedAt)] {
		topic := topicOf(h)
		if !seen[topic] {
			seen[topic] = true
			byLevel[h.Level] = append(byLevel[h.Level], topic)
		}
	}
	levels := make([]int, 0, len(byLevel))
	for level := range byLevel {
		levels = append(levels, level)
	}
	slices.Sort(levels)
	var all []string
	for _, level := range levels {
		all = append(all, byLevel[level]...)
		if len(all) >= maxTopics {
			break
		}
	}
	if len(all) <= maxTopics {
		return append([]string{}, all...)
	}
	return []string{all[0], all[len(all)/2], all[len(all)-1]}
}

// topicOf returns a heading in the form used in a question; empty if the heading is not suitable.
func topicOf(h parsed.Heading) string {
	line := text.OneLine(h.Text)
	if number := headingNumber.FindString(line); number != "" && !startsUnit(line[len(number):]) {
		line = strings.TrimLeft(line[len(number):], " 　:：、．.-—")
	}
	line = strings.TrimRight(line, "：:。.，,；; ")
	if n := text.Len(line); n < shortTopic || n > longTopic || frames.MatchString(line) || !strings.ContainsFunc(line, unicode.IsLetter) {
		return ""
	}
	return line
}

// startsUnit reports whether the text after a number begins with a digit or a unit. Then the number
// is an amount or a date, as in 2026 年计划 and 7 天行程.
func startsUnit(rest string) bool { return amount.MatchString(rest) }

var amount = regexp.MustCompile(`^\d|^\s*[年月日天周岁歲个個项項%％]`)
