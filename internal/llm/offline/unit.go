package offline

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
)

var unitSkill = skill{
	id:      "unit",
	name:    name{"单位换算", "unit conversion"},
	match:   convertUnits,
	hints:   []string{"10 公里等于多少英里？", "37 摄氏度是多少华氏度？", "3 亩是多少平方米？"},
	enHints: []string{"5 miles in km", "100 °F in °C", "How many pounds is 80 kg?"},
}

// unitRef is what a unit's name means.
type unitRef struct {
	dimension   *dimension
	unit        *unit
	temperature *temperature
}

func (u unitRef) label(q *question) string {
	if u.temperature != nil {
		return q.say(u.temperature.label.zh, u.temperature.label.en)
	}
	return q.say(u.unit.label.zh, u.unit.label.en)
}

// unitNames finds a unit by any of its names. A name of several dimensions (k,
// m, b) has several meanings.
var unitNames = func() map[string][]unitRef {
	m := map[string][]unitRef{}
	for i := range dimensions {
		d := &dimensions[i]
		for j := range d.units {
			for _, n := range d.units[j].names {
				m[n] = append(m[n], unitRef{dimension: d, unit: &d.units[j]})
			}
		}
	}
	for i := range temperatures {
		for _, n := range temperatures[i].names {
			m[n] = append(m[n], unitRef{temperature: &temperatures[i]})
		}
	}
	return m
}()

// unitPattern matches any unit name, longest first.
var unitPattern = anyName(unitNames)

