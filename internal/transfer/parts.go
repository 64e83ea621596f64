package transfer

import "github.com/wenqu-ai/wenqu/internal/stream"

// Part is one part of an answer. Its JSON is the same as in the stream.
type Part struct{ stream.Item }

// UnmarshalJSON reads the part. If the part cannot be decoded, for example because its type is
// unknown, it becomes a part without an event.
func (p *Part) UnmarshalJSON(b []byte) error {
	if p.Item.UnmarshalJSON(b) != nil {
		p.Item = stream.Item{}
	}
	return nil
}

// fold applies the limits of answers to the parts of every version. It derives text
// and thinking from the parts, because readers see the parts.
func (c *Conversation) fold() {
	for i := range c.Messages {
		for j := range c.Messages[i].Versions {
			c.Messages[i].Versions[j].fold()
		}
	}
}

func (v *Version) fold() {
	if len(v.Parts) == 0 {
		return
	}
	m := stream.NewMessage()
	for _, p := range v.Parts {
		m.Apply(p.Event)
	}
	v.Parts = nil
	for _, it := range m.Content {
		v.Parts = append(v.Parts, Part{it})
	}
	v.Text, v.Thinking = m.Readable()
	v.Hidden = v.Hidden || m.Hidden
}

// show masks the texts of a version according to the content rules and replaces the file ids of
// its sources by the ids on this server. It reports whether a text is withheld.
func (v *Version) show(shown func(string) (string, bool), moved func(id string) string) (withheld bool) {
	text := func(s string) string {
		s, no := shown(s)
		withheld = withheld || no
		return s
	}
	source := func(d stream.Doc) stream.Doc {
		d.DocID = moved(d.DocID)
		return d
	}
	// The whole texts are checked as well, because a word may extend across parts.
	v.Text, v.Thinking = text(v.Text), text(v.Thinking)
	for i, p := range v.Parts {
		v.Parts[i].Item = p.Map(text, source)
	}
	v.fold()
	return withheld
}
