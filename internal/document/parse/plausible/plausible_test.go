package plausible

import (
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// languages contains paragraphs of the Universal Declaration of Human Rights, one
// language a line. Some of the languages are not in the tables.
//
//go:embed testdata/languages.txt
var languages string

// paragraphs returns the text of each line of `languages`, by the code of its language.
func paragraphs() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(languages) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out[name] = text
	}
	return out
}

func textOf(s string) *Text {
	t := &Text{}
	t.Add(s)
	return t
}

// TestReadable checks that readable text is not gibberish: more than a hundred
// languages, and text that is not in any language.
func TestReadable(t *testing.T) {
	t.Parallel()
	all := paragraphs()
	if len(all) < 100 {
		t.Fatalf("%d languages", len(all))
	}
	noise := make([]byte, 3_000)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(noise)
	figures, sums := &strings.Builder{}, &strings.Builder{}
	for i := range 60 {
		fmt.Fprintf(figures, "A-%03d\t%d.%02d\t%d%%\tkg\t¥%d,%03d\n", i, i*37%91, i*53%100, i%100, i, i*7%1000)
		fmt.Fprintf(sums, "%s  file%02d.tar.gz\n", hex.EncodeToString(noise[i*32:i*32+32]), i)
	}
	all["figures"], all["sums"] = figures.String(), sums.String()
	all["base64"] = base64.StdEncoding.EncodeToString(noise)
	all["mathematics"] = strings.Repeat("Let f : X → Y and x ∈ X, ∀ε > 0 ∃δ > 0 : |x − x₀| < δ ⇒ |f(x) − f(x₀)| < ε. ∫₀^∞ e^(−αx) dx = 1/α, ∇×B = μ₀J, λ₁ ≤ λ₂, Σ aᵢxⁱ, 𝑎² + 𝑏² = 𝑐²\n", 8)
	all["program"] = strings.Repeat("func (p *page) glyphs(text uint64, n int) { for i := range n { if r := p.at(i); r == 0xfffd { continue }; fmt.Fprintf(w, \"%s\\n\", strconv.Itoa(i)) } }\nint main(int argc, char **argv) { struct stat st; if (fstat(fd, &st) < 0) return errno; memcpy(buf, ptr, sizeof buf); }\n", 6)
	all["markup"] = strings.Repeat(`<div class="row"><td colspan="2">x</td></div> \DeclareFontShape{T2A}{cmtt}{bx}{it}{<->ssub*cmtt/m/it}{} \usepackage[T1]{fontenc} `, 8)
	all["hashes"] = "commit 1f0c9ab e764f6c bff2aab d52ac1e\n" + strings.Repeat("QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnTcRT MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n", 12)
	all["names"] = "王小明 李雪梅 张伟 刘洋 陈静 杨帆 赵磊 黄婷 周杰 吴敏 徐强 孙丽 马超 朱琳 胡斌 郭芳 何勇 高翔 林娜 罗军 郑爽 梁栋 谢楠 宋佳 唐磊 许晴 韩雪 冯刚 邓超 曹颖 彭博 曾琦 肖战 田野 董卿 袁泉 潘虹 于谦 蒋欣 蔡琴"
	all["old Chinese"] = "学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？道可道，非常道；名可名，非常名。无名天地之始，有名万物之母。北冥有鱼，其名为鲲。鲲之大，不知其几千里也。化而为鸟，其名为鹏。"
	all["a poem on each page"] = strings.Repeat("半亩方塘一鉴开，天光云影共徘徊。问渠那得清如许？为有源头活水来。昨夜江边春水生，艨艟巨舰一毛轻。向来枉费推移力，此日中流自在行。", 18)
	all["a primer"] = strings.Repeat("天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。闰余成岁，律吕调阳。云腾致雨，露结为霜。金生丽水，玉出昆冈。剑号巨阙，珠称夜光。果珍李柰，菜重芥姜。海咸河淡，鳞潜羽翔。龙师火帝，鸟官人皇。始制文字，乃服衣裳。推位让国，有虞陶唐。吊民伐罪，周发殷汤。坐朝问道，垂拱平章。爱育黎首，臣伏戎羌。遐迩一体，率宾归王。鸣凤在竹，白驹食场。化被草木，赖及万方。盖此身发，四大五常。恭惟鞠养，岂敢毁伤。女慕贞洁，男效才良。知过必改，得能莫忘。罔谈彼短，靡恃己长。信使可覆，器欲难量。墨悲丝染，诗赞羔羊。景行维贤，克念作圣。德建名立，形端表正。空谷传声，虚堂习听。祸因恶积，福缘善", 2)
	all["a roster"] = "王建国 李秀英 张伟 刘洋 陈静 杨帆 赵磊 黄婷 周涛 吴敏 徐丽 孙浩 马超 朱琳 胡军 郭靖 何晓东 高翔 林志玲 罗永浩 郑爽 梁朝伟 谢霆锋 宋慧乔 唐嫣 许晴 韩寒 冯小刚 邓超 彭于晏 曾志伟 肖战 田亮 董洁 袁泉 潘粤明 于谦 蒋欣 蔡依林 余文乐 杜江 叶璇 程潇 苏有朋 魏晨 吕良伟 丁俊晖 任贤齐 沈腾 姚晨 卢靖姗 姜文 崔永元 钟汉良 谭咏麟 陆毅 汪涵 范伟 石凯 廖凡 贾玲 夏雨 韦唯 付辛博 方中信 白敬亭 邹市明 孟非 熊黛林 秦海璐 邱淑贞 江疏影 尹正 薛之谦 闫妮 段奕宏 雷佳音 侯勇 龙丹妮 史可 陶虹 黎明 贺来贤人 顾长卫 毛不易 郝蕾 龚琳娜 邵兵 万茜 钱枫 严宽 覃辉 武艺 戴玉强 莫文蔚 孔笑微 向佐 汤唯"
	all["herbs"] = strings.Repeat("当归 川芎 白芍 熟地黄 党参 茯苓 白术 炙甘草 黄芪 肉桂 柴胡 黄芩 半夏 生姜 大枣 枳实 厚朴 陈皮 麦冬 五味子 天冬 玄参 生地 牡丹皮 赤芍 桃仁 红花 益母草 丹参 泽兰 牛膝 杜仲 续断 桑寄生 狗脊 补骨脂 菟丝子 沙苑子 锁阳 肉苁蓉 巴戟天 淫羊藿 仙茅 鹿茸 蛤蚧 冬虫夏草 核桃仁 山药 扁豆 饴糖 蜂蜜 阿胶 何首乌 龙眼肉 楮实子 北沙参 南沙参 百合 石斛 玉竹 黄精 枸杞子 墨旱莲 女贞子 桑椹 黑芝麻 龟甲 鳖甲 五倍子 乌梅 诃子 石榴皮 肉豆蔻 赤石脂 禹余粮 山茱萸 覆盆子 桑螵蛸 金樱子 海螵蛸 莲子 芡实 椿皮 ", 2)
	all["birds"] = strings.Repeat("䴙䴘 鹈鹕 鸬鹚 鹭鸶 鹳 鹮 鸢 鵟 鹞 鹗 隼 鹧鸪 鹌鹑 雉 鹇 鸨 鹬 鸻 鸥 鸠 鹦鹉 鸮 鸺鹠 鹡鸰 鹨 鹎 鸫 鸲 鹟 鹛 鹪鹩 鹀 鸦 鹊 鹂 鸤鸠 鹩哥 鸳鸯 鸿鹄 鹖鴠 ", 4)
	all["substances"] = strings.Repeat("甲烷、乙烷、丙烷、戊烷、庚烷、辛烷、壬烷、乙炔、甲苯、萘、蒽、菲、芘、噻吩、呋喃、吡咯、吡啶、嘧啶、嘌呤、吲哚、喹啉、咪唑、噻唑、噁唑、哌啶、吗啉、苯酚、萘酚、乙醛、丙酮、苯胺、氯仿、溴化氢、碘化钾、铂、钯、铑、铱、锇、钌、镍、钴、铬、钼、钨、钽、铌、锆、铪、镧、铈、镨、钕、钐、铕、钆、铽、镝、钬、铒、铥、镱、镥、", 3)
	all["pinyin"] = "Rénrén shēng ér zìyóu, zài zūnyán hé quánlì shàng yīlǜ píngděng. Tāmen fùyǒu lǐxìng hé liángxīn, bìng yīng yǐ xiōngdì guānxì de jīngshén xiāng duìdài."
	all["half Greek"] = strings.Repeat("The angle α lies between β and γ; ΔG = ΔH − TΔS, and the mean is μ ± σ. ", 6)
	all["Ukrainian of TeX"] = strings.Repeat("Цей документ є коротким вступом до системи, iз якої вiн i починається; кiлька роздiлiв. ", 6)
	all["old Korean"] = "이 몸 삼기실 제 님을 조차 삼기시니 ᄒᆞᆫᄉᆡᆼ 緣연分분이며 하ᄂᆞᆯ 모ᄅᆞᆯ 일이런가 나 ᄒᆞ나 졈어 닛고 님 ᄒᆞ나 날 괴시니 이 ᄆᆞ음 이 ᄉᆞ랑 견졸 ᄃᆡ 노여 업다"
	all["phonetic"] = strings.Repeat("ðə ˈkwɪk ˈbɹaʊn ˈfɒks ˈdʒʌmps ˈəʊvə ðə ˈleɪzi ˈdɒɡ; ˌɪntəˈnæʃənəl fəˈnetɪk ˈælfəbet. ", 4)
	all["TeX"] = strings.Repeat("Greek with LaTeX, XeTeX or LuaTeX needs fonts that pdfTeX and BibTeX know nothing of; see the manual of each program for more. ", 6)
	all["units"] = strings.Repeat("Input 24 mV at 3 mA, output 5 kW or 7 kV, 60 dB; pH 7, 4 mA supply current and 12 kW peak power at 40 dB noise. ", 6)
	all["markdown"] = strings.Repeat("Use `go test` and `go vet` in ~/work, or ~alice and ~bob, and `cat a~b`; `make run` builds it. ", 8)
	all["short"], all["empty"] = "Øæåß ÿð", ""
	for _, name := range strings.Fields("eng deu_1996 fra spa por_PT ita nld swe dan fin pol ces hun tur ron_2006 ind vie rus ukr bul ell_monotonic") {
		if textOf(all[name]).Gibberish(true) {
			t.Errorf("%s, guessed rightly, is taken for gibberish", name)
		}
	}
	for name, s := range all {
		if textOf(s).Gibberish(false) {
			t.Errorf("%s is taken for gibberish: %.60s", name, s)
		}
	}
}

