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

// Bounds of diagrams.
const (
	maxBars   = 40
	maxSlices = 12 // further values are shown as one
	maxLabel  = 24 // characters
)

// point is one value of a diagram.
type point struct {
	label string
	value *big.Rat
}

// draw writes a Mermaid diagram; it is empty for fewer than two values. A pie with a
// negative value becomes bars. Values are scaled like their column, and the axis names
// the scale.
func draw(kind chart, title, rest string, f format, points []point) string {
	if kind == pie {
		for _, p := range points {
			if p.value.Sign() < 0 {
				kind = bar
			}
		}
	}
	if kind == noChart || len(points) < 2 {
		return ""
	}
	var b strings.Builder
	if kind == pie {
		if len(points) > maxSlices {
			sum := new(big.Rat)
			for _, p := range points[maxSlices:] {
				sum.Add(sum, p.value)
			}
			points = append(points[:maxSlices:maxSlices], point{rest, sum})
		}
		b.WriteString("pie showData\n    title " + label(title) + "\n")
		for _, p := range points {
			if p.value.Sign() > 0 {
				b.WriteString("    " + quoted(p.label) + " : " + figure(f.scaled(p.value)) + "\n")
			}
		}
		return b.String()
	}
	points = points[:min(len(points), maxBars)]
	labels, values := make([]string, len(points)), make([]string, len(points))
	for i, p := range points {
		labels[i], values[i] = quoted(p.label), figure(f.scaled(p.value))
	}
	b.WriteString("xychart-beta\n    title " + quoted(title) + "\n    x-axis [" + strings.Join(labels, ", ") + "]\n    y-axis " + axis(f) + "\n    " + string(kind) + " [" + strings.Join(values, ", ") + "]\n")
	return b.String()
}

// figure is a value in the notation of diagrams: a decimal without separators.
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

// label makes a text safe inside a diagram: it is on one line, without characters that
// end a label or begin markup, a comment or a directive.
func label(s string) string {
	s = text.Cut(text.OneLine(s), maxLabel)
	s = strings.NewReplacer(`"`, "'", "`", "'", "<", "‹", ">", "›", "%%", "%", "{", "(", "}", ")", "[", "(", "]", ")", ";", ",", "#", "＃", "\\", "/", "&", "＆").Replace(s)
	if s == "" {
		return "–"
	}
	return s
}