// anyName matches any key of a table, the longest first, so that none hides one
// that it begins.
func anyName[V any](table map[string]V) string {
	names := slices.SortedFunc(maps.Keys(table), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	for i, n := range names {
		names[i] = regexp.QuoteMeta(n)
	}
	return "(?:" + strings.Join(names, "|") + ")"
}

var (
	quantity = `(` + numberPattern + `(?:个)?[ ]?` + unitPattern + `(?:[零又 ]?` + numberPattern + `[ ]?` + unitPattern + `){0,3}(?:半)?)`
	// 华氏100度 and 摄氏多少度, the scale named first.
	degreesBefore = regexp.MustCompile(`(华氏|摄氏)(?:温度)?(` + numberPattern + `)度`)
	degreesAfter  = regexp.MustCompile(`(华氏|摄氏)(?:温度)?(?:是)?(?:多少|几)度?`)
	// 5千克 is five kilograms, not five thousand grams.
	thousandUnit = regexp.MustCompile(`([\d一二两三四五六七八九十])([千百](?:克|米|瓦时|瓦|卡|焦|帕))`)
	height       = regexp.MustCompile(`^([\d一二两三])米([\d一二三四五六七八九]{1,2})([^\d])`)
)

// unitPatterns are compiled at the first use: they hold every unit's name many
// times, which a start should not wait for.
var unitPatterns = sync.OnceValue(func() (p struct {
	conversion             []*regexp.Regexp
	alone, eachPart, oneOf *regexp.Regexp
}) {
	p.conversion = []*regexp.Regexp{
		// 3.5 英里是多少公里, 把 5 斤换算成千克
		regexp.MustCompile(`^(?:把|将)?` + quantity + `的?(?:重量|长度|距离|面积|高|长|重|温度|地)?(?:大概|大约|约|到底)?(?:是|等于|合|折合|换算成?|转换成?|转成?|换成?|化成?|相当于|有|为|=|变成|约|->|→|一共|就|,)+(?:多少|几)?(?:个)? ?(` + unitPattern + `)(?:的)?(?:多少|几)?(?:高|长|重)?$`),
		// 多少英里是 10 公里
		regexp.MustCompile(`^(?:多少|几)(?:个)?(` + unitPattern + `)(?:是|等于|合)` + quantity + `$`),
		// convert 5 km to miles, 80 kg in pounds
		regexp.MustCompile(`^(?:convert |what is |what's |how much is |how long is )?` + quantity + ` ?(?:to|in|into|as|=|equals?|is how many|->)+ ?(?:how many )?(` + unitPattern + `)$`),
		// how many pounds is 80 kg
		regexp.MustCompile(`^how (?:many|much) (` + unitPattern + `) (?:is|are|in|are in|is in|are there in|equals?) (?:an? )?` + quantity + `$`),
	}
	p.alone = regexp.MustCompile(`^(?:把|将)?` + quantity + `(?:是多少|换算一下|换算|等于多少|有多长|有多重|有多大|是多长|是多重|是多大)$`)
	p.eachPart = regexp.MustCompile(`(` + numberPattern + `)个? ?(` + unitPattern + `)(半)?`)
	p.oneOf = regexp.MustCompile(`(^| )(?:a|an|one) (` + unitPattern + `)( |$)`)
	return p
})

// convertUnits answers a conversion that fills the whole question.
func convertUnits(q *question) (answer, bool) {
	if a, ok := pace(q); ok {
		return a, true
	}
	p := unitPatterns()
	core := p.oneOf.ReplaceAllString(q.core, "${1}1 $2$3")
	core = strings.ReplaceAll(core, "零下", "-")
	core = degreesAfter.ReplaceAllString(degreesBefore.ReplaceAllString(core, "${2}${1}度"), "多少${1}度")
	core = thousandUnit.ReplaceAllString(core, "${1}个$2")
	core = height.ReplaceAllString(core, "${1}点${2}米$3") // 一米八
	if core == "" {
		return answer{}, false
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
	return answer{}, false
}

// amount is a quantity in the base unit of its dimension.
type amount struct {
	ref   unitRef
	base  *big.Rat // of a temperature: kelvin
	shown string
}

// readQuantity reads "6英尺2英寸" for dimension d; nil takes the first meaning.
func readQuantity(q *question, text string, d *dimension, temp bool) (amount, bool) {
	a := amount{base: new(big.Rat)}
	var shown []string
	rest := text
	for _, m := range unitPatterns().eachPart.FindAllStringSubmatch(text, -1) {
		n, ok := numberOf(m[1])
		if !ok {
			return amount{}, false
		}
		ref, ok := meaning(m[2], d, temp)
		if !ok {
			return amount{}, false
		}
		if m[3] != "" {
			n.Add(n, big.NewRat(1, 2))
		}
		if ref.temperature != nil {
			a.base = toKelvin(n, ref.temperature)
		} else {
			d = ref.dimension
			a.base.Add(a.base, new(big.Rat).Mul(n, factorOf(ref.unit)))
		}
		if a.ref == (unitRef{}) {
			a.ref = ref
		}
		shown = append(shown, decimalText(n)+" "+ref.label(q))
		rest = strings.Replace(rest, m[0], "", 1)
	}
	a.shown = strings.Join(shown, " ")
	return a, len(shown) > 0 && strings.Trim(rest, " 零又") == ""
}

func meaning(unitName string, d *dimension, temp bool) (unitRef, bool) {
	for _, r := range unitNames[unitName] {
		if (d == nil || r.dimension == d) && (r.temperature != nil) == temp {
			return r, true
		}
	}
	return unitRef{}, false
}

func factorOf(u *unit) *big.Rat {
	r, _ := new(big.Rat).SetString(u.factor)
	return r
}

func toKelvin(n *big.Rat, t *temperature) *big.Rat {
	scale, _ := new(big.Rat).SetString(t.scale)
	offset, _ := new(big.Rat).SetString(t.offset)
	return scale.Mul(scale, n).Add(scale, offset)
}

func fromKelvin(k *big.Rat, t *temperature) *big.Rat {
	scale, _ := new(big.Rat).SetString(t.scale)
	offset, _ := new(big.Rat).SetString(t.offset)
	return offset.Sub(k, offset).Quo(offset, scale)
}

// convertTo tries every meaning of the target's name.
func convertTo(q *question, from, to string) (answer, bool) {
	for _, target := range unitNames[to] {
		temp := target.temperature != nil
		a, ok := readQuantity(q, from, target.dimension, temp)
		if !ok {
			continue
		}
		if temp {
			return temperatureAnswer(q, a, target)
		}
		v := new(big.Rat).Quo(a.base, factorOf(target.unit))
		label := target.label(q)
		ratio := new(big.Rat).Quo(factorOf(a.ref.unit), factorOf(target.unit))
		if target.dimension.name.zh == "长度" {
			km, _ := new(big.Rat).Quo(a.base, big.NewRat(1000, 1)).Float64()
			q.distance = &distance{km: km, label: a.shown}
		}
		out := answer{
			text: fmt.Sprintf("**%s %s %s %s**", a.shown, equals(v), figure(v), label),
			how: q.say(
				fmt.Sprintf("%s换算：1 %s = %s %s。%s", target.dimension.name.zh, a.ref.label(q), figure(ratio), label, target.dimension.source),
				fmt.Sprintf("Conversion of %s: 1 %s = %s %s.", target.dimension.name.en, a.ref.label(q), figure(ratio), label)),
		}
		if target.dimension.name.zh == "数据量" {
			if plain, ok := decimalSize(a, target); ok {
				out.text += q.say("\n\n按硬盘厂商的 1000 进位则是 "+plain+" "+label+"。", "\n\nWith the 1000-based units of disk makers: "+plain+" "+label+".")
			}
		}
		return out, true
	}
	return answer{}, false
}

// decimalSize converts between byte units of 1000.
func decimalSize(a amount, target unitRef) (string, bool) {
	powers := map[string]int{"B": 0, "KB": 1, "MB": 2, "GB": 3, "TB": 4, "PB": 5}
	from, ok := powers[a.ref.unit.label.zh]
	to, ok2 := powers[target.unit.label.zh]
	if !ok || !ok2 || from == to {
		return "", false
	}
	v := new(big.Rat).Quo(a.base, factorOf(a.ref.unit))
	step := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(1000), big.NewInt(abs64(int64(from-to))), nil))
	if from > to {
		v.Mul(v, step)
	} else {
		v.Quo(v, step)
	}
	return figure(v), true
}

