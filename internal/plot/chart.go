// Package plot defines charts: their content, their table, and their drawing without a browser.
// Charts are drawn as SVG, or as shapes on the Canvas of another package, for example as pixels.
package plot

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kind is a kind of chart.
type Kind string

// Values of Kind.
const (
	Bar     Kind = "bar"
	Stacked Kind = "stacked" // bars with several series on top of each other
	Line    Kind = "line"
	Area    Kind = "area"
	Pie     Kind = "pie"
	Scatter Kind = "scatter"
)

// Kinds are all values of Kind, in the order of their description for models.
var Kinds = []Kind{Bar, Stacked, Line, Area, Pie, Scatter}

// Limits of a chart. The card of a chart within these limits fits into a message.
const (
	MaxSeries = 8
	MaxLabels = 200
	MaxPoints = 800 // of all series together
	MaxSlices = 24  // per pie
	MaxTitle  = 80  // characters of the title. The function cut also allows only 3 bytes per allowed character
	MaxName   = 32  // characters of a label or a name
	maxUnit   = 12  // characters of a unit
	maxValue  = 1e15
)

// Chart is the content of a chart. A null value is a gap.
type Chart struct {
	Kind   Kind     `json:"kind"`
	Title  string   `json:"title,omitempty"`
	Labels []string `json:"labels,omitempty"` // labels of the points of every series; a scatter chart has no labels
	Series []Series `json:"series"`
	X      string   `json:"x,omitempty"`    // title of the horizontal axis
	Y      string   `json:"y,omitempty"`    // title of the vertical axis
	Unit   string   `json:"unit,omitempty"` // unit of the values, such as 万元 or %
}

// Series is one series of values. A series of a scatter chart also has X values.
type Series struct {
	Name   string     `json:"name"`
	Values []*float64 `json:"values"`
	X      []*float64 `json:"x,omitempty"`
}

// Parse decodes the arguments of a call. Its error explains to the model what to correct.
func Parse(input []byte) (Chart, error) {
	var c Chart
	if err := json.Unmarshal(input, &c); err != nil {
		return Chart{}, errors.New("the chart is not of the right form: values and x must be lists of numbers or null, labels a list of texts")
	}
	return c.Checked()
}

// Checked validates the chart and cuts its texts to the limits. Its error explains to the model
// what to correct.
func (c Chart) Checked() (Chart, error) {
	c.Title, c.X, c.Y, c.Unit = cut(c.Title, MaxTitle), cut(c.X, MaxName), cut(c.Y, MaxName), cut(c.Unit, maxUnit)
	switch {
	case !slices.Contains(Kinds, c.Kind):
		return Chart{}, fmt.Errorf("kind must be one of %v", Kinds)
	case len(c.Series) == 0 || len(c.Series) > MaxSeries:
		return Chart{}, fmt.Errorf("a chart has 1 to %d series", MaxSeries)
	case c.Kind == Pie && len(c.Series) > 1:
		return Chart{}, errors.New("a pie has one series; use stacked for several")
	}
	if c.Kind == Scatter {
		c.Labels = nil
	}
	if n := len(c.Labels); c.Kind != Scatter && (n == 0 || n > MaxLabels) {
		return Chart{}, fmt.Errorf("labels must have 1 to %d texts, one for each value of a series", MaxLabels)
	}
	if c.Kind == Pie && len(c.Labels) > MaxSlices {
		return Chart{}, fmt.Errorf("a pie has at most %d slices; join the small ones", MaxSlices)
	}
	labels := make([]string, len(c.Labels))
	for i, l := range c.Labels {
		labels[i] = cut(l, MaxName)
	}
	c.Labels = labels
	points := 0
	series := make([]Series, len(c.Series))
	for i, s := range c.Series {
		var err error
		if series[i], err = c.series(s, i); err != nil {
			return Chart{}, err
		}
		points += len(s.Values)
	}
	c.Series = series
	if points > MaxPoints {
		return Chart{}, fmt.Errorf("a chart has at most %d values, this one has %d; sum up or leave out", MaxPoints, points)
	}
	return c, c.drawable()
}

