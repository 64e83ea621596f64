package calculate

import (
	"maps"
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Unit is one meaning of a unit's name. A temperature scale has no dimension.
type Unit struct {
	Dimension   *Dimension
	unit        *unit
	temperature *temperature
}

// Label is the unit's short name.
func (u Unit) Label() Label {
	if u.temperature != nil {
		return u.temperature.label
	}
	return u.unit.label
}

// IsTemperature reports whether the unit is a scale of temperature.
func (u Unit) IsTemperature() bool { return u.temperature != nil }

// Factor is the size of u in base units of its dimension. u must not be a temperature.
func (u Unit) Factor() *big.Rat { return factorOf(u.unit) }

// UnitsNamed returns the units with a name, which must be folded by zh.FoldRunes. There are several
// if the name has several meanings, such as k for KB and kelvin.
func UnitsNamed(name string) []Unit { return unitNames[name] }

// Celsius and Fahrenheit are the target scales for temperatures when the question has no target unit.
var (
	Celsius    = Unit{temperature: &temperatures[0]}
	Fahrenheit = Unit{temperature: &temperatures[1]}
)

// unitNames finds units by any of their names.
var unitNames = func() map[string][]Unit {
	m := map[string][]Unit{}
	for i := range dimensions {
		d := &dimensions[i]
		for j := range d.units {
			for _, n := range d.units[j].names {
				m[n] = append(m[n], Unit{Dimension: d, unit: &d.units[j]})
			}
		}
	}
	for i := range temperatures {
		for _, n := range temperatures[i].names {
			m[n] = append(m[n], Unit{temperature: &temperatures[i]})
		}
	}
	return m
}()

// UnitPattern matches the name of any unit; longer names come first.
var UnitPattern = text.AnyOf(maps.Keys(unitNames))

var eachPart = text.NewPattern(`(` + zh.NumberPattern + `)个? ?(` + UnitPattern + `)(半)?`)

// Quantity is a number with a unit, or a sum of several units of one dimension: 6 英尺 2
// 英寸.
type Quantity struct {
	Unit  Unit     // the first unit
	Base  *big.Rat // value in the base unit of its dimension; temperatures in kelvin
	Parts []Part
}

// Part is one number with its unit.
type Part struct {
	Value *big.Rat
	Unit  Unit
}

// ReadQuantity parses a quantity. The text must be folded by zh.FoldRunes. All units must have the
// dimension of `like`, or be temperatures if `like` is a temperature. If `like` is the zero Unit, a name
// with several meanings gets its first meaning that is not a temperature.
func ReadQuantity(s string, like Unit) (Quantity, bool) {
	q := Quantity{Base: new(big.Rat)}
	d, rest := like.Dimension, s
	for _, m := range eachPart.FindAllStringSubmatch(s, -1) {
		n, ok := zh.Number(m[1])
		if !ok {
			return Quantity{}, false
		}
		u, ok := meaning(m[2], d, like.IsTemperature())
		if !ok {
			return Quantity{}, false
		}
		if m[3] != "" {
			n.Add(n, big.NewRat(1, 2))
		}
		if u.IsTemperature() {
			q.Base = toKelvin(n, u.temperature)
		} else {
			d = u.Dimension
			q.Base.Add(q.Base, new(big.Rat).Mul(n, u.Factor()))
		}
		if len(q.Parts) == 0 {
			q.Unit = u
		}
		q.Parts = append(q.Parts, Part{n, u})
		rest = strings.Replace(rest, m[0], "", 1)
	}
	return q, len(q.Parts) > 0 && strings.Trim(rest, " 零又") == ""
}

func meaning(name string, d *Dimension, temperature bool) (Unit, bool) {
	for _, u := range unitNames[name] {
		if (d == nil || u.Dimension == d) && u.IsTemperature() == temperature {
			return u, true
		}
	}
	return Unit{}, false
}

// Possible is false for a temperature below absolute zero.
func (q Quantity) Possible() bool { return !q.Unit.IsTemperature() || q.Base.Sign() >= 0 }

// In is the value of the quantity in the unit u, which must have the same dimension.
func (q Quantity) In(u Unit) *big.Rat {
	if u.IsTemperature() {
		return fromKelvin(q.Base, u.temperature)
	}
	return new(big.Rat).Quo(q.Base, u.Factor())
}

// Usual returns the units for showing the quantity when the question has no target unit.
func (q Quantity) Usual() []Unit {
	if q.Unit.IsTemperature() {
		if q.Unit == Celsius {
			return []Unit{Fahrenheit}
		}
		return []Unit{Celsius}
	}
	var out []Unit
	for i := range q.Unit.Dimension.units {
		u := &q.Unit.Dimension.units[i]
		for _, s := range q.Unit.Dimension.Shown {
			if u.label.Zh == s && u != q.Unit.unit {
				out = append(out, Unit{Dimension: q.Unit.Dimension, unit: u})
			}
		}
	}
	return out
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
