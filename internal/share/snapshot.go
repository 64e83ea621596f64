package share

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"regexp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// plainCards are the kinds of cards that display all their data. The data of other cards
// may contain names of the owner's files. Readers therefore get other cards without data.
var plainCards = map[string]bool{"chart": true, "table": true, "outline": true, mediaCard: true}

// ownerCards are the kinds of cards that concern the sharer only: stored memories, and instructions
// for connecting a model.
var ownerCards = map[string]bool{"memory": true, "connect": true}

// fileCard is the kind of the cards of generated files. The fallback text of such a card is the file's name.
const fileCard = "file"

// snapshot copies the chosen rounds for readers. `left` is the number of rounds withheld by the content rules.
func (s *Service) snapshot(ctx context.Context, w Wanted, chosen []Said) (out Snapshot, left int) {
	copier := copier{Wanted: w, rules: s.Rules(ctx, w.OwnerID, w.TraceID), fileID: s.FileID}
	for _, r := range chosen {
		if r.Hidden {
			left++
			continue
		}
		shown, ok := copier.round(r.Round)
		if !ok {
			left++
			continue
		}
		out.Rounds = append(out.Rounds, shown)
	}
	return out, left
}

// copier copies rounds and removes the parts hidden from readers.
type copier struct {
	Wanted
	rules    func(string) (string, bool)
	fileID   func(url string) string
	withheld bool
}

// round returns a round for readers. It returns false if the rules withhold the round.
func (c *copier) round(r Round) (Round, bool) {
	c.withheld = false
	out := Round{Question: c.text(text.Storable(r.Question)), Model: r.Model, Answer: c.answer(r.Answer), Links: c.links(r.Answer)}
	if c.Files != FilesHidden {
		out.Pictures = c.pictures(r.Answer)
		for _, f := range r.Files {
			f.Name = c.text(text.Storable(f.Name))
			if c.Files != FilesContent {
				f.ID = ""
			}
			out.Files = append(out.Files, f)
		}
	}
	return out, !c.withheld
}

// text applies the content rules to a text.
func (c *copier) text(t string) string {
	if t == "" {
		return t
	}
	shown, withheld := c.rules(t)
	c.withheld = c.withheld || withheld
	return shown
}

func (c *copier) answer(m stream.Message) stream.Message {
	out := stream.Message{Kind: m.Kind, State: m.State, Content: []stream.Item{}, Began: m.Began, Cutoff: m.Cutoff}
	for _, it := range m.Content {
		if shown, ok := c.part(it.Event); ok {
			out.Content = append(out.Content, stream.Item{Event: shown}.Map(c.text, c.doc))
		}
	}
	return out
}

// pictures returns the pictures of an answer that are files of the sharer, at most maxPicturesOfAnswer.
func (c *copier) pictures(m stream.Message) (out []File) {
	for _, it := range m.Content {
		e, ok := it.Event.(stream.Replace)
		if !ok {
			continue
		}
		for _, p := range e.Replace.Multimedias {
			if id := c.fileID(p.URL); id != "" && len(out) < maxPicturesOfAnswer {
				out = append(out, File{Name: c.text(text.Storable(e.Replace.Display)), Type: "image", ID: id})
			}
		}
	}
	return out
}

// part returns a part of an answer for readers. It returns false if the part is hidden
// from readers.
func (c *copier) part(e stream.Event) (stream.Event, bool) {
	switch e := e.(type) {
	case stream.Think, stream.Reasoner, stream.Step, stream.DeepSearch:
		return e, !c.HidesThinking
	case stream.Tool:
		e.Input, e.Output, e.Error = "", "", "" // these fields may contain the sharer's data
		return e, !c.HidesThinking
	case stream.Card:
		if ownerCards[e.Kind] || e.Kind == fileCard && c.Files == FilesHidden {
			return nil, false
		}
		if !plainCards[e.Kind] {
			e.Data = nil
		}
		return e, true
	case stream.Text, stream.SearchGuid, stream.SearchWithText, stream.MultiAnswer:
		return e, true
	}
	return nil, false
}

// doc returns a source for readers. A web page keeps its address. A file is shown as far as FileRule
// allows. Any other source loses its title, place, text, id and addresses. In an old answer, a source
// of unknown kind may be a file and is treated as a file.
func (c *copier) doc(d stream.Doc) stream.Doc {
	kind := source.KindOf(d)
	if kind == "" {
		kind = source.File
	}
	d.DocID, d.CopyURL = "", ""
	if kind == source.Web {
		return d
	}
	d.URL, d.IconURL = "", ""
	d.Kind = string(kind)
	if kind != source.File || c.Files == FilesHidden {
		d.Title, d.SourceName, d.Quote, d.WebSiteName = kind.Name(c.Locale), "", "", ""
		d.Page, d.Locator = 0, ""
	}
	if c.Files != FilesContent {
		d.Quote = ""
	}
	return d
}

// A summary is made from the HTML of an answer. First, the parts that match noWords and the tags that
// match aTag, such as </p>, become spaces. Then all other tags, which match anyTag, are removed.
var (
	noWords = regexp.MustCompile(`(?s)<math.*?</math>|<pre.*?</pre>|<table.*?</table>|<a class="cite".*?</a>`)
	aTag    = regexp.MustCompile(`</(?:p|li|h[1-6]|blockquote)>|<br>`)
	anyTag  = regexp.MustCompile(`<[^>]*>`)
)

// summarised is how many bytes of an answer are used for its summary.
const summarised = 4000

// summary returns the beginning of the first answer that has text, without markup.
func (s *Service) summary(shown Snapshot) string {
	for _, r := range shown.Rounds {
		said := r.Answer.PlainText()
		said = s.HTML(text.Storable(said[:min(len(said), summarised)]), func(int) string { return "" })
		said = anyTag.ReplaceAllString(aTag.ReplaceAllString(noWords.ReplaceAllString(said, " "), " "), "")
		if t := oneLine(html.UnescapeString(said), maxSummary); t != "" {
			return t
		}
	}
	return ""
}

// pack encodes a snapshot for storage. If the JSON exceeds maxSnapshot, it fails with errs.TooLarge.
func pack(s Snapshot) ([]byte, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	if len(raw) > maxSnapshot {
		return nil, errs.New(errs.TooLarge).With("limit", "4 MB")
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err = z.Write(raw)
	if err = errors.Join(err, z.Close()); err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	return b.Bytes(), nil
}

func unpack(data []byte) (Snapshot, error) {
	var s Snapshot
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return s, errs.Wrap(errs.StorageFail, err)
	}
	if err := json.NewDecoder(io.LimitReader(z, maxSnapshot)).Decode(&s); err != nil {
		return s, errs.Wrap(errs.StorageFail, err)
	}
	return s, nil
}