// TestTransliterated checks that the ASCII input of TeX fonts for other scripts counts as
// gibberish. If the font of a PDF has no map, this input is the text of the PDF.
func TestTransliterated(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"Bengali":   "ajAe bnful esidn aAifes mA en epeYiC bAiR efrbAr pez vAblAm jen kTA biDs iken ineY yA eb ArI aenk idn ezek bleC edAkAn es edAkAn Kuwej jAmA iknet pAY heY egl jAmAiT iken ebireYiC",
		"Mongolian": "RudaiuE ugucauE diz iaE u ilaruE ugaliE , teliiuE isa , riut uluE iieN ugu Mugai Ragud aXa ayuN iiaS adEaE adiz ruS RugaziE uruE adlaE agaX ic RazanaiaE umi ii iuE Baa agaX ayat iuM deyisiutuE uN edrE ecaN uxaE cruS agadaayaE RaXi Eiut RazaG enE uiz agaxuE RazaN RaguduE",
		"Greek":     "t~hs d`e je`as >~hlje m~hnin k`ai t~wn Trwikw~n po`us >wk`us >Aqille`us, <o d`e b~h par`a j~ina polufloi'sboio jala'sshs; poll`a d> >'epeit> >ap'aneuje ki`wn >hr~aj> <o gerai`os >Ap'ollwni >'anakti, t`on >h'ukomos t'eke Lht'w; kl~ujei meu >argur'otox>, <`os Qr'ushn >amfib'ebhkas K'illan te zaj'ehn Ten'edoi'o te >~ifi >an'asseis, Sminje~u, e>'i pot'e toi qar'ient> >ep`i nh`on >'ereya, >`h e>i d'h pot'e toi kat`a p'iona mhr'i> >'ekha ta'urwn >hd> a>ig~wn, t`o d'e moi kr'hhnon >e'eldwr; t'iseian Danao`i >em`a d'akrua so~isi b'elessin <`ws >'efat> e>uq'omenos, to~u d> >'eklue Fo~ibos >Ap'ollwn",
	} {
		if !textOf(s).Gibberish(false) {
			t.Errorf("%s is taken for text: %+v", name, textOf(s).spelling)
		}
	}
}

