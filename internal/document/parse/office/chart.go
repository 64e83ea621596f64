package office

import (
	"context"
	"encoding/xml"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Limits for the charts of a file.
const (
	maxCharts = 200
	maxSeries = 256
	maxTitles = 20
	maxLabel  = 500 // runes of a title, a name, a category or a value
)

// Chart is the content of a chart.
type Chart struct {
	Titles []string // titles of the chart and of its axes; the title of a category axis may be in the tables
	Names  []string // names of the series
	Own    bool     // the values of the chart are also in cells of the same file
	tables [][][]string
}

// Blocks returns the titles of the chart as a caption, and its values as tables with a row for
// each category and a column for each series (two for a series of bubbles with sizes).
func (c *Chart) Blocks() []parsed.Block {
	if c == nil {
		return nil
	}
	var out []parsed.Block
	if len(c.Titles) > 0 {
		out = append(out, parsed.Block{Kind: parsed.Caption, Text: strings.Join(c.Titles, "\n")})
	}
	for _, rows := range c.tables {
		out = append(out, parsed.Block{Kind: parsed.Table, Rows: rows})
	}
	return out
}

// Chart reads the chart of a part. It returns nil when there is no such part, when the part was
// read before, or when the file has too many charts.
func (o *Package) Chart(ctx context.Context, part string) *Chart {
	if part == "" || o.charts[part] || len(o.charts) >= maxCharts {
		return nil
	}
	if o.charts == nil {
		o.charts = map[string]bool{}
	}
	o.charts[part] = true
	r, err := o.Open(part)
	if err != nil {
		return nil
	}
	defer r.Close()
	c := &chartReader{left: parse.MaxTableCells - o.chartCells, data: map[string]*chartSeries{}}
	_ = archive.DecodeXML(ctx, r, func(t xml.Token) error { c.token(t); return nil }) // a damaged chart is used as far as it can be read
	out := c.chart()
	for _, rows := range out.tables {
		for _, row := range rows {
			o.chartCells += len(row)
		}
	}
	return out
}

// chartSeries is a series. The labels, values and sizes are stored by the number of the point.
type chartSeries struct {
	name           string
	labels, values map[int]string
	sizes          map[int]string // sizes of the bubbles of a bubble chart
	own            bool
}

// chartReader is the state of reading a chart.
type chartReader struct {
	path   []string
	left   int // number of points that may still be stored
	from4  bool
	titles []string
	axis   string // title of the category axis
	series []*chartSeries
	data   map[string]*chartSeries // data of newer charts, which is stored separately from the series

	cur     *chartSeries
	into    *map[int]string
	in      string // the part of a series that is being read
	at      int    // number of the current point
	level   int    // number of the current level, if the categories have several levels; 1 is the innermost
	outer   map[int]string
	format  string
	text    strings.Builder
	reading bool
	title   strings.Builder
	numbers *Numbers
}

func (c *chartReader) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		c.path = append(c.path, t.Name.Local)
		c.start(t)
	case xml.EndElement:
		if n := len(c.path); n > 0 {
			c.end(t.Name.Local)
			c.path = c.path[:n-1]
		}
	case xml.CharData:
		if c.reading && c.text.Len() < 4*maxLabel {
			c.text.Write(t)
		}
	}
}

// above returns the element n levels above the current element.
func (c *chartReader) above(n int) string {
	if i := len(c.path) - 1 - n; i >= 0 {
		return c.path[i]
	}
	return ""
}

// parts are the elements of a series that contain its name, categories, values and sizes.
var parts = map[string]bool{"tx": true, "cat": true, "xVal": true, "val": true, "yVal": true, "bubbleSize": true}

func (c *chartReader) start(t xml.StartElement) {
	switch name := t.Name.Local; name {
	case "date1904":
		c.from4 = archive.Attr(t, "val") != "0" && archive.Attr(t, "val") != "false"
	case "title":
		c.title.Reset()
	case "ser", "series":
		c.cur = &chartSeries{own: true}
		if len(c.series) < maxSeries {
			c.series = append(c.series, c.cur)
		}
	case "data":
		c.cur = &chartSeries{}
		if id := archive.Attr(t, "id"); len(c.data) < maxSeries {
			c.data[id] = c.cur
		}
	case "dataId":
		if d := c.data[archive.Attr(t, "val")]; d != nil && c.cur != nil && c.above(1) == "series" {
			c.cur.labels, c.cur.values, c.cur.own = d.labels, d.values, d.own
		}
	case "strDim":
		c.part("cat")
	case "numDim":
		c.part("val")
	case "lvl":
		if c.level++; c.level > 1 {
			c.outer = map[int]string{}
		}
		if f := archive.Attr(t, "formatCode"); f != "" {
			c.format = f
		}
	case "pt":
		c.at = parse.Atoi(archive.Attr(t, "idx"))
		c.begin()
	case "t", "v", "f", "formatCode":
		c.begin()
	default:
		if parts[name] && c.above(1) == "ser" {
			c.part(name)
		} else if name == "tx" && c.above(1) == "series" {
			c.part(name)
		}
	}
}

