package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// A client attributes a follow-up question to the answer that offered it. For this, the history contains
// the trace id, the message id and the model id of every answer.
func TestHistoryKeepsMeta(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "问", func(a *Ask) { a.TraceID = "0af7651916cd43dd8448eb211c80319c" })
		v := h.answerOf(t, alice, "conv-0001").SpeechesV2[0]
		if v.Meta == nil || v.Meta.TraceID != "0af7651916cd43dd8448eb211c80319c" || v.Meta.MessageID != "conv-0001_2" || v.Meta.ModelID != v.ModelID || v.ModelID == "" {
			t.Fatalf("%+v", v.Meta)
		}
		// The log of the answer contains the same data.
		a, err := h.Attach(t.Context(), Key{alice, "conv-0001"}, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		var d stream.Decoder
		m := stream.NewMessage()
		for {
			b, err := a.Next(t.Context())
			if err != nil {
				break
			}
			for _, n := range d.Write(b) {
				m.Apply(n.Event)
			}
		}
		if diff := cmp.Diff(m.Meta, v.Meta); diff != "" {
			t.Errorf("(-stream +history):\n%s", diff)
		}
	})
}
