package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

// Writer writes a document in a format.
type Writer func(ctx context.Context, f Format, d *content.Document) ([]byte, error)

// Write is the Writer that works in this process. Some texts make it use much
// memory, so a server has another process do it: see Elsewhere.
func Write(ctx context.Context, f Format, d *content.Document) ([]byte, error) {
	var b bytes.Buffer
	err := formats[f].write(ctx, &b, d)
	return b.Bytes(), err
}

// task is what the writing process receives.
type task struct {
	Format   Format            `json:"format"`
	Document *content.Document `json:"document"`
}

// Elsewhere is the Writer that calls Task in another process.
func Elsewhere(call func(ctx context.Context, body []byte) ([]byte, error)) Writer {
	return func(ctx context.Context, f Format, d *content.Document) ([]byte, error) {
		body, err := json.Marshal(task{f, d})
		if err != nil {
			return nil, err
		}
		return call(ctx, body)
	}
}

// Task writes a document that Elsewhere has sent.
func Task(ctx context.Context, body []byte) ([]byte, error) {
	var t task
	if err := json.Unmarshal(body, &t); err != nil {
		return nil, err
	}
	if _, ok := formats[t.Format]; !ok || t.Document == nil {
		return nil, fmt.Errorf("export: no format %q", t.Format)
	}
	return Write(ctx, t.Format, t.Document)
}
