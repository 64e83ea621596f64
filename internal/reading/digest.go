package reading

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of the work on one file.
const (
	partTokens    = 3000 // usual size of a part, in tokens; smaller if the model's context is small
	mostParts     = 60   // maximum number of parts; parts of a long file are larger, up to the model's context; the rest is not read
	pointsOfPart  = 8
	mostPoints    = 48 // maximum number of points in one request to a model; `thin` first reduces a longer list
	thinned       = 12 // maximum number of points that `thin` keeps of each group of mostPoints points
	pointText     = 200
	pointQuote    = 300
	promptReserve = 800 // tokens of a request besides the part
)

// digest lets a model read a file in parts, select points with quotes from each part, and write the
// overview from the points.
type digest struct {
	s        *Service
	model    llm.Choice
	document Document
	units    []parsed.Unit
	plan     func(calls int)
	step     func() // called after each step of the work except for the last

	wrote int // number of used results of the model (points of a part, the summary, the mind map); if 0, `overview` fails
}

func (g *digest) overview(ctx context.Context) (Overview, error) {
	parts, partial := g.parts()
	g.plan(len(parts) + len(parts)*pointsOfPart/mostPoints + 2)
	var points []Point
	for _, p := range parts {
		found, err := g.read(ctx, p)
		if err != nil {
			return Overview{}, err
		}
		points = append(points, found...)
		g.step()
	}
	points, err := g.thin(ctx, points)
	if err != nil {
		return Overview{}, err
	}
	if len(points) == 0 {
		return Overview{}, llm.ErrShape
	}
	o := offlineOverview(g.document, g.units, partial)
	if o.Summary, o.KeyPoints, err = g.summarise(ctx, points, o); err != nil {
		return Overview{}, err
	}
	g.step()
	if o.MindMap, err = g.draw(ctx, points, o); err != nil {
		return Overview{}, err
	}
	if g.wrote == 0 {
		return Overview{}, llm.ErrShape
	}
	o.Engine = g.model.Info.ID
	return o, nil
}

// part is what a model reads in one call: units, or pieces of long units.
type part struct {
	units []parsed.Unit
	text  string
}

// parts splits the file into at most mostParts parts. If the file has more text than fits into the
// parts, `partial` is true and the rest is left out.
func (g *digest) parts() (out []part, partial bool) {
	total := 0
	for _, u := range g.units {
		total += llm.Estimate(u.Text())
	}
	most := max(llm.Budget(g.model.Info.Context)-promptReserve, promptReserve)
	size := min(max(partTokens, total/mostParts+1), most)
	out = g.split(size)
	for len(out) > mostParts && size < most { // nearly all parts are shorter than `size`, because they end with a unit
		size = min(size+size/8, most)
		out = g.split(size)
	}
	if len(out) > mostParts {
		return out[:mostParts], true
	}
	return out, false
}

// split splits the file between units into parts of at most about `size` tokens. A unit that is too long
// for a part is split further, see pieces.
func (g *digest) split(size int) (out []part) {
	var now part
	tokens := 0
	end := func() {
		if len(now.units) > 0 {
			out = append(out, now)
		}
		now, tokens = part{}, 0
	}
	for _, u := range g.units {
		for _, piece := range pieces(u, size) {
			n := llm.Estimate(piece.Text())
			if tokens > 0 && tokens+n > size {
				end()
			}
			tokens += n
			now.units = append(now.units, piece)
			now.text += fmt.Sprintf("[[%d]]\n%s\n\n", u.Number, piece.Text())
		}
	}
	end()
	return out
}

// pieces returns a unit of at most `size` tokens unchanged. It splits a longer unit between its blocks; a
// block of more than `size` characters is cut.
func pieces(u parsed.Unit, size int) []parsed.Unit {
	if llm.Estimate(u.Text()) <= size {
		return []parsed.Unit{u}
	}
	var out []parsed.Unit
	now := parsed.Unit{Number: u.Number, Kind: u.Kind, Name: u.Name}
	tokens := 0
	add := func(b parsed.Block) {
		n := llm.Estimate(b.Text)
		if tokens > 0 && tokens+n > size {
			out = append(out, now)
			now.Blocks, tokens = nil, 0
		}
		now.Blocks = append(now.Blocks, b)
		tokens += n
	}
	for _, b := range u.Blocks {
		for b.Text != "" {
			piece := b
			piece.Rows = nil
			piece.Text = text.Cut(b.Text, size) // a text of `size` characters has at most `size` tokens
			b.Text = b.Text[len(piece.Text):]
			add(piece)
		}
	}
	return append(out, now)
}

