package worker

import (
	"bytes"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func FuzzFrames(f *testing.F) {
	var b bytes.Buffer
	w := newFrames(nil, &b)
	_ = w.send(unitFrame, parsed.Unit{Number: 1})
	f.Add(b.Bytes())
	f.Add([]byte("\xff\xff\xff\xffU"))
	f.Add([]byte("\x00\x00\x00\x00E"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newFrames(bytes.NewReader(data), nil)
		n := 0
		for {
			_, body, err := r.receive()
			if err != nil {
				break
			}
			if n += 5 + len(body); n > len(data) {
				t.Fatalf("%d bytes of %d", n, len(data))
			}
		}
	})
}
