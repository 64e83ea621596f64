package retrieve

import (
	"slices"
	"strings"
)

// kind is what a question asks for. It determines what an answer looks like.
type kind int

// The kinds of question. Each Chinese comment is a phrase that asks for the kind.
const (
	factual  kind = iota // every other question
	amount               // 多少, 几
	price                // 多少钱
	moment               // 什么时候
	clock                // 几点
	duration             // 多久
	person               // 谁
	called               // 叫什么
	place                // 哪里
	manner               // 怎么
	reason               // 为什么
	decision             // 是否
	kinds                // the number of kinds
)

type ask struct {
	phrase string
	kind   kind
	about  string // the subject expressed by the phrase, such as 收费 in 怎么收费; may be empty
}

// asks are the phrases that make a text a question. When a question is parsed, each phrase is replaced by
// the text in its field `about`. A Chinese phrase comes before the shorter phrases inside it; English
// phrases match whole words only.
var asks = []ask{
	{"多少钱", price, ""}, {"几块钱", price, ""}, {"几块", price, ""}, {"几元", price, ""}, {"多少元", price, ""}, {"怎么卖", price, ""}, {"怎么收费", price, "收费"}, {"怎么算钱", price, ""}, {"什么价", price, ""}, {"花多少", price, ""}, {"how much", price, ""},
	{"百分之几", amount, ""}, {"百分之多少", amount, ""}, {"第几", amount, ""}, {"多少", amount, ""}, {"多大", amount, "大小"}, {"多重", amount, "重量"}, {"多高", amount, "高度"}, {"多远", amount, "距离"},
	{"how many", amount, ""}, {"what percentage", amount, ""},
	{"什么时候", moment, ""}, {"什么时间", moment, ""}, {"啥时候", moment, ""}, {"何时", moment, ""}, {"啥时间", moment, ""}, {"多会儿", moment, ""}, {"哪一天", moment, ""}, {"哪天", moment, ""}, {"哪一年", moment, ""}, {"哪年", moment, ""},
	{"几点", clock, ""}, {"几号", moment, ""}, {"几月", moment, ""}, {"哪日", moment, ""}, {"when", moment, ""}, {"what time", clock, ""}, {"what date", moment, ""},
	{"多长时间", duration, ""}, {"多久", duration, ""}, {"多长", duration, ""}, {"几天", duration, ""}, {"几年", duration, ""}, {"几个月", duration, ""}, {"几个小时", duration, ""}, {"几小时", duration, ""},
	{"几分钟", duration, ""}, {"几周", duration, ""}, {"how long", duration, ""}, {"how often", duration, ""}, {"how soon", duration, ""},
	{"叫什么名字", called, ""}, {"是什么人", person, ""}, {"什么人", person, ""}, {"哪个人", person, ""}, {"哪位", person, ""}, {"由谁", person, ""}, {"是谁", person, ""}, {"谁", person, ""}, {"who", person, ""}, {"whom", person, ""},
	{"什么地方", place, ""}, {"在哪里", place, ""}, {"在哪儿", place, ""}, {"哪里", place, ""}, {"哪儿", place, ""}, {"在哪", place, ""}, {"where", place, ""},
	{"怎么回事", reason, ""}, {"咋回事", reason, ""}, {"咋办", manner, ""}, {"咋整", manner, ""}, {"咋弄", manner, ""}, {"咋样", manner, ""}, {"怎么弄", manner, ""},
	{"怎么办", manner, ""}, {"怎么样", manner, ""}, {"怎么", manner, ""}, {"怎样", manner, ""}, {"如何", manner, ""}, {"咋", manner, ""}, {"how", manner, ""},
	{"什么原因", reason, ""}, {"为什么", reason, ""}, {"为何", reason, ""}, {"为啥", reason, ""}, {"why", reason, ""},
	{"是不是", decision, ""}, {"有没有", decision, ""}, {"能不能", decision, ""}, {"可不可以", decision, ""}, {"会不会", decision, ""}, {"要不要", decision, ""}, {"是否", decision, ""}, {"行不行", decision, ""}, {"可以吗", decision, ""}, {"可以不", decision, ""}, {"行吗", decision, ""}, {"能吗", decision, ""}, {"好吗", decision, ""}, {"还是", decision, ""}, {"吗", decision, ""},
	{"叫什么", called, ""}, {"是什么意思", factual, ""}, {"什么意思", factual, ""}, {"啥意思", factual, ""}, {"叫啥", called, ""}, {"干嘛", factual, ""}, {"干啥", factual, ""}, {"有哪些", factual, ""}, {"哪些", factual, ""}, {"哪几个", factual, ""}, {"哪几", factual, ""}, {"哪一", factual, ""}, {"哪个", factual, ""}, {"哪种", factual, ""}, {"哪", factual, ""},
	{"什么样", factual, ""}, {"什么", factual, ""}, {"啥", factual, ""}, {"what", factual, ""}, {"which", factual, ""},
	{"请问", factual, ""}, {"请告诉我", factual, ""}, {"告诉我", factual, ""}, {"请", factual, ""}, {"一下", factual, ""},
	{"根据文档", factual, ""}, {"根据文件", factual, ""}, {"文档中", factual, ""}, {"文件中", factual, ""}, {"文中", factual, ""}, {"这份文件", factual, ""}, {"这个文件", factual, ""}, {"这篇文章", factual, ""},
	{"几", amount, ""},
}