// exchange replaces each letter by the result of `to`, as happens when the codes of a font have a wrong
// offset, a wrong order or a wrong map.
func exchange(s string, to func(r rune) rune) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return to(r)
		}
		return r
	}, s)
}

// TestGibberish checks that text from fonts with a wrong map, or without a map, is found to be gibberish.
// A few texts may be missed when they are not marked as guessed.
func TestGibberish(t *testing.T) {
	t.Parallel()
	all := paragraphs()
	random := rand.New(rand.NewPCG(1, 2))
	wrong := map[string]string{}
	for _, name := range []string{"eng", "deu_1996", "fra", "spa", "ita", "pol", "fin", "ces"} {
		order := random.Perm(26)
		wrong[name+" in another order"] = exchange(strings.ToLower(all[name]), func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return 'a' + rune(order[r-'a'])
			}
			return r
		})
		wrong[name+" as glyph numbers"] = strings.Map(func(r rune) rune {
			if r > ' ' && r < 0x7f {
				return r - 29
			}
			return r
		}, all[name])
	}
	for _, name := range []string{"rus", "ukr", "bul"} {
		wrong[name+" as Latin"] = exchange(all[name], func(r rune) rune {
			if r >= 'А' && r <= 'я' {
				return r - 'А' + 0xc0
			}
			return r
		})
		order := random.Perm(32)
		wrong[name+" in another order"] = exchange(strings.ToLower(all[name]), func(r rune) rune {
			if r >= 'а' && r <= 'я' {
				return 'а' + rune(order[r-'а'])
			}
			return r
		})
		wrong[name+" as Hangul"] = exchange(all[name], func(r rune) rune { return 0xac00 + r - 0x400 + 0x2b0 })
	}
	han := []rune(all["cmn_hans"] + all["yue"] + all["wuu"])
	wrong["Chinese as glyph numbers"] = exchange(string(han), func(r rune) rune { return 0x4e00 + (r*7919)%20_000 })
	wrong["Chinese as bytes"] = exchange(string(han), func(r rune) rune { return 0xc0 + r%0x3f })
	wrong["Chinese as private signs"] = exchange(string(han), func(r rune) rune { return 0xe000 + r%0x1000 })
	wrong["English as controls"] = exchange(all["eng"], func(r rune) rune { return 1 + r%8 })
	wrong["unknown"] = strings.Repeat("\ufffd\ufffd\ufffd a ", 20)
	wrong["signs of many scripts"] = strings.Repeat("ȕ뺮˞Պʚ뻭Ǖʚդ Ňʚ뻟ƲŇʚ œ뻟ćƲŇʚƈŜĀ˞ֻġ뻟ĈĠֻ ", 8)
	wrong["English as Greek"] = exchange(strings.ToLower(all["eng"]), func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return []rune("αβχδεφγηιϕκλμνοπθρστυϖωξψζ")[r-'a']
	})
	distinct := slices.Compact(slices.Sorted(slices.Values(han)))
	order := random.Perm(len(distinct))
	long := strings.Repeat(string(han), 2)
	wrong["Chinese in another order"] = exchange(long, func(r rune) rune {
		i, _ := slices.BinarySearch(distinct, r)
		return distinct[order[i]]
	})
	if len(wrong) < 20 {
		t.Fatalf("%d texts", len(wrong))
	}
	const mostMissed = 4 // maximum number of texts in `wrong` that may be missed when they are not marked as guessed
	missed := 0
	for name, s := range wrong {
		if !textOf(s).Gibberish(true) {
			t.Errorf("%s, guessed, is taken for text: %.60q", name, s)
		}
		if !textOf(s).Gibberish(false) {
			missed++
			t.Logf("%s is taken for text: %.60q", name, s)
		}
	}
	if missed > mostMissed {
		t.Errorf("%d of %d are taken for text", missed, len(wrong))
	}
}

