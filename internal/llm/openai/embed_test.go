package openai_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

func TestEmbed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		said   string
		want   llm.Embedded
		code   errs.Code
	}{
		"in the order of their index": {200, `{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,0.5]}],"usage":{"prompt_tokens":9}}`,
			llm.Embedded{Vectors: [][]float32{{1, 0.5}, {3, 4}}, PromptTokens: 9}, ""},
		"without an index": {200, `{"data":[{"embedding":[1]}]}`, llm.Embedded{Vectors: [][]float32{{1}}}, ""},
		"twice the same":   {200, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, llm.Embedded{}, errs.StreamFail},
		"out of bounds":    {200, `{"data":[{"index":9,"embedding":[1]}]}`, llm.Embedded{}, errs.StreamFail},
		"none":             {200, `{"data":[]}`, llm.Embedded{}, errs.StreamFail},
		"a page":           {200, `<html>`, llm.Embedded{}, errs.StreamFail},
		"a wrong key":      {401, `{"error":{"message":"no"}}`, llm.Embedded{}, errs.ModelKey},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var sent struct{ Model, Input string }
				b, _ := io.ReadAll(r.Body)
				if err := json.Unmarshal(b, &sent); err != nil || r.URL.Path != "/v1/embeddings" || sent.Model != "e" || sent.Input != "好" {
					t.Errorf("%s %s", r.URL.Path, b)
				}
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.said)
			}))
			defer s.Close()
			got, err := openai.New(llm.Provider{ID: "p", BaseURL: s.URL + "/v1", Local: true}, openai.Options{}).
				Embed(t.Context(), llm.EmbedRequest{Model: "e", Input: json.RawMessage(`"好"`)})
			if c.code != "" {
				if !errs.Is(err, c.code) {
					t.Errorf("%v", err)
				}
				return
			}
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}