// noted is a model's JSON response with the points of one part.
type noted struct {
	Points []struct {
		Text  string `json:"text"`
		Unit  int    `json:"unit"`
		Quote string `json:"quote"`
	} `json:"points"`
}

// read returns the points of a part. If the model's output is invalid or has no valid point, the most
// important sentences of the part are used instead.
func (g *digest) read(ctx context.Context, p part) ([]Point, error) {
	got, err := ask(ctx, g.model, []llm.Message{
		{Role: llm.System, Content: promptReader},
		{Role: llm.User, Content: fmt.Sprintf(promptPart, pointsOfPart, p.text)},
	}, func(n noted) bool { return len(n.Points) > 0 })
	if err != nil && !errors.Is(err, llm.ErrShape) {
		return nil, err
	}
	var out []Point
	for _, n := range got.Points[:min(len(got.Points), pointsOfPart)] {
		if point, ok := g.checked(p, Point{Text: n.Text, Unit: n.Unit, Quote: n.Quote}); ok {
			out = append(out, point)
		}
	}
	if len(out) > 0 {
		g.wrote++
		return out, nil
	}
	return quoted(summary.KeyPoints(p.units, pointsOfPart/2)), nil
}

// checked shortens the text of a point, masks it by the content rules, and sets the point's unit to
// the unit with the quote. It returns false if the text is empty or withheld, or if the quote is too
// short, too long, or not in the part.
func (g *digest) checked(p part, point Point) (Point, bool) {
	point.Text, point.Quote = text.Cut(oneLine(point.Text), pointText), strings.TrimSpace(point.Quote)
	if utf8.RuneCountInString(point.Quote) < minQuote || utf8.RuneCountInString(point.Quote) > pointQuote {
		return point, false
	}
	shown, withheld := g.s.Rules("", point.Text)
	if withheld || shown == "" {
		return point, false
	}
	point.Text = shown
	at := 0
	for _, u := range p.units {
		if cite.Quoted(u.Text(), point.Quote) && (at == 0 || u.Number == point.Unit) {
			at = u.Number
		}
	}
	point.Unit = at
	return point, at > 0
}

// minQuote is the minimum length of a quote, in characters. A shorter quote does not support a statement.
const minQuote = 4

// thin lets the model select points, group by group, until at most mostPoints remain.
func (g *digest) thin(ctx context.Context, points []Point) ([]Point, error) {
	for len(points) > mostPoints {
		var kept []Point
		for from := 0; from < len(points); from += mostPoints {
			some := points[from:min(from+mostPoints, len(points))]
			if len(some) <= thinned {
				kept = append(kept, some...)
				continue
			}
			got, err := ask(ctx, g.model, []llm.Message{
				{Role: llm.System, Content: promptReader},
				{Role: llm.User, Content: fmt.Sprintf(promptThin, thinned, numbered(some))},
			}, func(c chosen) bool { return len(c.in(some)) > 0 })
			if err != nil && !errors.Is(err, llm.ErrShape) {
				return nil, err
			}
			best := got.in(some)
			if len(best) == 0 { // the model selected nothing: keep points at regular intervals
				for i := 0; i < len(some); i += len(some)/thinned + 1 {
					best = append(best, some[i])
				}
			}
			kept = append(kept, best[:min(len(best), thinned)]...)
			g.step()
		}
		points = kept
	}
	return points, nil
}

// numbered returns a list of points for a model, with numbers from 1.
func numbered(points []Point) string {
	var b strings.Builder
	for i, p := range points {
		fmt.Fprintf(&b, "%d. %s\n", i+1, p.Text)
	}
	return b.String()
}

// chosen contains the numbers of selected points.
type chosen struct {
	Keep []int `json:"keep"`
}

// in returns the points with these numbers, each once.
func (c chosen) in(points []Point) []Point { return picked(c.Keep, points) }

func picked(numbers []int, points []Point) []Point {
	var out []Point
	had := map[int]bool{}
	for _, n := range numbers {
		if n >= 1 && n <= len(points) && !had[n] {
			had[n] = true
			out = append(out, points[n-1])
		}
	}
	return out
}

// written is a model's JSON response with the summary.
type written struct {
	Summary []struct {
		Text string `json:"text"`
		From []int  `json:"from"`
	} `json:"summary"`
	KeyPoints []int `json:"keyPoints"`
}

