package retrieve

// kind is what a question asks for. It says what an answer to it looks like.
type kind int

// The kinds of question.
const (
	factual  kind = iota // anything
	amount               // 多少, 几
	price                // 多少钱
	moment               // 什么时候
	duration             // 多久
	person               // 谁
	place                // 哪里
	manner               // 怎么
	reason               // 为什么
	decision             // 是否
	kinds                // how many there are
)

// asks are the phrases that ask and say nothing of what is asked about, longer
// ones before those that begin with them. They are taken out of a question.
var asks = []struct {
	phrase string
	kind   kind
}{
	{"多少钱", price}, {"什么价", price}, {"花多少", price}, {"how much", price},
	{"百分之几", amount}, {"百分之多少", amount}, {"第几", amount}, {"多少", amount}, {"多大", amount}, {"多重", amount}, {"多高", amount}, {"多远", amount},
	{"how many", amount}, {"what percentage", amount},
	{"什么时候", moment}, {"什么时间", moment}, {"啥时候", moment}, {"何时", moment}, {"哪一天", moment}, {"哪天", moment}, {"哪一年", moment}, {"哪年", moment},
	{"几点", moment}, {"几号", moment}, {"几月", moment}, {"哪日", moment}, {"when", moment}, {"what time", moment}, {"what date", moment},
	{"多长时间", duration}, {"多久", duration}, {"多长", duration}, {"几天", duration}, {"几年", duration}, {"几个月", duration}, {"几个小时", duration}, {"几小时", duration},
	{"几分钟", duration}, {"几周", duration}, {"how long", duration}, {"how often", duration}, {"how soon", duration},
	{"叫什么名字", person}, {"是什么人", person}, {"什么人", person}, {"哪个人", person}, {"哪位", person}, {"由谁", person}, {"是谁", person}, {"谁", person}, {"who", person}, {"whom", person},
	{"什么地方", place}, {"在哪里", place}, {"在哪儿", place}, {"哪里", place}, {"哪儿", place}, {"在哪", place}, {"where", place},
	{"怎么办", manner}, {"怎么样", manner}, {"怎么", manner}, {"怎样", manner}, {"如何", manner}, {"咋", manner}, {"how", manner},
	{"什么原因", reason}, {"为什么", reason}, {"为何", reason}, {"为啥", reason}, {"why", reason},
	{"是不是", decision}, {"有没有", decision}, {"能不能", decision}, {"可不可以", decision}, {"会不会", decision}, {"要不要", decision}, {"是否", decision}, {"吗", decision},
	{"几", amount},
	{"叫什么", factual}, {"是什么意思", factual}, {"什么意思", factual}, {"有哪些", factual}, {"哪些", factual}, {"哪几个", factual}, {"哪几", factual}, {"哪一", factual}, {"哪个", factual}, {"哪种", factual}, {"哪", factual},
	{"什么样", factual}, {"什么", factual}, {"啥", factual}, {"what", factual}, {"which", factual},
	{"请问", factual}, {"请告诉我", factual}, {"告诉我", factual}, {"请", factual}, {"一下", factual},
	{"根据文档", factual}, {"根据文件", factual}, {"文档中", factual}, {"文件中", factual}, {"文中", factual}, {"这份文件", factual}, {"这个文件", factual}, {"这篇文章", factual},
}

// hollow are characters and words that questions are full of whatever they are
// about. Characters here hardly count when a text has or lacks them.
var hollow = runeSet("的了呢吧啊呀么和与及或在是被把让给我你他她它们这那就都也还有会能要可以应该需用对到为由个些所得着过做才只再又后前中里上下时候人会")

func runeSet(s string) map[rune]bool {
	m := map[rune]bool{}
	for _, r := range s {
		m[r] = true
	}
	return m
}

// stopwords are the same in English, as stems.
var stopwords = wordSet(`a an the of to in on at for and or is are was were be been do does did i you he she it we they my your
	this that these those with by from as can could may must should will would have has had get got there any not if me one tell please`)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	eachTerm(s, func(term string, _, _ int) { m[term] = true })
	return m
}
