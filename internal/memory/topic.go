package memory

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/memory/memorydb"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// topics recognise the topic of a statement. At any time only one statement on a topic can be true,
// for example where the user lives. The first matching pattern is used. If the pattern has a group,
// the text of the group is part of the topic.
var topics = []struct {
	name    string
	pattern *text.Pattern
}{
	{"name", text.NewPattern(`(?:^|我)(?:的)?(?:名字|姓名)(?:是|叫)|(?:^|我)(?:的名字)?叫|我姓|叫我|称呼我|call me|my name is`)},
	{"home", text.NewPattern(`我(?:(?:现在|目前|已经|刚刚?|最近|前不久|前几天|昨天|上周|上个?月|今年|去年|又|都)*)(?:住在|不(?:再)?住|家在|搬(?:家)?(?:到|去|来|进|回)|定居|在[^，,]{1,12}住)|i(?:'ve| have)? ?(?:just |recently )?(?:no longer )?(?:live in|moved (?:in)?to)`)},
	{"age", text.NewPattern(`我(?:今年|现在)?[0-9零一二两三四五六七八九十百]{1,4}岁|i(?:'m| am) [0-9]{1,3}(?: years old)?$`)},
	{"work", text.NewPattern(`我(?:现在|目前)?(?:在[^，,]{1,20}(?:工作|上班|任职)|的?(?:工作|职业)是|是[^，,]{0,8}(?:老师|教师|医生|护士|律师|工程师|程序员|设计师|会计|学生|司机|厨师|警察|记者|作家|经理|员工|公务员))|i work (?:at|for|as)|i(?:'m| am) an? (?:\w+ )?(?:teacher|doctor|nurse|lawyer|engineer|programmer|designer|student|writer)`)},
	{"language", text.NewPattern(`(?:用|说|讲)(?:简体|繁体)?(?:中文|英文|英语|汉语|粤语|日语|日文|韩语|法语|德语)(?:回|答|和|跟|$)|(?:answer|reply|respond|speak) (?:to me )?in (?:english|chinese|japanese|french|german)`)},
	{"my:", text.NewPattern(`我(?:家)?的([^是叫为，,]{1,8})(?:是|叫|为|改成|换成)`)},
	{"my:", text.NewPattern(`\bmy ([a-z ]{1,20}?) (?:is|are|was)\b`)},
	{"taste:", text.NewPattern(`我(?:很|最|不|不太|特别|也)*(?:喜欢|喜爱|爱|讨厌|想要)(?:吃|喝|看|听|用|玩)?([^，,]{1,12})`)},
	{"taste:", text.NewPattern(`\bi (?:really |don't |do not )*(?:like|love|hate|prefer) (\w[\w ]{0,20})`)},
	{"eat:", text.NewPattern(`我(?:不|能|可以|不能|开始)*(?:吃|喝)([^，,]{1,8})`)},
}

// topicOf returns the topic of a text; empty if the topic is unknown.
func topicOf(said string) string {
	folded := zh.FoldSimplified(said)
	for _, t := range topics {
		at := t.pattern.FindStringSubmatch(folded)
		if at == nil {
			continue
		}
		if len(at) > 1 {
			return t.name + strings.TrimSpace(at[1])
		}
		return t.name
	}
	return ""
}

// topicBy is the topic of a text, preceded by the author: two members of a project may each have a
// memory on the same topic.
func topicBy(author, said string) string {
	topic := topicOf(said)
	if topic != "" && author != "" {
		topic = author + " " + topic
	}
	return topic
}

func by(author string, rows []memorydb.Memory) (out []memorydb.Memory) {
	for _, r := range rows {
		if r.AuthorID == author {
			out = append(out, r)
		}
	}
	return out
}

// fold normalises a text for comparison: it removes punctuation and blanks, removes particles such
// as 了 at the end, and unifies spelling variants.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, zh.FoldSimplified(s))
	for _, end := range []string{"了", "吧", "哦", "啊", "呢"} {
		s = strings.TrimSuffix(s, end)
	}
	return s
}

// alike is the lowest result of the function dice for similar texts.
const alike = 0.8

// sameAs finds the memory that is equal to a text or has the same topic. For a text without a
// topic, a memory with similar words also counts.
func sameAs(rows []memorydb.Memory, topic, folded string) (memorydb.Memory, bool) {
	for _, r := range rows {
		if r.Folded == folded {
			return r, true
		}
	}
	for _, r := range rows {
		if topic != "" && r.Topic == topic {
			return r, true
		}
	}
	if topic != "" {
		return memorydb.Memory{}, false
	}
	for _, r := range rows {
		if dice(r.Folded, folded) >= alike {
			return r, true
		}
	}
	return memorydb.Memory{}, false
}

// dice is the Dice coefficient of the character bigrams of two texts, 0 to 1.
func dice(a, b string) float64 {
	pairs := func(s string) map[[2]rune]int {
		out, runes := map[[2]rune]int{}, []rune(s)
		for i := 1; i < len(runes); i++ {
			out[[2]rune{runes[i-1], runes[i]}]++
		}
		return out
	}
	of, with := pairs(a), pairs(b)
	common, total := 0, 0
	for p, n := range of {
		common += min(n, with[p])
		total += n
	}
	for _, n := range with {
		total += n
	}
	if total == 0 {
		return 0
	}
	return 2 * float64(common) / float64(total)
}
