package cite

import "strings"

// oppositeRows are groups of characters. If one of them takes the place of another in a word, the words
// exclude each other: 右前门 and 左前门, 最高 and 最低, 次年 and 当年.
var oppositeRows = strings.Fields(`左右 东西南北 上下 高低 多少 大小 长短 快慢 早晚 冷热 内外 进出 男女 雌雄 公母 买卖商 新旧 老新 涨跌降 升降 增减
	开关 开停 首末 始终 当次去今明 春夏秋冬 父母 子女 兄弟姐妹 头肩膝腰手脚腿肘颈 红黄蓝绿白黑紫灰 金银铜铁 单双 正负 反正 真假 轻重 深浅 宽窄 干湿 旱涝 主副 正副 收支
	初高 小中大 借还 存取 送收 推拉 同异 优劣 好坏 胜负 赢输 盈亏 强弱 松紧 软硬 厚薄 硕博 猫狗 鸡鸭鹅牛羊猪 油气电水煤 晴雨雪 课班年 客主 生熟 荤素 阴阳 纵横 里外 迟早 远近 粗细 甜咸酸辣 婚丧 祖外 皮布`)

// oppositeTo maps each character to the characters that exclude it.
var oppositeTo = func() map[rune]string {
	out := map[rune]string{}
	for _, row := range oppositeRows {
		for _, r := range row {
			out[r] += strings.ReplaceAll(row, string(r), "")
		}
	}
	return out
}()

// opposed reports whether the statement contradicts the passage in one character. It compares each
// clause of the statement with the sentence of the nearest clause in the passage. It looks for
// characters that exclude each other and stand next to the same character.
func (s *statement) opposed(clauses []clauseOf) bool {
	for _, clause := range clauseTexts(s.folded) {
		p := nearest(clause, clauses)
		if p == nil {
			continue
		}
		runes := []rune(clause)
		for i, r := range runes {
			for _, o := range oppositeTo[r] {
				if i+1 < len(runes) && swapped(string(r), string(o), "", string(runes[i+1]), s.folded, p.whole) ||
					i > 0 && swapped(string(r), string(o), string(runes[i-1]), "", s.folded, p.whole) {
					return true
				}
			}
		}
	}
	return false
}

// swapped reports whether statement and sentence differ in the character between `before` and `after`:
// the statement has the character `claim` there, and the sentence has the character `there`. The
// result is false if one of the texts has both characters in that place.
func swapped(claim, there, before, after, statement, sentence string) bool {
	with := func(r string) string { return before + r + after }
	return strings.Contains(sentence, with(there)) && !strings.Contains(sentence, with(claim)) && !strings.Contains(statement, with(there))
}
