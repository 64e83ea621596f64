package cite

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// surnames are the most common Chinese surnames, which cover more than nine people in ten.
const surnames = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"

var (
	// afterRole matches names of people after the word for a role, such as 经理, or after a word such as
	// 由 or 与.
	afterRole = text.NewPattern(`(?:由|经理|总监|主任|主管|主检|检验员|负责人|联系人|法定代表人|董事长|总经理|部|局|院|科|人员是|人是|是|为|与|和|及|、|教授|医生|律师|的)([` + surnames + `]\p{Han}{1,2})(?:主持|负责|担任|签署|签字|代收|批准|召集|统一|承办|教授|医生|律师|先生|女士|完成|提出|起草|审核|主讲|带领|安排|[，。；！？\s]|$)`)
	// organisations matches names that end with a word such as 公司.
	organisations = text.NewPattern(`(\p{Han}{2,8}?)(?:有限公司|股份公司|公司|集团|银行|分行|支行|医院|大学|学院|研究院|研究所|事务所|仲裁中心|仲裁委员会|委员会|保险公司|人寿|科技|电子|官网|装饰)`)
	// agents matches names of organisations by their position: after a word such as 由 or 与, and before a
	// word such as 提供.
	agents = text.NewPattern(`(?:由|用|持|向|与|在)(\p{Han}{2,6}?)(?:提供|托管|运营|承建|送检|颁发|原装|裁决|查询|的合作|制造|生产|代理|承办|施工|发布)`)
	// doers matches names of people at the beginning of a clause, before a verb.
	doers = text.NewPattern(`(?:^|[，。；：、\s])([` + surnames + `]\p{Han}{1,2})(?:主持|负责|担任|签署|代收|批准|召集|承办|提出|起草|审核|主讲|带领)`)
	latin = text.NewPattern(`[A-Za-z][A-Za-z]+(?:[-'’&][A-Za-z]+)*`)
)

// notInNames matches everything up to and including the last word that is not part of a name, such as 由.
var notInNames = text.NewPattern(`.*(?:通过|归属于|属于|采用|使用|利用|随着|根据|上市|年底|年末|年初|月底|目前|上述|其他|任何|所有|一家|这家|保险|由|与|和|在|为|是|的|按|从|以|向|对|给|被|把|于|及|或|等|因|但|经|至|到|了|该|本|此|贵|我|各|某|其|子|母|分|总|令|让|不)`)

// unitWords are Latin words that are units, or too common to be names.
var unitWords = map[string]bool{"MG": true, "UG": true, "ML": true, "KM": true, "KW": true, "KWH": true, "MMHG": true, "HZ": true, "GHZ": true, "TB": true, "KB": true, "PM": true, "AM": true, "W": true, "V": true, "KG": true, "CM": true, "MM": true, "GB": true, "MB": true, "USD": true, "RMB": true, "CNY": true, "AI": true, "OK": true, "ID": true, "Ⅲ": true}

// namesIn finds names in a sentence by their form: Chinese people and organisations, and words in
// Latin letters other than unitWords. In a sentence without Han characters, a word counts only if it
// begins with a capital, is neither the first word nor directly after a full stop, and is not in
// commonCapitals.
func namesIn(sentence string) []string {
	var out []string
	for _, re := range []*text.Pattern{afterRole, doers, agents} {
		for _, m := range re.FindAllStringSubmatch(sentence, -1) {
			if name := lead(m[1]); !commonNoun.MatchString(name) {
				out = append(out, name)
			}
		}
	}
	for _, m := range organisations.FindAllStringSubmatch(sentence, -1) {
		name := notInNames.ReplaceAllString(m[1], "")
		if r := []rune(name); len(r) >= 2 {
			out = append(out, string(r[max(0, len(r)-4):]))
		}
	}
	han := strings.ContainsFunc(sentence, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	at := 0
	for _, m := range latin.FindAllStringIndex(sentence, -1) {
		before := strings.TrimRight(sentence[at:m[0]], " \"“(")
		at = m[1]
		begins := m[0] == 0 || strings.HasSuffix(before, ".") || strings.TrimSpace(sentence[:m[0]]) == ""
		word := sentence[m[0]:m[1]]
		small := word[0] >= 'a'
		if !han && (begins || small || commonCapitals[word]) || unitWords[strings.ToUpper(word)] {
			continue
		}
		out = append(out, word)
	}
	return out
}

// commonNoun matches words that look like names but are not names.
var commonNoun = text.NewPattern(`^(?:董事|经理|高管|高级|方案|方式|方可|成员|施工|时间|车间|项目|计划|安全|单位|金额|管理|于|和|全部|全体|全额|向|万|应|连带|项|任何|任意|时|温度|常|高于|高度|严重|严格|明确|华东|江苏|江西|石油|金融|黄金|关系|关于|关联|和|平均|余款|余额|章程|文件|文字|古|水|简|全|查|能|包括|包含|单|权|解除|解释|解决|万元|万人|白色|红|卫生|边|路|游|景|都|牛|马|常规|常见|易|戴|计|符合|舒适|时候|习|利|路径|井|汤|麦|柴|米)|[会方人部员长局司院店队组等都者事目案划额理位定法力量部门]$`)

// lead removes particles, for example 的, from the end of a name.
func lead(s string) string { return strings.TrimRight(s, "的了在是为") }

// commonCapitals are capitalised words that do not count as names in a sentence without Han characters.
var commonCapitals = map[string]bool{"I": true, "January": true, "February": true, "March": true, "April": true, "May": true, "June": true, "July": true, "August": true, "September": true, "October": true, "November": true, "December": true, "Chinese": true, "English": true, "Section": true, "Article": true}
