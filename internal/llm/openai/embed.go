package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// maxVectors bounds a response with vectors, in bytes. It suffices for 2,000 vectors of
// 4,096 numbers, if a number takes 12 bytes.
const maxVectors = 96 << 20

// Embed makes vectors of texts.
func (c *Client) Embed(ctx context.Context, req llm.EmbedRequest) (llm.Embedded, error) {
	out, err := c.embed(ctx, req)
	if err != nil {
		return out, c.asError(ctx, err)
	}
	return out, nil
}

func (c *Client) embed(ctx context.Context, req llm.EmbedRequest) (out llm.Embedded, err error) {
	sent, err := json.Marshal(struct {
		Model      string          `json:"model"`
		Input      json.RawMessage `json:"input"`
		Dimensions int             `json:"dimensions,omitempty"`
	}{req.Model, req.Input, req.Dimensions})
	if err != nil {
		return out, errs.Wrap(errs.BadRequest, err).With("detail", "input")
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.provider.BaseURL+"/embeddings", bytes.NewReader(sent))
	if err != nil {
		return out, errs.Wrap(errs.Network, errors.New("the provider's address is not valid"))
	}
	r.Header.Set("Content-Type", "application/json")
	if c.provider.Key != "" {
		r.Header.Set("Authorization", "Bearer "+string(c.provider.Key))
	}
	resp, err := c.opts.Client.Do(r)
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // the inner error does not contain the address
	}
	if err != nil {
		return out, errs.Wrap(errs.Network, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		said, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
		return out, statusFailure(resp, said).err()
	}
	var body struct {
		Data []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
		Usage struct {
			PromptTokens int `json:"prompt_tokens"`
			TotalTokens  int `json:"total_tokens"`
		} `json:"usage"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxVectors)).Decode(&body); err != nil {
		return out, errs.Wrap(errs.StreamFail, fmt.Errorf("reading vectors: %w", err))
	}
	out.PromptTokens = max(body.Usage.PromptTokens, body.Usage.TotalTokens)
	out.Vectors = make([][]float32, len(body.Data))
	for i, d := range body.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= len(out.Vectors) || out.Vectors[at] != nil || len(d.Embedding) == 0 {
			return out, errs.Wrap(errs.StreamFail, errors.New("vectors are missing, or there twice"))
		}
		out.Vectors[at] = d.Embedding
	}
	if len(out.Vectors) == 0 {
		return out, errs.Wrap(errs.StreamFail, errors.New("no vectors came"))
	}
	return out, nil
}
