package parse

import (
	"context"
	"encoding/xml"
	"strconv"
	"strings"
)

// numLevel is one level of a numbering.
type numLevel struct {
	format string // decimal, bullet, chineseCounting …
	text   string // with %1 … %9 for the numbers of the levels
	start  int
}

// numbering counts the paragraphs that number themselves, as 第三条 and 2.1 of
// contracts do.
type numbering struct {
	abstract map[string]*[9]numLevel
	nums     map[string]string // numbering → abstract one
	counts   map[string]*[9]int
}

func docxNumbering(ctx context.Context, o *office, name string) *numbering {
	n := &numbering{map[string]*[9]numLevel{}, map[string]string{}, map[string]*[9]int{}}
	r, err := o.open(name)
	if err != nil {
		return n
	}
	defer r.Close()
	var levels *[9]numLevel
	num, level := "", 0
	_ = decodeXML(ctx, r, func(t xml.Token) error { // what can be read of it counts
		e, ok := t.(xml.StartElement)
		if !ok || len(n.abstract) > maxEntries || len(n.nums) > maxEntries {
			return nil
		}
		switch e.Name.Local {
		case "abstractNum":
			levels, num = new([9]numLevel), ""
			n.abstract[attr(e, "abstractNumId")] = levels
		case "num":
			levels, num = nil, attr(e, "numId")
		case "abstractNumId":
			if num != "" {
				n.nums[num] = attr(e, "val")
			}
		case "lvl":
			if level = max(0, min(8, atoi(attr(e, "ilvl")))); levels != nil {
				levels[level].start = 1
			}
		}
		if levels == nil {
			return nil
		}
		switch e.Name.Local {
		case "start":
			levels[level].start = atoi(attr(e, "val"))
		case "numFmt":
			levels[level].format = attr(e, "val")
		case "lvlText":
			levels[level].text = attr(e, "val")
		}
		return nil
	})
	return n
}

// next counts one paragraph of the numbering id at level (from 0) and gives
// its number as it is shown; bullets have none.
func (n *numbering) next(id string, level int) string {
	abstract, ok := n.nums[id]
	levels := n.abstract[abstract]
	if !ok || levels == nil || level < 0 || level > 8 {
		return ""
	}
	counts := n.counts[abstract]
	if counts == nil {
		counts = new([9]int)
		for i := range counts {
			counts[i] = levels[i].start - 1
		}
		n.counts[abstract] = counts
	}
	counts[level]++
	for i := level + 1; i < 9; i++ {
		counts[i] = levels[i].start - 1
	}
	l := levels[level]
	if l.format == "bullet" || l.format == "none" || l.text == "" {
		return ""
	}
	out := l.text
	for i := range 9 {
		slot := "%" + strconv.Itoa(i+1)
		if strings.Contains(out, slot) {
			out = strings.ReplaceAll(out, slot, counted(levels[i].format, max(counts[i], levels[i].start)))
		}
	}
	return strings.TrimSpace(out)
}

// counted writes a number as a format of Word does.
func counted(format string, n int) string {
	switch format {
	case "chineseCounting", "chineseCountingThousand", "taiwaneseCounting", "taiwaneseCountingThousand", "japaneseCounting", "ideographDigital", "chineseLegalSimplified", "ideographTraditional":
		return chineseNumber(n)
	case "lowerLetter", "upperLetter":
		if n < 1 {
			return ""
		}
		s := strings.Repeat(string(rune('a'+(n-1)%26)), min((n-1)/26+1, 8))
		if format == "upperLetter" {
			s = strings.ToUpper(s)
		}
		return s
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperRoman":
		return roman(n)
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	}
	return strconv.Itoa(n)
}

// chineseNumber writes 1 to 9999 as people count; others in digits.
func chineseNumber(n int) string {
	if n < 1 || n > 9999 {
		return strconv.Itoa(n)
	}
	digits := []rune("零一二三四五六七八九")
	units := []string{"", "十", "百", "千"}
	s, zero := "", false
	for i := 3; i >= 0; i-- {
		p := [...]int{1, 10, 100, 1000}[i]
		d := n / p % 10
		if d == 0 {
			zero = zero || s != ""
			continue
		}
		if zero {
			s += "零"
			zero = false
		}
		s += string(digits[d]) + units[i]
	}
	return strings.TrimPrefix(s, map[bool]string{true: "一"}[n >= 10 && n < 20])
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, r := range []struct {
		n int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= r.n {
			b.WriteString(r.s)
			n -= r.n
		}
	}
	return b.String()
}
