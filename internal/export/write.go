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

// Write is the Writer that runs in this process. Some texts make it use much memory, so a server
// runs it in another process: see Elsewhere.
func Write(ctx context.Context, f Format, d *content.Document) ([]byte, error) {
	var b bytes.Buffer
	err := formats[f].write(ctx, &b, d)
	return b.Bytes(), err
}

// task is the input of the writing process.
type task struct {
	Format   Format            `json:"format"`
	Document *content.Document `json:"document"`
}

// Elsewhere returns the Writer that calls Task in another process.
func Elsewhere(call func(ctx context.Context, body []byte) ([]byte, error)) Writer {
	return func(ctx context.Context, f Format, d *content.Document) ([]byte, error) {
		body, err := json.Marshal(task{f, d})
		if err != nil {
			return nil, err
		}
		return call(ctx, body)
	}
}

// Task writes a document sent by Elsewhere.
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