// asksAnything reports whether a text has a phrase of any kind except factual.
func asksAnything(s string) bool {
	return slices.ContainsFunc(asks, func(a ask) bool { return a.kind != factual && contains(s, a.phrase) })
}

// hollowRunes are characters that occur in questions on any subject. They have little
// weight.
var hollowRunes = runeSet("的了呢吧啊呀么和与及或在是被把让给我你他她它们这那就都也还有会能要可以应该需用对到为由个些所得着过做才只再又后前中里上下时候人" +
	"不没很最更先每各某其并但而从向往跟同因于之者地好想说找看放带拿弄算花留进出来去走跑行办发打定够干件")

// hollowWords are words that say little about the subject of a question: words of
// politeness, quantity and certainty, and verbs and nouns that occur with any subject.
var hollowWords = strings.Fields(`请问 想问 想知道 知道 告诉 介绍 说明 解释 描述 列出 总结 概括 说说 看看 帮我 帮忙 一下 一共 总共 共有 合计 整个 全部 所有 任何 其他 其它 别的 各个 每个 某个
	大概 大约 左右 差不多 具体 详细 主要 一般 通常 目前 现在 当前 如今 最近 最后 最终 最晚 最早 最多 最少 最好 最高 最低 最大 最小 最快 至少 至多 首先 第一 其次 然后 之后 以后 以前 之前 期间
	的话 如果 假如 要是 遇到 碰到 发生 出现 情况 时候 东西 事情 地方 方面 部分 内容 信息 数据 相关 有关 关于 对于 意思 含义 代表 表示 指的 属于 算是 叫做 称为 名字 名称 定义
	需要 应该 应当 必须 可以 能够 允许 打算 准备 计划 希望 想要 愿意 方便 比较 更加 非常 特别 厉害 严重 容易 受到 得到 获得 拿到 收到 给予 造成 导致 引起 产生 带来 进行 采取 采用 使用 利用 操作 处理 解决 办理
	怎么 怎样 如何 办法 方法 方式 步骤 流程 做法 规定 要求 条件 标准 原因 理由 结果 后果 影响 作用 区别 不同 关系 问题 哪些 哪个 哪种 哪里 多少 多大 多久 自己 我们 他们 别人 大家 本人 人家 一方 一种 一个 一次 一天 一年 一月 一笔 几次 几个
	一起 一直 一半 一件 一间 一张 一台 一条 一般 一定 多少次 没法 没有 不能 不会 不了 到底 究竟 真的 里面 外面 上面 下面 那晚 那天 那个 这个 这种 这些 那些 有人 某人
	还是 或者 并且 而且 但是 不过 因此 所以 是否 有没有 能不能 可不可以 是不是 会不会 没有 不能 不让 不想 不会 不到 老是 总是 突然 自己 还能 还会 要不要 用不用 该不该 帮忙 麻烦 想问 问下 问一下 看下 查下 有啥 都有 都是 都要 才能 才行 就行 可以 不可以 行不 能不 会不 得了 好了 完了 多多 到底 差不多 大概 那个 这个 里头 上头
	有什么 是什么 为什么 干什么 做什么 说什么 去了 去哪 持续 改到 改成 变成 成为`)

func runeSet(s string) map[rune]bool {
	m := map[rune]bool{}
	for _, r := range s {
		m[r] = true
	}
	return m
}

// stopwords are the stems of English words that occur in questions on any subject.
var stopwords = wordSet(`a an the of to in on at for and or is are was were be been do does did i you he she it we they my your
	this that these those with by from as can could may must should will would have has had get got there any not if me one tell please`)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	eachTerm(s, func(term string, _, _ int) { m[term] = true })
	return m
}
