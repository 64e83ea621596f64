package table

import (
	"math/big"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/document/extract/stopwords"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// number is the exact number in a cell, with its format.
type number struct {
	rat *big.Rat
	format
}

// format is the format of a number, or of most numbers of a column.
type format struct {
	prefix string // a currency sign or code: ¥, usd …
	scale  string // %, 万, k …
	unit   string // 元, kg …
}

// numberCell matches a number as people write it in a cell: with a sign or brackets, a
// currency, grouped digits, an exponent, a scale, a unit.
var numberCell = text.NewPattern(`^([(]?)\s*([-+−－])?\s*(rmb|cny|usd|us\$|hk\$|nt\$|[¥￥$€£₩])?\s*([-−])?\s*(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,4}(?:,\d{4})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(e[-+]?\d{1,3})?\s*(%|‰|[万萬][亿億]|[十百千]?[万亿萬億]|k\b|mn\b|bn\b)?\s*([^\d\s,()]{0,6})\s*([)]?)$`)

// scales are the factors of the scales after numbers.
var scales = map[string]*big.Rat{
	"%": big.NewRat(1, 100), "‰": big.NewRat(1, 1000),
	"万": big.NewRat(1e4, 1), "萬": big.NewRat(1e4, 1), "亿": big.NewRat(1e8, 1), "億": big.NewRat(1e8, 1),
	"十万": big.NewRat(1e5, 1), "百万": big.NewRat(1e6, 1), "千万": big.NewRat(1e7, 1), "十亿": big.NewRat(1e9, 1), "百亿": big.NewRat(1e10, 1), "千亿": big.NewRat(1e11, 1),
	"万亿": big.NewRat(1e12, 1), "千": big.NewRat(1e3, 1), "百": big.NewRat(100, 1), "k": big.NewRat(1e3, 1), "mn": big.NewRat(1e6, 1), "bn": big.NewRat(1e9, 1),
}

// units are words that may follow a number without making the cell a text. Any other word of at
// most three characters may follow, too.
var units = stopwords.Set(`元 块 圆 美元 欧元 英镑 日元 港元 人民币 角 分 人 个 件 台 套 只 辆 次 天 日 小时 分钟 秒 年 月 个月 岁 斤 公斤 千克 克 吨 米 公里 千米 厘米 毫米 平米 平方米 ㎡ 平方公里
亩 公顷 升 毫升 度 页 本 张 份 户 家 名 位 条 项 分 票 倍 usd cny rmb eur kg g t km m cm mm l ml h min s pcs px kb mb gb tb °c ℃ kwh`)

// counted matches 千 or 百, alone or before a unit of counted things or of money. This 千 or 百
// multiplies the number, as in 3千人. In a unit of measure such as 千克, 千 is part of the unit.
var counted = text.NewPattern(`^([千百])(元|块|美元|人|名|位|个|件|台|套|只|辆|次|份|户|家|本|张|条|票|项)?$`)

const maxNumberCell = 60 // bytes; a longer cell is not a number

// parseNumber parses a cell as a number. It returns false for a whole number with a leading zero or
// with more than fifteen digits, which is a code and not an amount.
func parseNumber(cell string) (number, bool) {
	s := strings.ToLower(strings.TrimSpace(norm.NFKC.String(cell)))
	if s == "" || len(s) > maxNumberCell {
		return number{}, false
	}
	m := numberCell.FindStringSubmatch(s)
	if m == nil || (m[1] == "") != (m[9] == "") {
		return number{}, false
	}
	plain := strings.ReplaceAll(m[5], ",", "")
	if m[6] == "" && !strings.Contains(plain, ".") && (len(plain) > 15 || len(plain) > 1 && plain[0] == '0') {
		return number{}, false
	}
	rat, ok := new(big.Rat).SetString(plain + m[6])
	if !ok || rat.Num().BitLen() > 1500 || rat.Denom().BitLen() > 1500 {
		return number{}, false
	}
	scale := strings.NewReplacer("萬", "万", "億", "亿").Replace(m[7])
	unit := m[8]
	if c := counted.FindStringSubmatch(unit); c != nil && scale == "" {
		scale, unit = c[1], c[2]
	}
	if unit != "" && !units[unit] && len([]rune(unit)) > 3 {
		return number{}, false
	}
	if factor := scales[scale]; factor != nil {
		rat.Mul(rat, factor)
	} else if scale != "" {
		return number{}, false
	}
	if minus := m[2] + m[4]; m[1] != "" || minus != "" && minus != "+" {
		rat.Neg(rat)
	}
	return number{rat, format{original(cell, m[3]), scale, unit}}, true
}

// original returns a normalised part of a cell as the cell spells it.
func original(cell, part string) string {
	if i := strings.Index(strings.ToLower(cell), part); part != "" && i >= 0 && i+len(part) <= len(cell) {
		return cell[i : i+len(part)]
	}
	return part
}

// Limits for formatting numbers.
const (
	exactDecimals = 6 // a finite decimal with at most this many decimals is written in full
	roundDecimals = 2
	smallDecimals = 4 // decimals of a number that would otherwise be rounded to zero
)

// write formats a value for a column: with its currency, grouped digits, scale and unit. about is
// true when the value was rounded.
func (f format) write(value *big.Rat) (s string, about bool) {
	shown := f.scaled(value)
	digits, about := decimal(shown)
	if at := strings.IndexByte(digits, '.'); f.prefix != "" && f.scale == "" && at >= 0 && len(digits)-at == 2 {
		digits += "0" // money has two decimals
	}
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	return sign + f.prefix + grouped(digits) + f.scale + f.unit, about
}

// scaled converts a value to the scale of a column: 4.72 for 4.72万亿.
func (f format) scaled(value *big.Rat) *big.Rat {
	if factor := scales[f.scale]; factor != nil {
		return new(big.Rat).Quo(value, factor)
	}
	return value
}

// decimal formats a value without separators of thousands. about is true when it was rounded.
func decimal(r *big.Rat) (s string, about bool) {
	places, finite := r.FloatPrec()
	if finite && places <= exactDecimals {
		return r.FloatString(places), false
	}
	s = r.FloatString(roundDecimals)
	if strings.Trim(s, "-0.") == "" {
		s = r.FloatString(smallDecimals)
	}
	return s, true
}

func grouped(digits string) string {
	whole, fraction, _ := strings.Cut(digits, ".")
	var b strings.Builder
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	if fraction != "" {
		b.WriteByte('.')
		b.WriteString(fraction)
	}
	return b.String()
}
