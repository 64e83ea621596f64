package ppt

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// FuzzPptStreams reads the records of arbitrary PowerPoint streams.
func FuzzPptStreams(f *testing.F) {
	data := parsetest.Sample(f, "deck.ppt.gz")
	d, err := ole.Open(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	user := d.Stream("Current User")
	f.Add(d.Stream("PowerPoint Document"), binary.LittleEndian.Uint32(user[16:]))
	rec := func(head, kind uint16, body ...byte) []byte {
		b := binary.LittleEndian.AppendUint16(nil, head)
		b = binary.LittleEndian.AppendUint16(b, kind)
		return append(binary.LittleEndian.AppendUint32(b, uint32(len(body))), body...)
	}
	f.Add(rec(15, pptSlide, rec(0, pptHeader, 0, 0, 0, 0)...), uint32(0))
	f.Add(append(rec(15, pptSlide, rec(0, pptChars, 'a', 0, '\r', 0, 'b', 0)...), rec(0, pptUserEdit, make([]byte, 28)...)...), uint32(22))
	f.Fuzz(func(t *testing.T, b []byte, edit uint32) {
		p := &powerPoint{ctx: t.Context(), c: parse.NewCollector(t.Context(), &parsetest.Sink{}, parse.Options{}), b: b}
		p.directory(edit)
		p.objects = p.embedded()
		for _, which := range []int{0, 2} {
			for _, item := range p.list(which) {
				texts, _ := p.texts(item)
				for _, text := range texts {
					text.blocks()
				}
			}
		}
	})
}