// part begins an element of a series or of separately stored data.
func (c *chartReader) part(name string) {
	c.in, c.level, c.outer, c.format = name, 0, nil, ""
	if c.cur == nil {
		return
	}
	switch name {
	case "cat", "xVal":
		c.into = &c.cur.labels
	case "val", "yVal":
		c.into = &c.cur.values
	case "bubbleSize":
		c.into = &c.cur.sizes
	default:
		c.into = nil
	}
}

func (c *chartReader) begin() { c.text.Reset(); c.reading = true }

func (c *chartReader) end(name string) {
	text := c.text.String()
	switch name {
	case "t", "v":
		c.reading = false
		switch {
		case slices.Contains(c.path, "title"):
			c.title.WriteString(text)
		case c.cur == nil:
		case c.in == "tx":
			c.cur.name = label(c.cur.name + " " + text)
		case name == "v" && c.above(1) == "pt":
			c.point(text)
		}
	case "p":
		if slices.Contains(c.path, "title") {
			c.title.WriteByte(' ')
		}
	case "title":
		c.endTitle()
	case "pt":
		if c.reading { // a newer chart stores the text in the element itself
			c.point(text)
		}
		c.reading = false
	case "f":
		c.reading = false
		if c.cur != nil && (strings.Contains(text, "[") || strings.TrimSpace(text) == "") {
			c.cur.own = false
		}
	case "formatCode":
		c.reading = false
		c.format = text
	case "lvl":
		c.spread()
	case "strDim", "numDim":
		c.in, c.into = "", nil
	case "ser", "series", "data":
		c.cur, c.in, c.into = nil, "", nil
	default:
		if name == c.in {
			c.in, c.into = "", nil
		}
	}
}

func (c *chartReader) endTitle() {
	s := label(c.title.String())
	c.title.Reset()
	if s == "" {
		return
	}
	switch c.above(1) {
	case "catAx", "dateAx", "serAx":
		if c.axis == "" {
			c.axis = s
		}
	default:
		if len(c.titles) < maxTitles && !slices.Contains(c.titles, s) {
			c.titles = append(c.titles, s)
		}
	}
}

// point stores a point of the current part.
func (c *chartReader) point(text string) {
	if c.into == nil || c.left <= 0 || c.at < 0 {
		return
	}
	if c.outer != nil {
		c.outer[c.at] = label(text)
		c.left--
		return
	}
	if *c.into == nil {
		*c.into = map[int]string{}
	}
	if _, twice := (*c.into)[c.at]; twice {
		return
	}
	c.left--
	if v, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && (c.format != "" || c.in != "cat" && c.in != "xVal") {
		if c.numbers == nil {
			c.numbers = NewNumbers(c.from4)
		}
		text = c.numbers.Show(v, c.format, 0)
	}
	(*c.into)[c.at] = label(text)
}

// spread puts each outer category before its inner categories. A file stores an outer category only at
// the first of its inner categories.
func (c *chartReader) spread() {
	if c.outer == nil || c.into == nil || *c.into == nil {
		return
	}
	last := ""
	for _, at := range slices.Sorted(maps.Keys(*c.into)) {
		if s := c.outer[at]; s != "" {
			last = s
		}
		(*c.into)[at] = label(last + " " + (*c.into)[at])
	}
	c.outer = nil
}

func label(s string) string { return parse.Cut(parse.OneLine(s), maxLabel) }

// chart returns the chart with its tables. Consecutive series with the same categories share a
// table, and a series without categories belongs to the table of the series before it.
func (c *chartReader) chart() *Chart {
	out := &Chart{Titles: c.titles, Own: len(c.series) > 0}
	for i := 0; i < len(c.series); {
		first, to := c.series[i], i+1
		for to < len(c.series) && (len(c.series[to].labels) == 0 || maps.Equal(c.series[to].labels, first.labels)) {
			to++
		}
		if rows := table(c.axis, c.series[i:to]); len(rows) > 1 {
			out.tables = append(out.tables, rows)
		}
		i = to
	}
	for _, s := range c.series {
		out.Own = out.Own && s.own
		if s.name != "" {
			out.Names = append(out.Names, s.name)
		}
	}
	return out
}

// table returns one table for the series in `all`. The categories of the first series are used for all
// series. `axis` is the title of the category axis.
func table(axis string, all []*chartSeries) [][]string {
	labels := all[0].labels
	points := map[int]bool{}
	head := []string{axis}
	for _, s := range all {
		for at := range s.values {
			points[at] = true
		}
		head = append(head, s.name)
		if len(s.sizes) > 0 {
			head = append(head, s.name)
		}
	}
	for at := range labels {
		points[at] = true
	}
	rows := [][]string{head}
	for _, at := range slices.Sorted(maps.Keys(points)) {
		if len(rows)*len(head) > parse.MaxTableCells {
			break
		}
		row := []string{labels[at]}
		for _, s := range all {
			row = append(row, s.values[at])
			if len(s.sizes) > 0 {
				row = append(row, s.sizes[at])
			}
		}
		rows = append(rows, row)
	}
	return rows
}
