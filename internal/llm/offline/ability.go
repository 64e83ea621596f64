package offline

import (
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
)

// Ability describes one skill of the engine. The page lists all abilities.
type Ability struct {
	ID      string // the skill's id
	Name    string
	Example string // an example of a question for the skill
}

// abilities are the rows of the list on the page, in the same order. `id` is the id of a skill, which
// must answer `example`.
var abilities = []struct {
	id            string
	name, example skill.Name
}{
	{"calculator", skill.Named("计算", "Calculation"), skill.Named("300 打八五折是多少？", "What is 15% of 240?")},
	{"numeral", skill.Named("中文数字与大写金额", "Chinese numerals"), skill.Named("人民币大写 1234.56", "Write 1234.56 in Chinese capital numerals")},
	{"unit", skill.Named("单位换算与配速", "Units and pace"), skill.Named("3.5 英里是多少公里？配速 6 分能跑多久", "3.5 miles in km")},
	{"money", skill.Named("贷款、复利、个税与 BMI", "Loans, interest, income tax, BMI"), skill.Named("贷款 100 万，年利率 3.5%，30 年，每月还多少？", "BMI 70 kg 175 cm")},
	{"date", skill.Named("日期", "Dates"), skill.Named("100 天后是几月几号？", "What day is 100 days from now?")},
	{"clock", skill.Named("世界时间与时间戳", "World clock"), skill.Named("纽约现在几点？", "What time is it in New York?")},
	{"lunar", skill.Named("农历、节气与生肖", "Lunar calendar"), skill.Named("2027 年春节是哪天？", "What is today's lunar date?")},
	{"holiday", skill.Named("节假日与调休", "Public holidays in China"), skill.Named("今年中秋放几天假，怎么调休？", "Chinese public holidays in 2026")},
	{"template", skill.Named("写作模板", "Writing templates"), skill.Named("写一张请假条，事由是搬家，请两天", "写一张请假条，事由是搬家，请两天")},
	{"script", skill.Named("简繁转换", "Simplified and traditional"), skill.Named("把「软件里的头发」转成繁体", "把「软件里的头发」转成繁体")},
	{"pinyin", skill.Named("拼音", "Pinyin"), skill.Named("「银行行长」的拼音", "Pinyin of 银行行长")},
	{"count", skill.Named("字数统计", "Counting"), skill.Named("这段话有多少字：半亩方塘一鉴开，天光云影共徘徊。", "Count words: the quick brown fox")},
	{"encode", skill.Named("Base64 与 URL 编码", "Base64 and URL coding"), skill.Named("base64 编码：你好", "base64 encode: hello")},
	{"hash", skill.Named("摘要", "Hashes"), skill.Named("计算 hello 的 sha256", "sha256 of hello")},
	{"regex", skill.Named("正则表达式", "Regular expressions"), skill.Named(`用正则 \d+ 匹配 a1b22`, `regex \d+ match a1b22`)},
	{"diff", skill.Named("文本比较", "Text comparison"), skill.Named("比较「今天天气好」和「今天天气很好」", "diff \"a b c\" and \"a c\"")},
	{"lines", skill.Named("排序、去重、大小写", "Sort, deduplicate, change case"), skill.Named("去重：苹果，香蕉，苹果", "uppercase: hello")},
	{"radix", skill.Named("进制转换", "Number bases"), skill.Named("255 转十六进制", "255 in hex")},
	{"random", skill.Named("随机数、密码、UUID", "Random numbers, passwords, UUID"), skill.Named("生成一个 16 位随机密码", "Generate a random password")},
	{"format", skill.Named("格式化 JSON、SQL、XML、Go", "Format JSON, SQL, XML, Go"), skill.Named(`格式化 JSON：{"a":1,"b":[1,2]}`, `Format JSON: {"a":1,"b":[1,2]}`)},
	{"help", skill.Named("使用帮助", "Help"), skill.Named("怎么接入模型？", "How do I connect a model?")},
}

// Abilities lists what the engine can do, in the language of locale.
func Abilities(locale string) []Ability {
	out := make([]Ability, len(abilities))
	for i, a := range abilities {
		switch locale {
		case "en":
			out[i] = Ability{a.id, a.name.En, a.example.En}
		case "zh-TW":
			out[i] = Ability{a.id, answerInTaiwan(a.name.Zh), answerInTaiwan(a.example.Zh)}
		default:
			out[i] = Ability{a.id, a.name.Zh, a.example.Zh}
		}
	}
	return out
}