// summarise lets the model write the summary and select the key points. Each sentence gets the
// quote of the first point in `From`. If the model returns no usable summary, summarise returns the
// summary of `without`, the overview made without a model. In this case, or if the model selects no key
// points, the first points are the key points.
func (g *digest) summarise(ctx context.Context, points []Point, without Overview) (summary, key []Point, err error) {
	got, err := ask(ctx, g.model, []llm.Message{
		{Role: llm.System, Content: promptReader},
		{Role: llm.User, Content: fmt.Sprintf(promptSummary, oneLine(g.document.Name), summaryLength, pointsLength, numbered(points))},
	}, func(w written) bool { return len(g.sentences(w, points)) > 0 })
	if err != nil && !errors.Is(err, llm.ErrShape) {
		return nil, nil, err
	}
	summary, key = g.sentences(got, points), picked(got.KeyPoints, points)
	if len(summary) == 0 {
		return without.Summary, points[:min(len(points), pointsLength)], nil
	}
	g.wrote++
	if len(key) == 0 {
		key = points
	}
	return summary[:min(len(summary), summaryLength)], key[:min(len(key), pointsLength)], nil
}

func (g *digest) sentences(w written, points []Point) []Point {
	var out []Point
	for _, s := range w.Summary {
		from := picked(s.From, points)
		shown, withheld := g.s.Rules("", text.Cut(oneLine(s.Text), pointText))
		if len(from) == 0 || withheld || shown == "" {
			continue
		}
		out = append(out, Point{Text: shown, Unit: from[0].Unit, Quote: from[0].Quote})
	}
	return out
}

// branch is a mind map branch in a model's JSON response.
type branch struct {
	Text     string   `json:"text"`
	Points   []int    `json:"points"`
	Children []branch `json:"children"`
}

// Limits of a mind map; its root is the first level.
const (
	mapLevels   = 4
	mapBranches = 12
	mapText     = 40
)

// draw lets the model arrange the points as a mind map. With fewer than two usable branches, it
// returns the mind map made without a model.
func (g *digest) draw(ctx context.Context, points []Point, without Overview) (Node, error) {
	got, err := ask(ctx, g.model, []llm.Message{
		{Role: llm.System, Content: promptReader},
		{Role: llm.User, Content: fmt.Sprintf(promptMap, oneLine(g.document.Name), mapLevels, headings(without.Outline), numbered(points))},
	}, func(b branch) bool { return len(g.branches(b.Children, points, 2)) > 1 })
	if err != nil && !errors.Is(err, llm.ErrShape) {
		return Node{}, err
	}
	children := g.branches(got.Children, points, 2)
	if len(children) < 2 {
		return without.MindMap, nil
	}
	g.wrote++
	root := Node{Text: without.MindMap.Text, Children: children}
	if shown, withheld := g.s.Rules("", text.Cut(oneLine(got.Text), mapText)); !withheld && shown != "" {
		root.Text = shown
	}
	return root, nil
}

// branches converts the model's branches to nodes. A branch gets the unit of its first point, or of
// its first child. A branch is left out if it has no points and no children, or if its text is empty
// or withheld by the content rules. Above the lowest level, the points of a branch without children
// become its children. Of each list, only the first mapBranches entries are used.
func (g *digest) branches(in []branch, points []Point, level int) []Node {
	var out []Node
	for _, b := range in[:min(len(in), mapBranches)] {
		shown, withheld := g.s.Rules("", text.Cut(oneLine(b.Text), mapText))
		if withheld || shown == "" {
			continue
		}
		n := Node{Text: shown}
		if level < mapLevels {
			n.Children = g.branches(b.Children, points, level+1)
		}
		own := picked(b.Points, points)
		if level < mapLevels && len(n.Children) == 0 {
			for _, p := range own[:min(len(own), mapBranches)] {
				n.Children = append(n.Children, Node{Text: p.Text, Unit: p.Unit})
			}
		}
		switch {
		case len(own) > 0:
			n.Unit = own[0].Unit
		case len(n.Children) > 0:
			n.Unit = n.Children[0].Unit
		default:
			continue
		}
		out = append(out, n)
	}
	return out
}

// headings lists the upper two levels of an outline for a model: at most 2*mapBranches entries, each
// with at most mapBranches entries below it.
func headings(outline []Node) string {
	var b strings.Builder
	for _, n := range outline[:min(len(outline), mapBranches*2)] {
		b.WriteString(n.Text + "\n")
		for _, c := range n.Children[:min(len(n.Children), mapBranches)] {
			b.WriteString("  " + c.Text + "\n")
		}
	}
	return b.String()
}
