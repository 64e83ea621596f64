package texts

import (
	"github.com/mozillazg/go-pinyin"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Pinyin spells Chinese in pinyin.
var Pinyin = skill.Skill{
	ID:      "pinyin",
	Name:    skill.Named("拼音", "pinyin"),
	Match:   toPinyin,
	Hints:   []string{"「重庆」的拼音", "把「头发」转成繁体", "「半亩方塘」有几个字"},
	EnHints: []string{"Pinyin of 重庆", "count words: one two"},
}

// phrases maps words to their pinyin, with spaces between the syllables. Most of the words contain a
// character with several readings. Characters outside of these words get the first reading of
// go-pinyin.
var phrases = func() map[string]string {
	const table = `尽 jìn|长 cháng|银行 yín háng|行长 háng zhǎng|行业 háng yè|行列 háng liè|行情 háng qíng|同行 tóng háng|内行 nèi háng|外行 wài háng|一行 yì háng|重庆 chóng qìng|重复 chóng fù|重新 chóng xīn|重阳 chóng yáng|重叠 chóng dié|重来 chóng lái|双重 shuāng chóng|音乐 yīn yuè|乐器 yuè qì|乐队 yuè duì|乐曲 yuè qǔ|声乐 shēng yuè|长大 zhǎng dà|成长 chéng zhǎng|校长 xiào zhǎng|部长 bù zhǎng|市长 shì zhǎng|班长 bān zhǎng|队长 duì zhǎng|院长 yuàn zhǎng|家长 jiā zhǎng|局长 jú zhǎng|会长 huì zhǎng|生长 shēng zhǎng|增长 zēng zhǎng|助长 zhù zhǎng|长辈 zhǎng bèi|团长 tuán zhǎng|店长 diàn zhǎng|董事长 dǒng shì zhǎng|首长 shǒu zhǎng|船长 chuán zhǎng|头发 tóu fa|理发 lǐ fà|发型 fà xíng|毛发 máo fà|白发 bái fà|会计 kuài jì|参差 cēn cī|人参 rén shēn|差距 chā jù|差别 chā bié|差异 chā yì|差不多 chà bu duō|出差 chū chāi|差遣 chāi qiǎn|朝阳 cháo yáng|朝代 cháo dài|朝鲜 cháo xiǎn|今朝 jīn zhāo|朝霞 zhāo xiá|朝气 zhāo qì|传记 zhuàn jì|自传 zì zhuàn|水浒传 shuǐ hǔ zhuàn|处理 chǔ lǐ|相处 xiāng chǔ|处分 chǔ fèn|处于 chǔ yú|都是 dōu shì|都有 dōu yǒu|都会 dōu huì|都能 dōu néng|首都 shǒu dū|成都 chéng dū|都市 dū shì|京都 jīng dū|得到 dé dào|获得 huò dé|觉得 jué de|睡觉 shuì jiào|午觉 wǔ jiào|感觉 gǎn jué|地方 dì fang|土地 tǔ dì|好奇 hào qí|爱好 ài hào|好学 hào xué|还有 hái yǒu|还是 hái shi|还钱 huán qián|归还 guī huán|还原 huán yuán|假期 jià qī|放假 fàng jià|请假 qǐng jià|暑假 shǔ jià|寒假 hán jià|假如 jiǎ rú|间断 jiàn duàn|降落 jiàng luò|投降 tóu xiáng|角色 jué sè|主角 zhǔ jué|教书 jiāo shū|教室 jiào shì|教育 jiào yù|空闲 kòng xián|空白 kòng bái|有空 yǒu kòng|填空 tián kòng|快乐 kuài lè|了解 liǎo jiě|了不起 liǎo bu qǐ|为了 wèi le|因为 yīn wèi|为什么 wèi shén me|成为 chéng wéi|认为 rèn wéi|行为 xíng wéi|难民 nàn mín|灾难 zāi nàn|困难 kùn nan|便宜 pián yi|方便 fāng biàn|强迫 qiǎng pò|勉强 miǎn qiǎng|倔强 jué jiàng|曲折 qū zhé|歌曲 gē qǔ|戏曲 xì qǔ|散步 sàn bù|散文 sǎn wén|少年 shào nián|少女 shào nǚ|青少年 qīng shào nián|省略 shěng lüè|反省 fǎn xǐng|数学 shù xué|数字 shù zì|数数 shǔ shù|似的 shì de|似乎 sì hū|什么 shén me|怎么 zěn me|提防 dī fang|调查 diào chá|调动 diào dòng|音调 yīn diào|调整 tiáo zhěng|调休 tiáo xiū|空调 kōng tiáo|协调 xié tiáo|兴奋 xīng fèn|高兴 gāo xìng|兴趣 xìng qù|血液 xuè yè|流血 liú xuè|应该 yīng gāi|应用 yìng yòng|反应 fǎn yìng|供应 gōng yìng|与会 yù huì|参与 cān yù|着急 zháo jí|着火 zháo huǒ|睡着 shuì zháo|看着 kàn zhe|正月 zhēng yuè|种植 zhòng zhí|种类 zhǒng lèi|转动 zhuàn dòng|转变 zhuǎn biàn|中奖 zhòng jiǎng|看中 kàn zhòng|命中 mìng zhòng|单于 chán yú|大夫 dài fu|分量 fèn liàng|过分 guò fèn|部分 bù fen|宝藏 bǎo zàng|西藏 xī zàng|收藏 shōu cáng|参加 cān jiā|背包 bēi bāo|堡垒 bǎo lěi|薄荷 bò he|薄弱 bó ruò|刹那 chà nà|刹车 shā chē|倒数 dào shǔ|倒影 dào yǐng|率领 shuài lǐng|效率 xiào lǜ|概率 gài lǜ|模样 mú yàng|模型 mó xíng|宁可 nìng kě|安宁 ān níng|铺子 pù zi|奇数 jī shù|奇怪 qí guài|翘课 qiào kè|厦门 xià mén|大厦 dà shà|折腾 zhē teng|子弹 zǐ dàn|弹琴 tán qín|蔚县 yù xiàn|六安 lù ān|番禺 pān yú|东阿 dōng ē|洪洞 hóng tóng|尉迟 yù chí|解释 jiě shì|押解 yā jiè|给予 jǐ yǔ|供给 gōng jǐ|和面 huó miàn|暖和 nuǎn huo|和平 hé píng|削减 xuē jiǎn|剥削 bō xuē|露面 lòu miàn|露水 lù shuǐ|落下 là xià|落后 luò hòu|没有 méi yǒu|淹没 yān mò|埋怨 mán yuàn|秘鲁 bì lǔ|屏幕 píng mù|屏住 bǐng zhù|仆人 pú rén|朴素 pǔ sù|晃动 huàng dòng|禁止 jìn zhǐ|不禁 bù jīn|尽管 jǐn guǎn|尽力 jìn lì|卷子 juàn zi|看守 kān shǒu|可汗 kè hán|龟兹 qiū cí|夹杂 jiā zá|量体温 liáng tǐ wēn|数量 shù liàng|测量 cè liáng|商量 shāng liang|燕京 yān jīng|燕山 yān shān|石头 shí tou|一石 yí dàn|蛤蟆 há ma|供奉 gòng fèng|冠军 guàn jūn|皇冠 huáng guān|号叫 háo jiào|荷花 hé huā|喝彩 hè cǎi|横祸 hèng huò|混蛋 hún dàn|几乎 jī hū|几个 jǐ gè|济南 jǐ nán|给你 gěi nǐ|劲敌 jìng dí|干劲 gàn jìn|干净 gān jìng|干部 gàn bù|千里 qiān lǐ|里程 lǐ chéng|朋友 péng you|东西 dōng xi|妈妈 mā ma|爸爸 bà ba|谢谢 xiè xie|先生 xiān sheng|我们 wǒ men|你们 nǐ men|他们 tā men|孩子 hái zi|喜欢 xǐ huan|知道 zhī dào|时候 shí hou|学生 xué sheng|意思 yì si|漂亮 piào liang|漂流 piāo liú|晚上 wǎn shang|早上 zǎo shang|问渠 wèn qú|那么 nà me|多么 duō me|徘徊 pái huái|云朵 yún duǒ`
	m := map[string]string{}
	for row := range strings.SplitSeq(table, "|") {
		word, reading, _ := strings.Cut(row, " ")
		m[word] = reading
	}
	return m
}()

const longestPhrase = 4 // in characters

var (
	pinyinWords = text.NewPattern(`^(?:注|标注|标|加|转|转换|写|求|查|字|词)*(?:拼音|汉语拼音|pinyin|怎么读|怎么念|读音|发音|注音)(?:怎么写|怎么拼|标注|写出来|多少)?$`)
	pinyinWord  = text.NewPattern(`(?:转换?成?|注|标注|标)?(?:汉语)?(?:拼音|pinyin)(?:怎么写|怎么拼)?|怎么读|怎么念`)
)

// toPinyin answers requests for the pinyin of a text.
func toPinyin(q *skill.Question) (skill.Answer, bool) {
	text, ok := q.TextFor(pinyinWords, pinyinWord)
	if !ok || !zh.HasHan(text) || utf8.RuneCountInString(text) > 2000 {
		return skill.Answer{}, false
	}
	return skill.Answer{
		Text: "**" + strings.TrimSpace(pinyinOf(text)) + "**\n\n" + q.Say("原文：", "Text: ") + skill.Inline(skill.Shown(text, 80)),
		How:  q.Say("逐词查读音表；常见多音词按词定音，其余多音字取最常用的读音，可能与语境不符。", "Looked up word by word; common words with several readings are known, other characters take their usual reading."),
	}, true
}

// pinyinOf spells the Han characters of s and keeps the rest.
func pinyinOf(s string) string {
	args := pinyin.NewArgs()
	args.Style = pinyin.Tone
	var b strings.Builder
	runes := []rune(toSimplifiedRunes(s))
	spelled := false
	put := func(syllables string) {
		if spelled || b.Len() > 0 && !strings.HasSuffix(b.String()[max(0, b.Len()-1):], " ") {
			b.WriteByte(' ')
		}
		b.WriteString(syllables)
		spelled = true
	}
	for i := 0; i < len(runes); {
		if reading, n := phraseAt(runes[i:]); n > 0 {
			put(reading)
			i += n
			continue
		}
		if readings := pinyin.SinglePinyin(runes[i], args); len(readings) > 0 {
			put(readings[0])
		} else {
			b.WriteRune(runes[i])
			spelled = false
		}
		i++
	}
	return b.String()
}

// toSimplifiedRunes converts traditional characters one by one, so that the number of
// characters stays the same.
func toSimplifiedRunes(s string) string { return strings.Map(zh.Simplify, s) }

func phraseAt(runes []rune) (string, int) {
	for n := min(longestPhrase, len(runes)); n > 0; n-- {
		if reading, ok := phrases[string(runes[:n])]; ok {
			return reading, n
		}
	}
	return "", 0
}

// sortKey is the key for sorting Chinese texts: the pinyin of the first 40 characters of s. A text
// without Han characters is its own key.
func sortKey(s string) string {
	if !zh.HasHan(s) {
		return s
	}
	return pinyinOf(skill.Shown(s, 40))
}
