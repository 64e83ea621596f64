package offline

// Ability is one thing the engine can do, for the page's list.
type Ability struct {
	ID      string // the skill's id
	Name    string
	Example string // a question that the engine answers
}

// abilities in the order of the list; examples are answered by the skill named.
var abilities = []struct {
	id            string
	name, example name
}{
	{"calculator", name{"计算", "Calculation"}, name{"300 打八五折是多少？", "What is 15% of 240?"}},
	{"numeral", name{"中文数字与大写金额", "Chinese numerals"}, name{"人民币大写 1234.56", "Write 1234.56 in Chinese capital numerals"}},
	{"unit", name{"单位换算与配速", "Units and pace"}, name{"3.5 英里是多少公里？配速 6 分能跑多久", "3.5 miles in km"}},
	{"date", name{"日期", "Dates"}, name{"100 天后是几月几号？", "What day is 100 days from now?"}},
	{"clock", name{"世界时间与时间戳", "World clock"}, name{"纽约现在几点？", "What time is it in New York?"}},
	{"lunar", name{"农历、节气与生肖", "Lunar calendar"}, name{"2027 年春节是哪天？", "What is today's lunar date?"}},
	{"holiday", name{"节假日与调休", "Public holidays in China"}, name{"今年中秋放几天假，怎么调休？", "Chinese public holidays in 2026"}},
	{"template", name{"写作模板", "Writing templates"}, name{"写一张请假条，事由是搬家，请两天", "写一张请假条，事由是搬家，请两天"}},
	{"script", name{"简繁转换", "Simplified and traditional"}, name{"把「软件里的头发」转成繁体", "把「软件里的头发」转成繁体"}},
	{"pinyin", name{"拼音", "Pinyin"}, name{"「银行行长」的拼音", "Pinyin of 银行行长"}},
	{"count", name{"字数统计", "Counting"}, name{"这段话有多少字：半亩方塘一鉴开，天光云影共徘徊。", "Count words: the quick brown fox"}},
	{"encode", name{"Base64 与 URL 编码", "Base64 and URL coding"}, name{"base64 编码：你好", "base64 encode: hello"}},
	{"hash", name{"摘要", "Hashes"}, name{"计算 hello 的 sha256", "sha256 of hello"}},
	{"regex", name{"正则表达式", "Regular expressions"}, name{`用正则 \d+ 匹配 a1b22`, `regex \d+ match a1b22`}},
	{"diff", name{"文本比较", "Text comparison"}, name{"比较「今天天气好」和「今天天气很好」", "diff \"a b c\" and \"a c\""}},
	{"lines", name{"排序、去重、大小写", "Sort, deduplicate, change case"}, name{"去重：苹果，香蕉，苹果", "uppercase: hello"}},
	{"radix", name{"进制转换", "Number bases"}, name{"255 转十六进制", "255 in hex"}},
	{"random", name{"随机数、密码、UUID", "Random numbers, passwords, UUID"}, name{"生成一个 16 位随机密码", "Generate a random password"}},
	{"format", name{"格式化 JSON、SQL、XML、Go", "Format JSON, SQL, XML, Go"}, name{`格式化 JSON：{"a":1,"b":[1,2]}`, `Format JSON: {"a":1,"b":[1,2]}`}},
	{"help", name{"使用帮助", "Help"}, name{"怎么接入模型？", "How do I connect a model?"}},
}

// Abilities lists what the engine can do, in the language of locale.
func Abilities(locale string) []Ability {
	out := make([]Ability, len(abilities))
	for i, a := range abilities {
		switch locale {
		case "en":
			out[i] = Ability{a.id, a.name.en, a.example.en}
		case "zh-TW":
			out[i] = Ability{a.id, answerInTaiwan(a.name.zh), answerInTaiwan(a.example.zh)}
		default:
			out[i] = Ability{a.id, a.name.zh, a.example.zh}
		}
	}
	return out
}
