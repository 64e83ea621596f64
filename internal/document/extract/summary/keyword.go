package summary

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/extract/stopwords"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits for keywords.
const (
	longestWord  = 8 // Han characters
	minCount     = 2
	usualWord    = 4      // Han characters; a longer word must occur more than minCount times
	commonText   = 20_000 // Han characters; for every commonText characters of the text, the required count grows by 1
	longWord     = 5      // Han characters; more characters do not increase a word's weight
	minEntropy   = 0.6    // minimum entropy of the neighbouring characters; a string with a lower entropy is a part of a longer word
	headingBonus = 1.5    // factor for a word that occurs in a heading
	maxRunes     = 2_000_000
)

// binders are characters that occur in no keyword: a string that contains one of them is
// a phrase.
var binders = runeSet("的了着是在和与及或也都而且但以于之其并就又将把被让对从向到由这那此该们吗呢吧啊呀则即若与於這個們嗎對從則並將")

// fillers are frequent pairs of characters that name no subject.
var fillers = stopwords.Set(`我们 你们 他们 它们 自己 这个 那个 这些 那些 什么 怎么 可以 可能 能够 需要 应该 应当 必须 已经 正在 进行 通过 根据 按照 由于 因此 所以 但是 然而 虽然 如果
只要 只有 以及 或者 并且 而且 不仅 同时 此外 另外 其中 其他 之间 之后 之前 以来 以上 以下 方面 情况 问题 时候 时间 目前 现在 今天 一个 一种 一些 一定 一般 一直 一次
两个 三个 许多 很多 大量 部分 全部 所有 各种 不同 相关 有关 主要 重要 非常 比较 更加 具有 存在 成为 作为 得到 使用 采用 实现 提供 包括 属于 关于 对于 为了 例如 比如
第一 第二 第三 首先 其次 最后 左右 结果 影响 喜欢 年代 年来 要求 认为 表示 指出 下列 上述 本文 本章 其它 不是 没有 不能 就是 还是 都是 也是 有的 起来 出来 下来 之一 每个 每年 分别 如下 所示
我們 他們 這個 這些 可以 需要 應該 進行 通過 根據 由於 因此 但是 如果 以及 或者 同時 此外 其中 方面 情況 問題 時間 目前 一個 主要 重要 具有 成為 作為 使用 包括 關於`)

// Keywords returns at most n words of the file, the most important first. Chinese words are found
// without a dictionary: they are recurring strings that occur more often than by chance, and their
// neighbouring characters vary. Words of other scripts are found by their frequency, and pairs of
// such words are found if they mostly occur together.
func Keywords(units []parsed.Unit, n int) []Keyword {
	text, titles := plain(units)
	counts := hanWords(text)
	for w, c := range latinWords(text) {
		counts[w] = c
	}
	var out []Keyword
	for word, count := range counts {
		weight := count
		if r, _ := utf8.DecodeRuneInString(word); unicode.Is(unicode.Han, r) { // a longer Chinese word is more specific
			weight *= float64(min(utf8.RuneCountInString(word), longWord)) / 2
		}
		if strings.Contains(titles, word) {
			weight *= headingBonus
		}
		out = append(out, Keyword{word, weight})
	}
	slices.SortFunc(out, func(a, b Keyword) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return strings.Compare(a.Word, b.Word)
	})
	out = withoutParts(out, counts, n)
	shape := spelling(units, out)
	for i := range out {
		out[i].Word = shape[i]
	}
	if len(out) > 0 {
		highest := out[0].Weight
		for i := range out {
			out[i].Weight = math.Round(out[i].Weight/highest*1000) / 1000
		}
	}
	return out
}

// plain returns the normalised text in which keywords are searched, and its headings.
func plain(units []parsed.Unit) (text, titles string) {
	var all, heads strings.Builder
	runes := 0
	for _, u := range units {
		for _, b := range u.Blocks {
			if b.Kind == parsed.Code || runes > maxRunes {
				continue
			}
			s := zh.Fold(b.Text)
			runes += utf8.RuneCountInString(s)
			all.WriteString(s)
			all.WriteByte('\n')
			if b.Kind == parsed.Title {
				heads.WriteString(s)
				heads.WriteByte('\n')
			}
		}
	}
	return all.String(), heads.String()
}

// mostly is a ratio of counts. A word that is part of a longer keyword is listed only if it occurs at least
// `mostly` times as often as the longer keyword. Occurrences inside the longer keyword count, too.
const mostly = 2

// withoutParts returns the first n keywords, without those that are part of a longer keyword and do not
// occur often enough (see mostly).
func withoutParts(in []Keyword, counts map[string]float64, n int) []Keyword {
	var out []Keyword
	for _, k := range in {
		part := func(short, long string) bool {
			return strings.Contains(long, short) && counts[short] < mostly*counts[long]
		}
		if slices.ContainsFunc(out, func(o Keyword) bool { return part(k.Word, o.Word) }) {
			continue
		}
		out = slices.DeleteFunc(out, func(o Keyword) bool { return part(o.Word, k.Word) })
		if out = append(out, k); len(out) > 4*n {
			break
		}
	}
	return out[:min(n, len(out))]
}

// spelling returns each normalised word as the file first writes it, for example Wenqu for wenqu. A
// word that is not found in the file stays normalised.
func spelling(units []parsed.Unit, words []Keyword) []string {
	out := make([]string, len(words))
	for i, k := range words {
		out[i] = k.Word
	}
	missing := len(words)
	found := make([]bool, len(words))
	for _, u := range units {
		for _, b := range u.Blocks {
			if missing == 0 {
				return out
			}
			lower := strings.ToLower(b.Text)
			if len(lower) != len(b.Text) || b.Kind == parsed.Code {
				continue
			}
			for i, k := range words {
				if found[i] {
					continue
				}
				if at := strings.Index(lower, k.Word); at >= 0 {
					out[i], found[i] = b.Text[at:at+len(k.Word)], true
					missing--
				}
			}
		}
	}
	return out
}

