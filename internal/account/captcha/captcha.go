// Package captcha draws puzzles that are easier for people than for bots: a piece to slide into
// its hole, and signs to tap in a given order. The background is drawn anew for each puzzle.
package captcha

import (
	"cmp"
	"fmt"
	"image"
	"maps"
	"slices"
	"sync"

	"github.com/wenlng/go-captcha/v2/base/option"
	"github.com/wenlng/go-captcha/v2/click"
	"github.com/wenlng/go-captcha/v2/slide"
)

// Kind is a kind of puzzle.
type Kind string

// The kinds.
const (
	Slide Kind = "slide" // move the piece to the right, into its hole
	Click Kind = "click" // tap the signs in the order of the small picture
)

// Kinds lists all kinds.
var Kinds = []Kind{Slide, Click}

// The size of the picture, in pixels.
const (
	Width  = 300
	Height = 220
)

// The largest accepted distance from the solution, in pixels of the picture.
const (
	slideNear = 3
	clickNear = 4
)

// Puzzle is the part of a puzzle that is shown to a person.
type Puzzle struct {
	Kind  Kind
	Image []byte // JPEG, Width by Height
	Piece []byte // PNG: the piece of Slide, or the signs of Click in order

	// Slide: the first position and the size of the piece. Click: the size of the small picture.
	PieceX, PieceY, PieceWidth, PieceHeight int
}

// Tap is a chosen point of the picture.
type Tap struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Answer is the solution of a puzzle. It stays on the server.
type Answer struct {
	Kind  Kind   `json:"kind"`
	From  int    `json:"from"` // first position of the piece of Slide
	Areas []area `json:"areas"`
}

type area struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// Right checks a solution: for Slide one point, the final position of the piece's left
// edge; for Click one point for each sign of the small picture, in order.
func (a Answer) Right(points []Tap) bool {
	if len(points) != len(a.Areas) || len(points) == 0 {
		return false
	}
	for i, p := range points {
		at := a.Areas[i]
		if p.X < at.X || p.X > at.X+at.W || a.Kind == Click && (p.Y < at.Y || p.Y > at.Y+at.H) {
			return false
		}
	}
	return true
}

// Maker draws puzzles. It is safe for concurrent use.
type Maker struct {
	pieces func() []*slide.GraphImage
	signs  func() map[string]image.Image
}

// NewMaker makes a Maker. The common parts of a kind of puzzle are drawn with the first puzzle of
// that kind, because many servers need no puzzle.
func NewMaker() *Maker {
	return &Maker{pieces: sync.OnceValue(pieces), signs: sync.OnceValue(signs)}
}

// Make draws a puzzle of a kind.
func (m *Maker) Make(k Kind) (Puzzle, Answer, error) {
	switch k {
	case Slide:
		return m.slide()
	case Click:
		return m.click()
	}
	return Puzzle{}, Answer{}, fmt.Errorf("captcha: there is no kind %q", k)
}

func (m *Maker) slide() (Puzzle, Answer, error) {
	b := slide.NewBuilder(
		slide.WithImageSize(option.Size{Width: Width, Height: Height}),
		slide.WithRangeGraphSize(option.RangeVal{Min: 58, Max: 66}),
		slide.WithEnableGraphVerticalRandom(false),
		slide.WithGenGraphNumber(1),
	)
	b.SetResources(slide.WithBackgrounds([]image.Image{background()}), slide.WithGraphImages(m.pieces()))
	made, err := b.Make().Generate()
	if err != nil {
		return Puzzle{}, Answer{}, err
	}
	at := made.GetData()
	if at.DX+at.Width > at.X || at.X+at.Width > Width { // the piece overlaps its hole from the start, or cannot reach it: draw again
		return m.slide()
	}
	p := Puzzle{Kind: Slide, PieceX: at.DX, PieceY: at.DY, PieceWidth: at.Width, PieceHeight: at.Height}
	if p.Image, err = made.GetMasterImage().ToBytesWithQuality(80); err != nil {
		return Puzzle{}, Answer{}, err
	}
	if p.Piece, err = made.GetTileImage().ToBytes(); err != nil {
		return Puzzle{}, Answer{}, err
	}
	return p, Answer{Kind: Slide, From: at.DX, Areas: []area{{X: at.X - slideNear, Y: at.Y, W: 2 * slideNear}}}, nil
}

func (m *Maker) click() (Puzzle, Answer, error) {
	b := click.NewBuilder(
		click.WithImageSize(option.Size{Width: Width, Height: Height}),
		click.WithRangeLen(option.RangeVal{Min: 5, Max: 6}),
		click.WithRangeVerifyLen(option.RangeVal{Min: 3, Max: 3}),
		click.WithRangeSize(option.RangeVal{Min: 36, Max: 46}),
		click.WithRangeThumbSize(option.RangeVal{Min: 26, Max: 30}),
		click.WithRangeAnglePos([]option.RangeVal{{Min: 0, Max: 35}, {Min: 325, Max: 359}}),
		click.WithRangeColors(inks),
		click.WithRangeThumbColors(inks),
	)
	b.SetResources(click.WithShapes(m.signs()), click.WithBackgrounds([]image.Image{background()}), click.WithThumbBackgrounds([]image.Image{plain()}))
	made, err := b.MakeShape().Generate()
	if err != nil {
		return Puzzle{}, Answer{}, err
	}
	p := Puzzle{Kind: Click}
	if p.Image, err = made.GetMasterImage().ToBytesWithQuality(80); err != nil {
		return Puzzle{}, Answer{}, err
	}
	if p.Piece, err = made.GetThumbImage().ToBytes(); err != nil {
		return Puzzle{}, Answer{}, err
	}
	size := made.GetThumbImage().Get().Bounds()
	p.PieceWidth, p.PieceHeight = size.Dx(), size.Dy()
	a := Answer{Kind: Click}
	dots := slices.SortedFunc(maps.Values(made.GetData()), func(a, b *click.Dot) int { return cmp.Compare(a.Index, b.Index) })
	for _, d := range dots {
		a.Areas = append(a.Areas, area{X: d.X - clickNear, Y: d.Y - clickNear, W: d.Width + 2*clickNear, H: d.Height + 2*clickNear})
	}
	return p, a, nil
}