// FuzzGibberish checks that no text causes a panic. The number of counted letters must be the same for a
// text and for its pieces together.
func FuzzGibberish(f *testing.F) {
	for _, s := range []string{"Wkh txlfn eurzq ira", "Ïðåäèñëîâèå", "쥶쥥쥲쥳쥩쥯쥮 한국어", "a1b2 aNameOfTwo\x00\ufffd\ue001", "\xff\xfe甲方ァ々ー", strings.Repeat("ab ", 5_000)} {
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, guessed bool) {
		whole := textOf(s)
		whole.Gibberish(guessed)
		var pieces Text
		for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' }) {
			pieces.Add(word)
		}
		if whole.Letters() != pieces.Letters() || whole.words.n > mostWords || whole.Letters() > len([]rune(s)) {
			t.Fatalf("%q: %d letters, %d in pieces", s, whole.Letters(), pieces.Letters())
		}
	})
}

// In a manual of TeX, names of macros end in capitals or have no vowels. Such names do not make the text
// count as transliterated or as improbable.
func TestMacrosAreNoSpelling(t *testing.T) {
	t.Parallel()
	for _, page := range []string{
		`Check if there are chunks to be processed. \check@pstarts \loop\if@pstarts
Loop over the number of chunks, incrementing the chunk counts (\l@dpscL and \l@dpscR are chunk counts.)
\global\advance\l@dpscL \@ne \global\advance\l@dpscR \@ne \getlinesfromparlistL \getlinesfromparlistR
\l@dcalc@maxoftwo{\@cs@linesinparL}{\@cs@linesinparR} \Leftsidehook \instanzaLtrue \oldstanzaL \oldstanzaR
\mscrK mathematical script \mscrN \mscrO \mscrP \mscrQ \mscrS \mscrT \mfrakA \mfrakB \mfrakC \mfrakD \mfrakE`,
		// LaTeX3, where ~ is a space
		`Illegal~use~of the~hook for~this~label, or~another~suitable~label. This~command~is~ignored. but~never~popped.~Something is~wrong. This~should~not~happen.
Cannot~remove~chunk because~it~is~disabled. it~does~not~exist. Generic~hook is~deprecated. Use~hook~instead. label~not~found
Terminal~Forms Discretionary~Ligatures Dotless~Forms Expert~Forms Full~Widths Half~Forms Halant~Forms Alternate~Widths Historical~Ligatures Hojo~Forms`,
		// only names of macros, with rare letters
		`\setlength\dblfloatsep{12\p@ \@plus 2\p@ \@minus 2\p@} \setlength\dbltextfloatsep{20\p@ \@plus 2\p@ \@minus 4\p@} \setlength\@fptop{0\p@ \@plus 1fil}
\setlength\@fpsep{8\p@ \@plus 2fil} \setlength\@fpbot{0\p@ \@plus 1fil} \setlength\@dblfptop{0\p@ \@plus 1fil} \setlength\@dblfpsep{8\p@ \@plus 2fil} \setlength\@dblfpbot{0\p@ \@plus 1fil}`,
		// keys of options
		`PosAngleA=100 PosAngleB=45 PointSymbolA=none PointSymbolB=none PointNameA=default PointNameB=default nodesepA=1 nodesepB=1 arcsepA=1 arcsepB=1 nodesepC=1 arcsepC=2
the angle of the first circle and of the second circle is drawn as an arc of the line through both points, which is dashed when the style says so`,
	} {
		var text Text
		text.Add(page)
		if text.Gibberish(false) || text.Gibberish(true) {
			t.Errorf("a page of macros is called gibberish: %.60s", page)
		}
	}
}