// hanWords counts the strings of 2 to 8 Han characters that look like words. To save time, it
// counts a string of 3 or more only if two shorter strings are frequent: the string without its first
// character, and the string without its last one.
func hanWords(text string) map[string]float64 {
	runs := hanRuns(text)
	total, characters := 0, map[rune]int{}
	for _, run := range runs {
		total += len(run)
		for _, r := range run {
			characters[r]++
		}
	}
	least := minCount + total/commonText
	grams := map[string]*gram{}
	frequent := map[string]bool{}
	for size := 2; size <= longestWord+1; size++ {
		counts := map[string]*gram{}
		for _, run := range runs {
			for i := 0; i+size <= len(run); i++ {
				if size > 2 && !(frequent[string(run[i:i+size-1])] && frequent[string(run[i+1:i+size])]) {
					continue
				}
				s := string(run[i : i+size])
				g := counts[s]
				if g == nil {
					g = &gram{}
					counts[s] = g
				}
				g.see(run, i, size)
			}
		}
		next := map[string]bool{}
		for s, g := range counts {
			if g.count >= least {
				next[s] = true
				if size <= longestWord {
					grams[s] = g
				}
			}
		}
		if len(next) == 0 {
			break
		}
		frequent = next
	}
	out := map[string]float64{}
	for s, g := range grams {
		runes := []rune(s)
		if isWord(runes, g, characters, total) {
			out[s] = float64(g.count)
		}
	}
	return out
}

// gram contains the number of occurrences of a string, and its neighbouring characters.
type gram struct {
	count       int
	left, right map[rune]int
}

func (g *gram) see(run []rune, i, size int) {
	if g.left == nil {
		g.left, g.right = map[rune]int{}, map[rune]int{}
	}
	g.count++
	// At the beginning and the end of the run, a neighbouring character is missing. A negative number takes
	// its place. The number differs for each occurrence, so these neighbours count as different.
	var before, after rune = -rune(g.count), -rune(g.count)
	if i > 0 {
		before = run[i-1]
	}
	if i+size < len(run) {
		after = run[i+size]
	}
	g.left[before]++
	g.right[after]++
}

var (
	isNumeral = runeSet("〇零一二两三四五六七八九十百千万亿几多兩萬億幾")
	isCounter = runeSet("个年月日点条项种次度家名位天岁元只件台摄公小分個點條項種歲")
)

// isWord decides whether a recurring string is a word.
func isWord(runes []rune, g *gram, characters map[rune]int, total int) bool {
	if fillers[string(runes)] {
		return false
	}
	if isNumeral[runes[0]] && (len(runes) == 2 || isNumeral[runes[1]] || isCounter[runes[1]]) { // a numeral, for example 十年 or 十五点
		return false
	}
	for _, r := range runes {
		if binders[r] {
			return false
		}
	}
	if len(runes) > usualWord && g.count <= minCount { // a whole passage that occurs twice is not a word
		return false
	}
	for i := 0; i+2 <= len(runes); i++ {
		if fillers[string(runes[i:i+2])] {
			return false
		}
	}
	if min(entropy(g.left, g.count), entropy(g.right, g.count)) < minEntropy {
		return false
	}
	// The characters must occur together more often than by chance.
	chance := float64(total)
	for _, r := range runes {
		chance *= float64(characters[r]) / float64(total)
	}
	return float64(g.count) > 3*chance
}

func entropy(neighbours map[rune]int, total int) float64 {
	counts := make([]int, 0, len(neighbours))
	for _, c := range neighbours {
		counts = append(counts, c)
	}
	slices.Sort(counts) // sorted, because sums of floating-point numbers depend on the order
	sum := 0.0
	for _, c := range counts {
		p := float64(c) / float64(total)
		sum -= p * math.Log(p)
	}
	return sum
}

func hanRuns(text string) [][]rune {
	var out [][]rune
	var run []rune
	end := func() {
		if len(run) > 1 {
			out = append(out, run)
		}
		run = nil
	}
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			run = append(run, r)
		} else {
			end()
		}
	}
	end()
	return out
}

// latinWords counts recurring words in scripts other than Han. It also counts pairs of such words
// if they mostly occur together.
func latinWords(text string) map[string]float64 {
	single, pairs := map[string]float64{}, map[string]float64{}
	last, lastEnd := "", -2
	begin := -1
	end := func(i int) {
		if begin < 0 {
			return
		}
		w := text[begin:i]
		if utf8.RuneCountInString(w) > 2 && !stopwords.English[w] && !digits(w) {
			single[w]++
			if last != "" && lastEnd == begin-1 && text[lastEnd] == ' ' {
				pairs[last+" "+w]++
			}
			last, lastEnd = w, i
		} else {
			last = ""
		}
		begin = -1
	}
	for i, r := range text {
		if !unicode.Is(unicode.Han, r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || begin >= 0 && (r == '-' || r == '+' || r == '#')) {
			if begin < 0 {
				begin = i
			}
			continue
		}
		end(i)
	}
	end(len(text))
	out := map[string]float64{}
	for w, c := range single {
		if c >= minCount && !digits(w) {
			out[w] = c
		}
	}
	for p, c := range pairs {
		a, b, _ := strings.Cut(p, " ")
		if c >= minCount && c >= 0.5*min(single[a], single[b]) {
			out[p] = c
		}
	}
	return out
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.") == ""
}
