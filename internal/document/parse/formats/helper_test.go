package formats

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// tools returns tools without helper programs. The folder for compiled code is kept between tests.
func tools(t testing.TB) parse.Tools {
	t.Helper()
	return parse.Tools{Cache: filepath.Join(os.TempDir(), "wenqu-test-pdfium"), Temp: t.TempDir()}
}

func parseBytes(t testing.TB, data []byte, o parse.Options) (parsed.Summary, []parsed.Unit, error) {
	t.Helper()
	if o.Tools == (parse.Tools{}) {
		o.Tools = tools(t)
	}
	k := &parsetest.Sink{}
	sum, err := Parse(context.WithoutCancel(t.Context()), bytes.NewReader(data), int64(len(data)), o, k)
	return sum, k.Units, err
}
