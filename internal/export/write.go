package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

// Writer makes the bytes of a document in a format.
type Writer func(ctx context.Context, f Format, d *content.Document) ([]byte, error)

// Write is the Writer that works in this process. What somebody wrote can make
// it take much memory, so that a server has it work in another one: see Elsewhere.
func Write(ctx context.Context, f Format, d *content.Document) ([]byte, error) {
	var b bytes.Buffer
	err := formats[f].write(ctx, &b, d)
	return b.Bytes(), err
}

// task is what goes to the process that writes.
type task struct {
	Format   Format            `json:"format"`
	Document *content.Document `json:"document"`
}

// Elsewhere is the Writer that has another process call Task.
func Elsewhere(call func(ctx context.Context, body []byte) ([]byte, error)) Writer {
	return func(ctx context.Context, f Format, d *content.Document) ([]byte, error) {
		body, err := json.Marshal(task{f, d})
		if err != nil {
			return nil, err
		}
		return call(ctx, body)
	}
}

// Task writes the document that a Writer sent.
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
