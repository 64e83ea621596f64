package llm

import "testing"

// TestMerge checks two rules. A configured model without a context size gets the size listed by the
// provider. A model that is only listed is added if it cannot chat.
func TestMerge(t *testing.T) {
	t.Parallel()
	stated := []ModelRow{{ID: "chat", Kind: KindChat}, {ID: "bge-m3", Kind: KindEmbedding}, {ID: "large", Kind: KindChat, Context: 8_000}}
	listed := []ModelRow{{ID: "chat", Kind: KindChat, Context: 32_000}, {ID: "bge-m3", Kind: KindEmbedding, Context: 8_192}, {ID: "other", Kind: KindChat}, {ID: "m3e", Kind: KindEmbedding}, {ID: "large", Context: 64_000, Kind: KindChat}}
	want := []ModelRow{{ID: "chat", Context: 32_000}, {ID: "bge-m3", Context: 8_192}, {ID: "large", Context: 8_000}, {ID: "m3e"}}
	got := merge(stated, listed)
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, m := range got {
		if m.ID != want[i].ID || m.Context != want[i].Context {
			t.Errorf("model %d: %s %d, want %s %d", i, m.ID, m.Context, want[i].ID, want[i].Context)
		}
	}
}