// In one manual, a program wrote each Korean or Cyrillic letter as b'로', so each letter is next to
// the Latin letter b. TeX's fonts draw the Ukrainian і with the Latin i. Such text is not gibberish.
func TestOneLetterOfAnotherScript(t *testing.T) {
	t.Parallel()
	korean := strings.Repeat("b’’로b’’ b’’캘b’’ b’’만b’’ b’’미b’’ b’’리b’’ b’’설b’’ b’’정b’’ b’’하b’’ b’’면b’’ b’’언b’’ b’’어b’’ ", 8)
	russian := strings.Repeat("b’’Пb’’b’’рb’’b’’оb’’b’’гb’’b’’рb’’b’’аb’’b’’мb’’b’’мb’’b’’уb’’ b’’уb’’b’’сb’’b’’тb’’b’’аb’’b’’нb’’b’’оb’’b’’вb’’b’’кb’’b’’иb’’ ", 8)
	ukrainian := strings.Repeat("вiн мiж матерiали рiзнi вiдповiднi змiнити iнший лiнiї фiгури ", 8)
	for _, s := range []string{korean, russian, ukrainian} {
		if text := textOf(s); text.Gibberish(false) {
			t.Errorf("%.60q is called gibberish", s)
		}
	}
	// Text with letters of two scripts in each word is gibberish, even if one of the Latin letters
	// is frequent.
	if text := textOf(strings.Repeat("эxaмпlе тeхt wiтh mаny lеttеrs oф тwо sсriпtс ", 8)); !text.Gibberish(false) {
		t.Error("words of two scripts are called text")
	}
}

// Words of fewer than shortestSpelled bytes do not count. A word of two letters counts if one of them is
// accented, because the word then has three bytes. Transliterated text has many such words.
func TestShortAccentedWordsCount(t *testing.T) {
	t.Parallel()
	var s spelling
	for i := range 10 {
		for _, r := range string(rune('a'+i)) + "Ò ab " {
			s.read(r)
		}
	}
	s.end()
	if s.words.n != 10 || s.strange != 10 {
		t.Errorf("%d words, %d strange; want 10 and 10", s.words.n, s.strange)
	}
}
