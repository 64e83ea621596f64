package numbers

import (
	"fmt"
	"math/big"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Unit converts units.
var Unit = skill.Skill{
	ID:      "unit",
	Name:    skill.Named("单位换算", "unit conversion"),
	Match:   convertUnits,
	Hints:   []string{"10 公里等于多少英里？", "37 摄氏度是多少华氏度？", "3 亩是多少平方米？"},
	EnHints: []string{"5 miles in km", "100 °F in °C", "How many pounds is 80 kg?"},
	Short:   true,
}

var (
	quantity = `(` + zh.NumberPattern + `(?:个)?[ ]?` + calculate.UnitPattern + `(?:[零又 ]?` + zh.NumberPattern + `[ ]?` + calculate.UnitPattern + `){0,3}(?:半)?)`
	// Examples: 华氏100度, 摄氏多少度. The scale is named before the number.
	degreesBefore = text.NewPattern(`(华氏|摄氏)(?:温度)?(` + zh.NumberPattern + `)度`)
	degreesAfter  = text.NewPattern(`(华氏|摄氏)(?:温度)?(?:是)?(?:多少|几)度?`)
	// In 5千克 the unit is 千克, and 千 does not belong to the number.
	thousandUnit = text.NewPattern(`([\d一二两三四五六七八九十])([千百](?:克|米|瓦时|瓦|卡|焦|帕))`)
	height       = text.NewPattern(`^([\d一二两三])米([\d一二三四五六七八九]{1,2})([^\d])`)
)

// unitPatterns are compiled at the first use. They contain the name of every unit many
// times, so compiling them would delay the start.
var unitPatterns = sync.OnceValue(func() (p struct {
	conversion   []*text.Pattern
	alone, oneOf *text.Pattern
}) {
	p.conversion = []*text.Pattern{
		// Examples: 3.5 英里是多少公里, 把 5 斤换算成千克
		text.NewPattern(`^(?:把|将)?` + quantity + `的?(?:重量|长度|距离|面积|高|长|重|温度|地)?(?:大概|大约|约|到底)?(?:是|等于|合|折合|换算成?|转换成?|转成?|换成?|化成?|相当于|有|为|=|变成|约|->|→|一共|就|,)+(?:多少|几)?(?:个)? ?(` + calculate.UnitPattern + `)(?:的)?(?:多少|几)?(?:高|长|重)?$`),
		// Example: 多少英里是 10 公里
		text.NewPattern(`^(?:多少|几)(?:个)?(` + calculate.UnitPattern + `)(?:是|等于|合)` + quantity + `$`),
		// Examples: convert 5 km to miles, 80 kg in pounds
		text.NewPattern(`^(?:convert |what is |what's |how much is |how long is )?` + quantity + ` ?(?:to|in|into|as|=|equals?|is how many|->)+ ?(?:how many )?(` + calculate.UnitPattern + `)$`),
		// Example: how many pounds is 80 kg
		text.NewPattern(`^how (?:many|much) (` + calculate.UnitPattern + `) (?:is|are|in|are in|is in|are there in|equals?) (?:an? )?` + quantity + `$`),
	}
	p.alone = text.NewPattern(`^(?:把|将)?` + quantity + `(?:是多少|换算一下|换算|等于多少|有多长|有多重|有多大|是多长|是多重|是多大)$`)
	p.oneOf = text.NewPattern(`(^| )(?:a|an|one) (` + calculate.UnitPattern + `)( |$)`)
	return p
})

// convertUnits answers questions about pace and fuel, and questions that consist only of a
// conversion of units.
func convertUnits(q *skill.Question) (skill.Answer, bool) {
	if a, ok := pace(q); ok {
		return a, true
	}
	p := unitPatterns()
	core := p.oneOf.ReplaceAllString(q.Core, "${1}1 $2$3")
	core = strings.ReplaceAll(core, "零下", "-")
	core = degreesAfter.ReplaceAllString(degreesBefore.ReplaceAllString(core, "${2}${1}度"), "多少${1}度")
	core = thousandUnit.ReplaceAllString(core, "${1}个$2")
	core = height.ReplaceAllString(core, "${1}点${2}米$3") // 一米八 becomes 一点八米
	if core == "" {
		return skill.Answer{}, false
	}
	for i, c := range p.conversion {
		m := c.FindStringSubmatch(core)
		if m == nil {
			continue
		}
		from, to := m[1], m[2]
		if i == 1 || i == 3 {
			from, to = m[2], m[1]
		}
		if a, ok := convertTo(q, from, to); ok {
			return a, true
		}
	}
	if m := p.alone.FindStringSubmatch(core); m != nil {
		return convertToAll(q, m[1])
	}
	return skill.Answer{}, false
}

// label is the unit's name in the language of the question.
func label(q *skill.Question, u calculate.Unit) string {
	return q.Say(u.Label().Zh, u.Label().En)
}

func quantityShown(q *skill.Question, a calculate.Quantity) string {
	var parts []string
	for _, p := range a.Parts {
		parts = append(parts, calculate.Decimal(p.Value)+" "+label(q, p.Unit))
	}
	return strings.Join(parts, " ")
}

// convertTo converts to the unit named `to`. It tries the units with this name until one fits.
func convertTo(q *skill.Question, from, to string) (skill.Answer, bool) {
	for _, target := range calculate.UnitsNamed(to) {
		a, ok := calculate.ReadQuantity(from, target)
		if !ok {
			continue
		}
		if target.IsTemperature() {
			return temperatureAnswer(q, a, target)
		}
		v, shown, d := a.In(target), quantityShown(q, a), target.Dimension
		ratio := new(big.Rat).Quo(a.Unit.Factor(), target.Factor())
		if d.Name.Zh == "长度" {
			km, _ := new(big.Rat).Quo(a.Base, big.NewRat(1000, 1)).Float64()
			q.Distance = &skill.Distance{Kilometres: km, Label: shown}
		}
		to := label(q, target)
		out := skill.Answer{
			Text: fmt.Sprintf("**%s %s %s %s**", shown, calculate.Equals(v), calculate.Figure(v), to),
			How: q.Say(
				fmt.Sprintf("%s换算：1 %s = %s %s。%s", d.Name.Zh, label(q, a.Unit), calculate.Figure(ratio), to, d.Source),
				fmt.Sprintf("Conversion of %s: 1 %s = %s %s.", d.Name.En, label(q, a.Unit), calculate.Figure(ratio), to)),
		}
		if d.Name.Zh == "数据量" {
			if plain, ok := decimalSize(a, target); ok {
				out.Text += q.Say("\n\n按硬盘厂商的 1000 进位则是 "+plain+" "+to+"。", "\n\nWith the 1000-based units of disk makers: "+plain+" "+to+".")
			}
		}
		return out, true
	}
	return skill.Answer{}, false
}

// decimalSize converts between units of bytes as if they were powers of 1000, not of 1024.
func decimalSize(a calculate.Quantity, target calculate.Unit) (string, bool) {
	powers := map[string]int{"B": 0, "KB": 1, "MB": 2, "GB": 3, "TB": 4, "PB": 5}
	from, ok := powers[a.Unit.Label().Zh]
	to, ok2 := powers[target.Label().Zh]
	if !ok || !ok2 || from == to {
		return "", false
	}
	v := a.In(a.Unit)
	step := big.NewRat(1000, 1)
	for range max(from-to, to-from) {
		if from > to {
			v.Mul(v, step)
		} else {
			v.Quo(v, step)
		}
	}
	return calculate.Figure(v), true
}

func temperatureAnswer(q *skill.Question, a calculate.Quantity, target calculate.Unit) (skill.Answer, bool) {
	shown := quantityShown(q, a)
	if !a.Possible() {
		return skill.Answer{
			Text: q.Say("**"+shown+" 低于绝对零度，不存在这样的温度。**", "**"+shown+" is below absolute zero.**"),
			How:  q.Say("绝对零度是 −273.15 ℃。", "Absolute zero is −273.15 °C."),
		}, true
	}
	v := a.In(target)
	return skill.Answer{
		Text: fmt.Sprintf("**%s %s %s %s**", shown, calculate.Equals(v), calculate.Figure(v), label(q, target)),
		How:  q.Say("温度换算：℉ = ℃ × 1.8 + 32，K = ℃ + 273.15。", "Temperature: °F = °C × 1.8 + 32, K = °C + 273.15."),
	}, true
}

// convertToAll answers a question without a target unit. It converts a temperature to one usual
// unit, and any other quantity to all usual units.
func convertToAll(q *skill.Question, from string) (skill.Answer, bool) {
	a, ok := calculate.ReadQuantity(from, calculate.Unit{})
	if !ok {
		if a, ok = calculate.ReadQuantity(from, calculate.Celsius); !ok {
			return skill.Answer{}, false
		}
		return temperatureAnswer(q, a, a.Usual()[0])
	}
	var parts []string
	for _, u := range a.Usual() {
		parts = append(parts, calculate.Figure(a.In(u))+" "+label(q, u))
	}
	return skill.Answer{
		Text: fmt.Sprintf("**%s = %s**", quantityShown(q, a), strings.Join(parts, " = ")),
		How:  a.Unit.Dimension.Name.Zh + "换算。" + a.Unit.Dimension.Source,
	}, true
}
