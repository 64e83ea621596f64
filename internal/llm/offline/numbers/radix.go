package numbers

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Radix converts between number bases.
var Radix = skill.Skill{
	ID:      "radix",
	Name:    skill.Named("进制转换", "number bases"),
	Match:   convertRadix,
	Hints:   []string{"255 转十六进制", "二进制 1010 是多少？", "0xFF 转十进制"},
	EnHints: []string{"255 in hex", "0xff in decimal", "1010 binary to decimal"},
	Short:   true,
}

var radixNames = map[string]int{
	"二进制": 2, "八进制": 8, "十进制": 10, "十六进制": 16, "2进制": 2, "8进制": 8, "10进制": 10, "16进制": 16, "三十二进制": 32, "三十六进制": 36, "36进制": 36,
	"binary": 2, "octal": 8, "decimal": 10, "hex": 16, "hexadecimal": 16,
}

const (
	radixWord  = `(二进制|八进制|十进制|三十六进制|十六进制|2进制|8进制|10进制|16进制|36进制|binary|octal|decimal|hexadecimal|hex)`
	radixValue = `(0x[0-9a-f]{1,64}|0b[01]{1,256}|0o[0-7]{1,80}|[0-9a-z]{1,64})`
)

var radixForms = []struct {
	asked           *text.Pattern
	from, value, to int // submatch numbers of the old base, the value and the new base; 0: no submatch
}{
	{text.NewPattern(`^(?:把|将)?` + radixWord + `(?:数|的)?(?:数)?[ :]*` + radixValue + `(?:是|转换?|换算?|变|化|等于|to|in|as|成|为| )*(?:多少)?` + radixWord + `(?:数|是多少|的多少|多少)?$`), 1, 2, 3},
	{text.NewPattern(`^(?:把|将)?` + radixValue + `(?:\(|的)? ?` + radixWord + `\)? ?(?:是|转换?|换算?|变|化|等于|to|in|as|成|为| )+` + radixWord + `(?:是多少|多少)?$`), 2, 1, 3},
	{text.NewPattern(`^(?:把|将|convert )?` + radixValue + ` ?(?:用|的|是|转换?|换算?|变|化|等于|to|in|as|成|为| )+` + radixWord + `(?:数)?(?:是|怎么|表示|等于|写|多少|怎么写|怎么表示)*$`), 0, 1, 2},
	{text.NewPattern(`^` + radixWord + `(?:数|的)?[ :]*` + radixValue + `(?:是|等于|转|换算?)*(?:多少|几)?$`), 1, 2, 0},
}

// radixTaiwan replaces the words used in Taiwan by the words of radixForms.
var radixTaiwan = strings.NewReplacer("进位制", "进制", "进位", "进制")

// convertRadix answers requests to convert between number bases.
func convertRadix(q *skill.Question) (skill.Answer, bool) {
	for _, f := range radixForms {
		m := f.asked.FindStringSubmatch(radixTaiwan.Replace(q.Core))
		if m == nil {
			continue
		}
		from, to := 10, 10
		if f.from > 0 {
			from = radixNames[m[f.from]]
		}
		if f.to > 0 {
			to = radixNames[m[f.to]]
		}
		digits := m[f.value]
		if f.from == 0 && strings.ContainsAny(digits, "abcdef") {
			from = 16
		}
		if len(digits) > 2 && digits[0] == '0' {
			if base, ok := map[byte]int{'x': 16, 'b': 2, 'o': 8}[digits[1]]; ok && (from == 10 || from == base) {
				from, digits = base, digits[2:]
			}
		}
		n, ok := new(big.Int).SetString(digits, from)
		if !ok {
			continue
		}
		out := strings.ToUpper(n.Text(to))
		var rows []string
		for _, r := range []struct {
			base  int
			label skill.Name
		}{{2, skill.Named("二进制", "Binary")}, {8, skill.Named("八进制", "Octal")}, {10, skill.Named("十进制", "Decimal")}, {16, skill.Named("十六进制", "Hexadecimal")}} {
			rows = append(rows, fmt.Sprintf("| %s | `%s` |", q.Say(r.label.Zh, r.label.En), strings.ToUpper(n.Text(r.base))))
		}
		return skill.Answer{
			Text: fmt.Sprintf("**%s = %s**\n\n| %s | %s |\n|---|---|\n%s", strings.ToUpper(m[f.value]), out, q.Say("进制", "Base"), q.Say("写法", "Digits"), strings.Join(rows, "\n")),
			How:  fmt.Sprintf(q.Say("把 %d 进制的数按位展开，再写成 %d 进制。", "Read in base %d, written in base %d."), from, to),
		}, true
	}
	return skill.Answer{}, false
}