func temperatureAnswer(q *question, a amount, target unitRef) (answer, bool) {
	if a.base.Sign() < 0 {
		return answer{
			text: q.say("**"+a.shown+" 低于绝对零度，不存在这样的温度。**", "**"+a.shown+" is below absolute zero.**"),
			how:  q.say("绝对零度是 −273.15 ℃。", "Absolute zero is −273.15 °C."),
		}, true
	}
	v := fromKelvin(a.base, target.temperature)
	return answer{
		text: fmt.Sprintf("**%s %s %s %s**", a.shown, equals(v), figure(v), target.label(q)),
		how:  q.say("温度换算：℉ = ℃ × 1.8 + 32，K = ℃ + 273.15。", "Temperature: °F = °C × 1.8 + 32, K = °C + 273.15."),
	}, true
}

// convertToAll lists the usual units when no target was named.
func convertToAll(q *question, from string) (answer, bool) {
	a, ok := readQuantity(q, from, nil, false)
	if !ok {
		if a, ok = readQuantity(q, from, nil, true); !ok {
			return answer{}, false
		}
		to := &temperatures[0]
		if a.ref.temperature == to {
			to = &temperatures[1]
		}
		return temperatureAnswer(q, a, unitRef{temperature: to})
	}
	d := a.ref.dimension
	var parts []string
	for i := range d.units {
		u := &d.units[i]
		for _, s := range d.shown {
			if u.label.zh == s && u != a.ref.unit {
				v := new(big.Rat).Quo(a.base, factorOf(u))
				parts = append(parts, figure(v)+" "+q.say(u.label.zh, u.label.en))
			}
		}
	}
	return answer{
		text: fmt.Sprintf("**%s = %s**", a.shown, strings.Join(parts, " = ")),
		how:  d.name.zh + "换算。" + d.source,
	}, true
}

// figure writes v with six significant digits; whole numbers in full.
func figure(v *big.Rat) string {
	if v.IsInt() && len(v.Num().String()) <= 21 {
		return v.Num().String()
	}
	f, _ := v.Float64()
	abs := f
	if abs < 0 {
		abs = -abs
	}
	switch {
	case abs != 0 && (abs < 1e-6 || abs >= 1e21):
		return strings.Replace(fmt.Sprintf("%.6g", f), "e", " × 10^", 1)
	case abs >= 100_000:
		return trimZeros(v.FloatString(2))
	default:
		digits := 5
		for x := abs; x >= 10; x /= 10 {
			digits--
		}
		for x := abs; x < 1 && x > 0; x *= 10 {
			digits++
		}
		return trimZeros(v.FloatString(max(digits, 0)))
	}
}

// equals is the sign between a quantity and its figure: ≈ when digits were cut.
func equals(v *big.Rat) string {
	shown, ok := new(big.Rat).SetString(figure(v))
	if ok && shown.Cmp(v) == 0 {
		return "="
	}
	return "≈"
}
