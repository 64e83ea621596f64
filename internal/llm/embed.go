package llm

import (
	"context"
	"encoding/json"
)

// Embedder makes vectors from texts. Some types that implement Model also implement Embedder.
type Embedder interface {
	// Embed makes a vector of each text. Its error is an *errs.Error.
	Embed(ctx context.Context, req EmbedRequest) (Embedded, error)
}

// EmbedRequest asks for vectors.
type EmbedRequest struct {
	Model      string          // the model id of the provider
	Input      json.RawMessage // a text, a list of texts, or tokens, as in OpenAI's API
	Dimensions int             // 0: the model's default
}

// Embedded are the vectors in the order of the input.
type Embedded struct {
	Vectors      [][]float32
	PromptTokens int // 0: the provider did not report it
}

// EmbedModel is a model that makes vectors.
type EmbedModel struct {
	ID       string // the id for clients: the provider's model id, with the provider's id in front if an earlier provider has the same model id
	Upstream string
	Provider string
	Model    Embedder
}

// EmbedModels lists the models that make vectors.
func (r *Registry) EmbedModels() []EmbedModel {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []EmbedModel
	taken := map[string]bool{}
	for _, s := range r.slots {
		for _, m := range s.rows {
			e, ok := s.model.(Embedder)
			if m.Kind != KindEmbedding || !ok {
				continue
			}
			id := m.ID
			if taken[id] {
				id = s.provider.ID + "/" + id
			}
			if !taken[id] {
				taken[id] = true
				out = append(out, EmbedModel{id, m.ID, s.provider.ID, e})
			}
		}
	}
	return out
}
