package plot

import (
	"math"
	"strconv"
	"strings"
)

// scale is an axis from its lowest to its highest value, with round steps in between.
type scale struct {
	min, max float64
	ticks    []float64
}

// scaleOf returns a scale for the values; `steps` is the approximate number of its parts. If `zero`
// is set, the scale includes zero.
func scaleOf(values []float64, zero bool, steps int) scale {
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	// If `zero` is false and all values are on one side of zero and far from zero, the scale does not
	// include zero, so that the differences of the values are visible. All other scales include zero.
	if zero || low >= 0 && low < high*0.5 || high <= 0 && high > low*0.5 {
		low, high = min(0, low), max(0, high)
	}
	if low == high {
		room := math.Abs(low) / 2
		if room == 0 {
			room = 1
		}
		if low != 0 {
			low -= room
		}
		high += room
	}
	rough := (high - low) / float64(steps)
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	step := power * 10
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*power >= rough*0.999 {
			step = m * power
			break
		}
	}
	from, to := math.Floor(low/step+1e-9), math.Ceil(high/step-1e-9)
	s := scale{}
	for i := from; i <= to; i++ {
		v, _ := strconv.ParseFloat(strconv.FormatFloat(i*step, 'g', 12, 64), 64) // removes the rounding error of the multiplication
		s.ticks = append(s.ticks, v)
	}
	s.min, s.max = s.ticks[0], s.ticks[len(s.ticks)-1]
	return s
}

// base returns zero, or the lowest value if zero is not on the axis.
func (s scale) base() float64 {
	if s.min <= 0 && s.max >= 0 {
		return 0
	}
	return s.min
}

// between returns the position of a value on an axis that extends from `from` to `to`.
func (s scale) between(v, from, to float64) float64 { return from + (to-from)*(v-s.min)/(s.max-s.min) }

// heights returns the values that determine the vertical scale. For stacked bars,
// these are the sums.
func (c Chart) heights() []float64 {
	var out []float64
	if c.Kind == Stacked {
		out = make([]float64, len(c.Labels))
	}
	for _, s := range c.Series {
		for i, v := range s.Values {
			switch {
			case v == nil:
			case c.Kind == Stacked:
				out[i] += *v
			default:
				out = append(out, *v)
			}
		}
	}
	return out
}

// large lists the units for abbreviated numbers by language, the largest first.
var large = map[string][]struct {
	from float64
	name string
}{
	"zh-CN": {{1e12, "万亿"}, {1e8, "亿"}, {1e4, "万"}},
	"zh-TW": {{1e12, "兆"}, {1e8, "億"}, {1e4, "萬"}},
	"en":    {{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "K"}},
}

// counted lists the beginnings of units that already contain a factor, such as 万元. Numbers with
// such a unit are not abbreviated, because 3万 with the unit 万元 would be misread. A Latin letter
// must be the whole unit.
var counted = []string{"十", "百", "千", "万", "萬", "亿", "億", "k", "m", "b"}

// tickText formats a value for an axis. Values from 10,000 on are abbreviated, unless the unit
// already contains a factor.
func tickText(v float64, locale, unit string) string {
	short := math.Abs(v) >= 10_000
	for _, u := range counted {
		rest, begins := strings.CutPrefix(strings.ToLower(unit), u)
		short = short && (!begins || u[0] < 0x80 && rest != "")
	}
	if short {
		units := large[locale]
		if units == nil {
			units = large["en"]
		}
		for _, u := range units {
			if math.Abs(v) >= u.from {
				return plain(v/u.from, 2) + u.name
			}
		}
	}
	return plain(v, 4)
}

// plain formats a number with at most `decimals` decimals and with commas between
// thousands.
func plain(v float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, rest, _ := strings.Cut(s, ".")
	if rest = strings.TrimRight(rest, "0"); rest != "" {
		rest = "." + rest
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if v < 0 && (whole != "0" || rest != "") {
		return "-" + whole + rest
	}
	return whole + rest
}

// widthOf returns the approximate width of a text at 12 px.
func widthOf(s string) float64 {
	w := 0.0
	for _, r := range s {
		w += runeWidth(r)
	}
	return w
}

func runeWidth(r rune) float64 {
	if r > 0x2e80 {
		return 12
	}
	return 6.8
}

// fitted shortens a text to a width, with … at the end.
func fitted(s string, width float64) string {
	if widthOf(s) <= width {
		return s
	}
	var out strings.Builder
	w := 10.0
	for _, r := range s {
		if w += runeWidth(r); w > width {
			break
		}
		out.WriteRune(r)
	}
	return out.String() + "…"
}
