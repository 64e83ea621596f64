package cite

import (
	"slices"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// exclusiveText contains lines of words that exclude each other. Synonyms in a line are joined by |
// and do not exclude each other.
const exclusiveText = `春天|春季|春 夏天|夏季|夏 秋天|秋季 冬天|冬季|冬
东侧|东边|东面|东门|东区 西侧|西边|西面|西门|西区 南侧|南边|南面|南门|南区 北侧|北边|北面|北门|北区
左侧|左边|左手 右侧|右边|右手
早上|上午|清晨|早晨 中午|正午 下午|傍晚|午后 晚上|夜间|夜里|夜晚|深夜|凌晨
开始|开工|起始|入场|进场 完成|煮好|竣工|结束|完工|撤展|离场
手动|人工 自动
变好|改善|好转 变差|恶化|变坏
升高|提高|增加|上升|增长|上涨|变多 降低|减少|下降|下滑|下跌|变少
多了|增加了|多出 少了|减少了
全额|全部退|全退 一半|半数
当天|当日|随时|立即 提前
前 后
之前|以前 之后|以后
第一|首次 第二 第三 第四 第五
男 女
父亲|爸爸 母亲|妈妈 儿子 女儿|闺女 哥哥 姐姐 弟弟 妹妹
爷爷|祖父 奶奶|祖母
免费|不收费|不要钱|不花钱 收费|收取|自费|付费
公开 保密
现金 转账
线上|网上|在线 线下|现场
电话 邮件|邮箱
清明|清明节 端午|端午节 中秋|中秋节 春节|过年 国庆|国庆节 元旦 腊月 重阳
红色 蓝色|深蓝色 绿色 黄色 白色 黑色 灰色|灰布 紫色
北京 上海 天津 重庆 广州 深圳 杭州 南京 武汉|汉口 成都 西安 苏州 长沙 郑州 青岛 大连 沈阳 哈尔滨 长春 济南 合肥 福州 厦门 南昌 昆明 贵阳 南宁 海口 三亚 太原 石家庄 兰州 西宁 银川 乌鲁木齐 拉萨 呼和浩特 宁波 无锡 佛山 东莞 珠海 温州 香港 澳门 台北 康定 宜昌 洛阳 扬州
买|购买|采购|购入 卖|出售|卖出|销售 租|租赁|租用 借|借用 送|赠送|留给|送给
甲方|发包人|委托方|业主 乙方|承包人|受托方|装修公司|施工方
出租人|房东 承租人|租客|租户
买方|买受人 卖方|出卖人
周一|星期一 周二|星期二 周三|星期三 周四|星期四 周五|星期五 周六|星期六|周末 周日|星期日|星期天|周末
一楼 二楼 三楼 四楼 五楼
小学 初中 高中 大学
本人 他人|别人
书面 口头
一次性 分期
强制|必须 自愿
境内|国内 境外|国外|海外|出国
大型 小型 中型
内 外
新 旧
长期 临时
固定 浮动
有效 无效
合格 不合格
批准|同意|通过 拒绝|驳回|否决
录取|入选 淘汰|落选
涨价|提价 降价
加班 请假
入职 离职
寄件人|发件人 收件人
婴儿 儿童 老人 成人|成年人
头孢 青霉素
饭前|餐前|空腹 饭后|餐后
冷水|凉水 热水|温水
晴天 雨天|下雨 雪天
病假 事假 年假 产假 婚假 丧假
总部 分公司
一年级 二年级 三年级 四年级 五年级 六年级`

// kindOfWords is a line of exclusiveText: groups of synonyms.
type kindOfWords [][]string

var exclusive = sync.OnceValue(func() []kindOfWords {
	var out []kindOfWords
	for line := range strings.Lines(exclusiveText) {
		var kind kindOfWords
		for group := range strings.FieldsSeq(line) {
			var words []string
			for w := range strings.SplitSeq(group, "|") {
				if len(w) > len("字") { // skip single characters, because they occur in too many words
					words = append(words, w)
				}
			}
			if len(words) > 0 {
				kind = append(kind, words)
			}
		}
		if len(kind) > 1 {
			out = append(out, kind)
		}
	}
	return out
})

// has reports whether a text contains a word of a group.
func has(words []string, text string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// exchanged reports whether a clause of the statement and the supporting sentence of the passage use
// different words that exclude each other. For example, the passage says 东侧 and the statement says
// 西侧.
func (s *statement) exchanged(clauses []clauseOf) bool {
	for _, clause := range clauseTexts(s.folded) {
		p := nearest(clause, clauses)
		if p == nil {
			continue
		}
		for _, kind := range exclusive() {
			for i, words := range kind {
				if !has(words, clause) || has(words, p.whole) {
					continue
				}
				for j, others := range kind {
					if i != j && has(others, p.whole) && !has(others, s.folded) {
						return true
					}
				}
			}
		}
	}
	return false
}

// nearest returns the clause of a passage that shares the most bigrams with the given clause. A bigram
// counts half if it occurs only elsewhere in the sentence of the passage's clause. The result is nil
// if no clause shares a bigram and no sentence shares two.
func nearest(clause string, clauses []clauseOf) *clauseOf {
	pairs := pairsOf(clause)
	var best *clauseOf
	var inWhole []string // the bigrams in the sentence, which is searched once for all its clauses
	most := 1
	for i := range clauses {
		if i == 0 || clauses[i].above == "" {
			inWhole = slices.DeleteFunc(slices.Clone(pairs), func(pair string) bool { return !strings.Contains(clauses[i].whole, pair) })
		}
		n := len(inWhole)
		for _, pair := range inWhole {
			if strings.Contains(clauses[i].text, pair) {
				n++
			}
		}
		if n > most {
			best, most = &clauses[i], n
		}
	}
	return best
}

var (
	onlyOne = text.NewPattern(`只要|只需|仅需|就行|即可|就能|就可以`)
	more    = text.NewPattern(`还要|还需|还须|双方|并须|并持|均须|以及|且须`)
	onlyToo = text.NewPattern(`只|仅|即可`)
)

// leavesOut reports whether a statement presents one condition as sufficient although the
// passage requires more.
func (s *statement) leavesOut(clauses []clauseOf) bool {
	if !onlyOne.MatchString(s.folded) {
		return false
	}
	p := nearest(s.folded, clauses)
	return p != nil && more.MatchString(p.whole) && !onlyToo.MatchString(p.whole) && !more.MatchString(s.folded)
}
