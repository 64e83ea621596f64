package text

import "sync"

// Radical replaces a radical of the CJK radicals supplement (U+2E80 to U+2EFF) by
// the Han character that looks the same. It returns any other character
// unchanged. PDF files often contain such radicals. NFKC converts all Kangxi
// radicals, but only two radicals of this supplement.
func Radical(r rune) rune {
	if r < 0x2e80 || r > 0x2eff {
		return r
	}
	if to, ok := radicals()[r]; ok {
		return to
	}
	return r
}

// radicals returns a map from each radical to its character.
var radicals = sync.OnceValue(func() map[rune]rune {
	all := []rune(`⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇几⺈⺈⺉刂⺊卜⺋㔾⺌小⺍小⺎尢⺏尣⺐尢⺑尣⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺪疋⺫目⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺳网⺴罓⺵罓⺶羊⺷羊⺸羊⺹耂⺺肀⺻聿⺼月⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒镸⻓长⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞飠⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱亀⻲亀⻳龟`)
	out := map[rune]rune{}
	for i := 0; i+1 < len(all); i += 2 {
		out[all[i]] = all[i+1]
	}
	return out
})
