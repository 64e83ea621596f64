package table

import (
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// chart is a kind of diagram.
type chart string

const (
	noChart chart = ""
	bar     chart = "bar"
	line    chart = "line"
	pie     chart = "pie"
)

// Limits for diagrams.
const (
	maxBars   = 40
	maxSlices = 12 // the values beyond this number become one slice
	maxLabel  = 24 // characters of a label
)

// point is one value of a diagram.
type point struct {
	label string
	value *big.Rat
}

// draw returns a Mermaid diagram; empty for noChart or fewer than two values. A pie with a negative
// value becomes bars. Values are in the scale of their column; the axis of bars and lines names the
// scale.
func draw(kind chart, title, rest string, f format, points []point) string {
	if kind == noChart || len(points) < 2 {
		return ""
	}
	kind, points = fitting(kind, rest, points)
	var b strings.Builder
	if kind == pie {
		b.WriteString("pie showData\n    title " + label(title) + "\n")
		for _, p := range points {
			if p.value.Sign() > 0 {
				b.WriteString("    " + quoted(p.label) + " : " + figure(f.scaled(p.value)) + "\n")
			}
		}
		return b.String()
	}
	labels, values := make([]string, len(points)), make([]string, len(points))
	for i, p := range points {
		labels[i], values[i] = quoted(p.label), figure(f.scaled(p.value))
	}
	b.WriteString("xychart-beta\n    title " + quoted(title) + "\n    x-axis [" + strings.Join(labels, ", ") + "]\n    y-axis " + axis(f) + "\n    " + string(kind) + " [" + strings.Join(values, ", ") + "]\n")
	return b.String()
}

// Drawing is a diagram as data, in the form of the page's charts.
type Drawing struct {
	Kind   string   `json:"kind"`
	Title  string   `json:"title,omitempty"`
	Labels []string `json:"labels"`
	Series []Series `json:"series"`
	X      string   `json:"x,omitempty"`    // name of the column whose values are the labels; empty if there is none
	Unit   string   `json:"unit,omitempty"` // unit of the values, with their scale
}

// Series are the values of a diagram.
type Series struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// drawing returns the diagram of draw as data; nil when draw returns an empty text.
func drawing(kind chart, title, by, rest string, f format, points []point) *Drawing {
	if kind == noChart || len(points) < 2 {
		return nil
	}
	kind, points = fitting(kind, rest, points)
	d := &Drawing{Kind: string(kind), Title: text.Cut(text.OneLine(title), 2*maxLabel), X: text.Cut(text.OneLine(by), maxLabel), Unit: f.prefix + f.scale + f.unit, Series: make([]Series, 1)}
	for _, p := range points {
		value, _ := f.scaled(p.value).Float64()
		label := text.Cut(text.OneLine(p.label), maxLabel)
		if label == "" {
			label = "–"
		}
		d.Labels, d.Series[0].Values = append(d.Labels, label), append(d.Series[0].Values, value)
	}
	return d
}

// fitting returns a possible kind of diagram for the points, and the points to show. A pie with a
// negative value becomes bars. If a pie has too many slices, the last slices become one slice. If
// there are too many bars or points of a line, only the first are shown.
func fitting(kind chart, rest string, points []point) (chart, []point) {
	if kind == pie {
		for _, p := range points {
			if p.value.Sign() < 0 {
				kind = bar
			}
		}
	}
	if kind != pie {
		return kind, points[:min(len(points), maxBars)]
	}
	if len(points) > maxSlices {
		sum := new(big.Rat)
		for _, p := range points[maxSlices:] {
			sum.Add(sum, p.value)
		}
		points = append(points[:maxSlices:maxSlices], point{rest, sum})
	}
	return kind, points
}

// figure formats a value for a diagram: a decimal without separators.
func figure(v *big.Rat) string {
	s, _ := decimal(v)
	return s
}

func axis(f format) string {
	if name := f.prefix + f.scale + f.unit; name != "" {
		return quoted(name)
	}
	return `" "`
}

func quoted(s string) string { return `"` + label(s) + `"` }

// label escapes a text for a diagram. The result is one line of at most 24 characters. It has no
// characters that end a label or begin markup, a comment or a directive.
func label(s string) string {
	s = text.Cut(text.OneLine(s), maxLabel)
	s = strings.NewReplacer(`"`, "'", "`", "'", "<", "‹", ">", "›", "%%", "%", "{", "(", "}", ")", "[", "(", "]", ")", ";", ",", "#", "＃", "\\", "/", "&", "＆").Replace(s)
	if s == "" {
		return "–"
	}
	return s
}