// series validates one series and cuts its name. If the chart has several series, a series without a
// name gets its number as the name.
func (c Chart) series(s Series, i int) (Series, error) {
	s.Name = cut(s.Name, MaxName)
	if s.Name == "" && len(c.Series) > 1 {
		s.Name = strconv.Itoa(i + 1)
	}
	if c.Kind != Scatter {
		s.X = nil
		if len(s.Values) != len(c.Labels) {
			return s, fmt.Errorf("series %d has %d values for %d labels; write null for what is missing", i+1, len(s.Values), len(c.Labels))
		}
	} else if len(s.X) != len(s.Values) {
		return s, fmt.Errorf("series %d has %d x for %d values", i+1, len(s.X), len(s.Values))
	}
	for _, v := range slices.Concat(s.Values, s.X) {
		if v != nil && (math.IsNaN(*v) || math.Abs(*v) > maxValue) {
			return s, fmt.Errorf("series %d has a value beyond ±1e15; use a larger unit", i+1)
		}
	}
	return s, nil
}

// drawable returns an error for values that cannot be drawn in this kind of chart.
func (c Chart) drawable() error {
	filled, negative, sum := 0, false, 0.0
	for _, s := range c.Series {
		for i, v := range s.Values {
			if v == nil || c.Kind == Scatter && s.X[i] == nil {
				continue
			}
			filled++
			negative = negative || *v < 0
			sum += *v
		}
	}
	switch {
	case filled == 0:
		return errors.New("the chart has no values")
	case c.Kind == Pie && (negative || sum == 0):
		return errors.New("a pie shows shares of a whole: its values must not be negative, and not all 0; use bar")
	case c.Kind == Stacked && negative:
		return errors.New("stacked bars must not be negative; use bar")
	}
	return nil
}

// cut returns a text as one line of at most n characters and 3n bytes. So n Han characters fit, but
// fewer emoji.
func cut(s string, n int) string {
	s = text.Cut(text.OneLine(s), n)
	for len(s) > 3*n {
		_, last := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-last]
	}
	return s
}

// Table returns the chart as a Markdown table, for exports, old clients, and the model's next
// step. If a row would make the table longer than limit-200 bytes, this row and all later rows are
// left out, and the table ends with their number. The head of the table is never cut.
func (c Chart) Table(limit int) string {
	head, rows := c.rows()
	var b strings.Builder
	line(&b, head)
	b.WriteString("|" + strings.Repeat(" --- |", len(head)) + "\n")
	for i, r := range rows {
		at := b.Len()
		line(&b, r)
		if b.Len() > limit-200 {
			return b.String()[:at] + fmt.Sprintf("\n… +%d", len(rows)-i)
		}
	}
	return b.String()
}

// rows returns the values as table rows, with a header.
func (c Chart) rows() (head []string, rows [][]string) {
	if c.Kind == Scatter {
		head = []string{"", orElse(c.X, "x"), orElse(c.Y, "y")}
		for _, s := range c.Series {
			for i := range s.Values {
				rows = append(rows, []string{s.Name, number(s.X[i]), number(s.Values[i])})
			}
		}
		return head, rows
	}
	head = []string{c.X}
	for _, s := range c.Series {
		name := orElse(s.Name, c.Y)
		if c.Unit != "" {
			name = strings.TrimSpace(name + " (" + c.Unit + ")")
		}
		head = append(head, name)
	}
	for i, l := range c.Labels {
		r := []string{l}
		for _, s := range c.Series {
			r = append(r, number(s.Values[i]))
		}
		rows = append(rows, r)
	}
	return head, rows
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func line(b *strings.Builder, cells []string) {
	b.WriteString("|")
	for _, c := range cells {
		b.WriteString(" " + escape.Replace(c) + " |")
	}
	b.WriteString("\n")
}

// escape escapes a text for a Markdown table.
var escape = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", `\<`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "$", `\$`, "~", `\~`)

func number(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}
