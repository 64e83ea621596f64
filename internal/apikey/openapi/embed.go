package openapi

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// maxInputs is the maximum number of texts in a request.
const maxInputs = 2048

type embedIn struct {
	Body struct {
		Model          string          `json:"model" doc:"an id of /v1/models"`
		Input          json.RawMessage `json:"input" doc:"a text, up to 2,048 texts, or tokens"`
		EncodingFormat json.RawMessage `json:"encoding_format,omitempty" doc:"float or base64"`
		Dimensions     json.RawMessage `json:"dimensions,omitempty"`
	}
}

type vector struct {
	Object    string `json:"object"`
	Index     int    `json:"index"`
	Embedding any    `json:"embedding"`
}

func (s *Service) embed(ctx context.Context, in *embedIn, w httpapi.ResponseWriter) error {
	g, err := s.take(ctx, w, apikey.Embeddings)
	if err != nil {
		return err
	}
	if err := s.MayAsk(ctx, httpapi.From(ctx)); err != nil {
		return err
	}
	var (
		r          reader
		format     = "float"
		dimensions int
	)
	r.field("encoding_format", in.Body.EncodingFormat, &format)
	r.field("dimensions", in.Body.Dimensions, &dimensions)
	switch {
	case r.err != nil:
		return r.err
	case format != "float" && format != "base64":
		return badField("encoding_format")
	case dimensions < 0 || dimensions > 1<<16:
		return badField("dimensions")
	}
	texts, err := inputs(in.Body.Input)
	if err != nil {
		return err
	}
	s.Models.Ready(ctx)
	all := s.Models.EmbedModels()
	at := slices.IndexFunc(all, func(m llm.EmbedModel) bool { return m.ID == in.Body.Model })
	if at < 0 || !g.Scope.Has(in.Body.Model) {
		return noModel(in.Body.Model)
	}
	ctx, done, err := s.Keys.Begin(ctx, g)
	if err != nil {
		return err
	}
	defer done()
	working, _, end := watch(ctx, Waits{First: s.Waits.First + s.Waits.Next, Next: s.Waits.Next, Longest: s.Waits.Longest})
	defer end()
	made, err := all[at].Model.Embed(working, llm.EmbedRequest{Model: all[at].Upstream, Input: in.Body.Input, Dimensions: dimensions})
	if err != nil {
		return err
	}
	if made.PromptTokens == 0 {
		made.PromptTokens = texts
	}
	if err := s.Keys.Spend(context.WithoutCancel(ctx), g, made.PromptTokens); err != nil {
		return err
	}
	data := make([]vector, len(made.Vectors))
	for i, v := range made.Vectors {
		data[i] = vector{"embedding", i, v}
		if format == "base64" {
			data[i].Embedding = packed(v)
		}
	}
	return json.NewEncoder(w).Encode(map[string]any{
		"object": "list", "model": in.Body.Model, "data": data,
		"usage": map[string]int{"prompt_tokens": made.PromptTokens, "total_tokens": made.PromptTokens},
	})
}

// packed encodes numbers as OpenAI's API does in base64: 4 bytes each, little-endian.
func packed(v []float32) string {
	b := make([]byte, 0, 4*len(v))
	for _, n := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(n))
	}
	return base64.StdEncoding.EncodeToString(b)
}

// inputs validates the input of an embedding request and estimates its tokens.
func inputs(raw json.RawMessage) (tokens int, err error) {
	var one string
	var many []json.RawMessage
	switch {
	case json.Unmarshal(raw, &one) == nil:
		if one == "" {
			return 0, badField("input")
		}
		return llm.Estimate(one), nil
	case json.Unmarshal(raw, &many) != nil || len(many) == 0:
		return 0, badField("input")
	}
	var number int
	if json.Unmarshal(many[0], &number) == nil { // an array of token ids is one text
		return len(many), nil
	}
	if len(many) > maxInputs {
		return 0, errs.New(errs.TooLarge).With("limit", "2048").With("param", "input")
	}
	for _, m := range many {
		var text string
		var numbers []int
		switch {
		case json.Unmarshal(m, &text) == nil && text != "":
			tokens += llm.Estimate(text)
		case json.Unmarshal(m, &numbers) == nil && len(numbers) > 0:
			tokens += len(numbers)
		default:
			return 0, badField("input")
		}
	}
	return tokens, nil
}
