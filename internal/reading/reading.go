// Package reading implements deep reading: overview, mind map, translation, notes and reading
// position of a file. All data belongs to the owner of the file and is deleted with the file; other
// people can read only what the owner shares, until the share is revoked or the file is deleted.
package reading

import (
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Document is a file of the library.
type Document struct {
	ID, Name string
	DocType  string // the extension of its format
	Version  string // changes when the bytes of the file or its parsed structure change
	Units    int
	UnitKind parsed.UnitKind
	Summary  parsed.Summary

	Status   Status
	Progress float64   // progress while Waiting, 0 to 1
	Failure  errs.Code // error code of an Unreadable file
}

// Status states whether a file can be read.
type Status string

// Values of Status.
const (
	Readable   Status = "ready"   // its text is available
	Waiting    Status = "waiting" // it is still being parsed
	Unreadable Status = "failed"  // it could not be parsed; Failure has the reason
	Textless   Status = "stored"  // a picture, audio or video
)

// Offline is the engine name of overviews made without a model.
const Offline = llm.OfflineID

// Point is a statement of the file: a sentence of the file itself, or a model's sentence with a
// supporting quote.
type Point struct {
	Text  string `json:"text"`
	Unit  int    `json:"unit" doc:"page, slide, sheet or section, from 1"`
	Quote string `json:"quote" doc:"what the file itself says there, as it stands"`
}

// Node is an entry of an outline or a mind map.
type Node struct {
	Text     string `json:"text"`
	Unit     int    `json:"unit" doc:"0: of the whole"`
	Children []Node `json:"children,omitempty"`
}

// Keyword is a keyword of the file; the most important keyword has weight 1.
type Keyword = summary.Keyword

// Overview is the overview of a file.
type Overview struct {
	Engine    string    `json:"engine" doc:"offline, or the id of the model that wrote it"`
	Summary   []Point   `json:"summary"`
	KeyPoints []Point   `json:"keyPoints"`
	Outline   []Node    `json:"outline"`
	Keywords  []Keyword `json:"keywords"`
	MindMap   Node      `json:"mindMap"`
	Partial   bool      `json:"partial" doc:"the file is longer than was looked at"`
}

// State is the state of an overview; a translation uses the same values.
type State string

// Values of State.
const (
	Ready   State = "ready"   // no work is queued or running, and the last work did not fail
	Queued  State = "queued"  // waiting for a model
	Running State = "running" // a model is at work
	Failed  State = "failed"  // the model's work failed
)

// Limits of an overview.
const (
	summaryLength  = 8       // sentences
	pointsLength   = 10      // key points
	keywordsLength = 20      // words
	maxOutline     = 500     // entries of an outline or a mind map
	maxRead        = 2 << 20 // characters used from a file for an overview, a glossary or a whole translation
	maxOverview    = 1 << 20 // bytes of the JSON of an overview
)

// offlineOverview returns an overview made without a model.
func offlineOverview(d Document, units []parsed.Unit, partial bool) Overview {
	content := summary.Of(units)
	return Overview{
		Engine:    Offline,
		Summary:   quoted(content.Summary(summaryLength)),
		KeyPoints: quoted(content.KeyPoints(pointsLength)),
		Outline:   nonNil(nodes(outline.Outline(d.Summary, units), new(int))),
		Keywords:  nonNil(summary.Keywords(units, keywordsLength)),
		MindMap:   mindMap(d, content),
		Partial:   partial,
	}
}

func mindMap(d Document, content *summary.Content) Node {
	root := node(content.MindMap(d.Summary))
	if root.Text == "" {
		root.Text = bareName(d.Name)
	}
	return root
}

// quoted converts sentences of the file to points. The quote of each point is its
// whole sentence.
func quoted(in []summary.Sentence) []Point {
	out := make([]Point, len(in))
	for i, s := range in {
		out[i] = Point{Text: oneLine(s.Text), Unit: s.Unit, Quote: s.Text}
	}
	return out
}

// nodes copies the first maxOutline headings of a tree. `count` counts the headings.
func nodes(in []outline.Node, count *int) []Node {
	var out []Node
	for _, n := range in {
		if *count++; *count > maxOutline {
			break
		}
		out = append(out, Node{Text: oneLine(n.Text), Unit: n.Unit, Children: nodes(n.Children, count)})
	}
	return out
}

func node(n outline.Node) Node { return nodes([]outline.Node{n}, new(int))[0] }

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// fromJSON decodes what toJSON encoded.
func fromJSON[T any](text string) (v T, err error) {
	err = json.Unmarshal([]byte(text), &v)
	return v, err
}

func toJSON(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}
