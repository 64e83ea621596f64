package research

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxCompared is the maximum number of compared things in a table.
const maxCompared = 5

// Phrases around the subject of a question, and between compared things.
var (
	opening = regexp.MustCompile(`(?i)^\s*(?:您好|你好)?[，,！!\s]*(?:请|麻烦|能否|能不能|可以)?(?:你|您)?(?:帮我|帮忙|給我|给我|幫我|为我|替我)?(?:深入|详细|系统|全面|仔細|详尽)?(?:地)?` +
		`(?:研究一下|调研一下|分析一下|了解一下|比较一下|对比一下|研究|调研|調研|分析|比较|对比|查一查|查一下|梳理|总结|整理|介绍|写一份|写一篇|写个|寫一份|做一份|做个|look into|research|investigate|study|analy[sz]e|compare|report on)?\s*(?:一下|关于|關於|有关|的是|about|on)?\s*`)
	closing = regexp.MustCompile(`(?i)(?:的)?(?:研究报告|調研報告|调研报告|分析报告|研究報告|报告|報告|综述|調查|调查)?\s*[。？?！!.\s]*$`)
	versus  = regexp.MustCompile(`(?i)\s*(?:和|与|與|跟|同|、|vs\.?|versus|\band\b|\bor\b|还是|還是)\s*`)
	placed  = regexp.MustCompile(`^(..+?)在..+$`) // the group is a thing, and its place follows 在; does not match 存在主义 or 在线教育
	differ  = regexp.MustCompile(`(?i)(?:的)?(?:区别|區別|差别|差異|差异|不同|异同|优劣|優劣|优缺点|比较|比較|对比|對比|哪个好|哪個好|哪个更好|哪個更好|怎么选|怎麼選|如何选择|difference|compar|better|versus|\bvs\b)`)
)

// ofOutline has the default questions about a subject, and about things to compare.
var ofOutline = map[string]struct{ subject, each, compared []string }{
	"zh-CN": {
		[]string{"%s是什么，有什么背景？", "%s的现状和主要数据是什么？", "%s有哪些主要做法或类型？", "%s有哪些问题、风险或争议？", "%s今后的趋势是什么？"},
		[]string{"%s有什么特点和主要数据？"},
		[]string{"%s的主要差别是什么？", "%s各自适合什么情况？"},
	},
	"zh-TW": {
		[]string{"%s是什麼，有什麼背景？", "%s的現況和主要數據是什麼？", "%s有哪些主要做法或類型？", "%s有哪些問題、風險或爭議？", "%s今後的趨勢是什麼？"},
		[]string{"%s有什麼特點和主要數據？"},
		[]string{"%s的主要差別是什麼？", "%s各自適合什麼情況？"},
	},
	"en": {
		[]string{"What is %s, and what is its background?", "What is the state of %s, in figures?", "What kinds of %s are there, and how do they work?", "What problems, risks or disputes are there about %s?", "Where is %s heading?"},
		[]string{"What are the features and figures of %s?"},
		[]string{"What are the main differences between %s?", "For which cases is each of %s suited?"},
	},
}

// planByRules makes a plan without a model. If the user has listed at least `fewest` questions, the plan
// contains these questions. Otherwise it contains the default questions about the things to compare or
// about the subject.
func planByRules(question, locale string) plan {
	asked := text.OneLine(question)
	of, ok := ofOutline[locale]
	if !ok {
		of = ofOutline["zh-CN"]
	}
	subject := subjectOf(asked)
	p := plan{Title: short(subject, MaxTitle)}
	if own := ownQuestions(question); len(own) >= fewest {
		p.Questions = own
		return p
	}
	if things := comparedIn(asked); len(things) >= 2 {
		p.Compare = things
		for _, t := range things {
			for _, q := range of.each {
				p.Questions = append(p.Questions, fmt.Sprintf(q, t))
			}
		}
		all := strings.Join(things, wordsIn(locale).comma)
		for _, q := range of.compared {
			p.Questions = append(p.Questions, fmt.Sprintf(q, all))
		}
	} else {
		for _, q := range of.subject {
			p.Questions = append(p.Questions, fmt.Sprintf(q, short(subject, 60)))
		}
	}
	p.Questions = lines(p.Questions)
	return p
}

// subjectOf returns the subject of a question, without the phrases around it.
func subjectOf(asked string) string {
	s := closing.ReplaceAllString(opening.ReplaceAllString(asked, ""), "")
	if s = strings.TrimSpace(s); s == "" {
		return asked
	}
	return s
}

// ownQuestions returns the user's sentences that end with a question mark, without list marks.
func ownQuestions(question string) []string {
	var out []string
	for _, line := range strings.Split(question, "\n") {
		for _, span := range cite.Sentences(line) {
			s := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(span.Of(line)), "0123456789一二三四五六七八九十.、)）-*• "))
			if strings.HasSuffix(s, "？") || strings.HasSuffix(s, "?") {
				out = append(out, s)
			}
		}
	}
	return lines(out)
}

// comparedIn returns the things compared in a question, if there are at least 2 and at most
// maxCompared things.
func comparedIn(asked string) []string {
	at := differ.FindStringIndex(asked)
	if at == nil {
		return nil
	}
	s := strings.TrimSpace(opening.ReplaceAllString(asked, ""))
	if i := differ.FindStringIndex(s); i != nil && i[0] > 0 {
		s = s[:i[0]]
	}
	s = strings.TrimRight(closing.ReplaceAllString(s, ""), "的有什么麼哪些之间間，, ")
	var out []string
	for _, thing := range versus.Split(s, -1) {
		thing, aspect, _ := strings.Cut(strings.Trim(thing, " ，,。"), "的")
		thing = placed.ReplaceAllString(thing, "$1")
		if thing = strings.TrimSpace(thing); thing != "" && text.Len(thing) <= 30 {
			out = append(out, thing)
		}
		if aspect != "" { // the rest contains aspects and not things, as in A 和 B 的续航和售价
			break
		}
	}
	out = lines(out)
	if len(out) < 2 || len(out) > maxCompared {
		return nil
	}
	return out
}
