package openai

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

func TestPictures(t *testing.T) {
	t.Parallel()
	ask := llm.Request{Messages: []llm.Message{
		{Role: llm.User, Content: "这是什么", Images: []llm.Image{{MIME: "image/png", Data: []byte("png")}, {MIME: "image/jpeg", Data: []byte("jpg")}}},
		{Role: llm.Assistant, Content: "图"},
		{Role: llm.User, Images: []llm.Image{{MIME: "image/png", Data: []byte("x")}}},
	}}
	for name, c := range map[string]struct {
		row     llm.ModelRow
		quirks  llm.Quirks
		dropped string
		want    string
	}{
		"sees": {row: llm.ModelRow{Vision: true}, want: `[
			{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}},{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,anBn"}},{"type":"text","text":"这是什么"}]},
			{"role":"assistant","content":"图"},
			{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,eA=="}}]}]`},
		"ollama": {row: llm.ModelRow{Vision: true}, quirks: llm.Quirks{Dialect: llm.DialectOllama}, want: `[
			{"role":"user","content":"这是什么","images":["cG5n","anBn"]},{"role":"assistant","content":"图"},{"role":"user","content":"","images":["eA=="]}]`},
		"blind": {want: `[
			{"role":"user","content":"这是什么\n\n` + unseen + `"},{"role":"assistant","content":"图"},{"role":"user","content":"` + unseen + `"}]`},
		"refused before": {row: llm.ModelRow{Vision: true}, dropped: imageParts, want: `[
			{"role":"user","content":"这是什么\n\n` + unseen + `"},{"role":"assistant","content":"图"},{"role":"user","content":"` + unseen + `"}]`},
	} {
		raw, err := encode(ask, c.row, c.quirks, map[string]bool{c.dropped: true})
		if err != nil {
			t.Fatal(err)
		}
		var sent struct {
			Messages json.RawMessage `json:"messages"`
		}
		if err := json.Unmarshal(raw, &sent); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tree(t, c.want), tree(t, string(sent.Messages))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The client recognises a provider's refusal of the pictures in a request.
func TestPicturesRefused(t *testing.T) {
	t.Parallel()
	sent := []byte(`{"messages":[{"content":[{"type":"image_url","image_url":{"url":"data:"}}]}]}`)
	for said, want := range map[string]string{
		"unknown variant `image_url`, expected `text`":                        imageParts,
		`{"error":{"message":"image_url is not supported by this model"}}`:    imageParts,
		`{"error":{"message":"messages with image_url: the file is broken"}}`: "",
	} {
		if got := refused(400, said, sent); got != want {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
	if got := refused(400, "unknown variant `image_url`", []byte(strings.ReplaceAll(string(sent), "image_url", "text"))); got != "" {
		t.Errorf("dropped %q, which was not sent", got)
	}
}
