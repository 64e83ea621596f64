package app

import (
	"errors"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// A worker process whose export takes too long is killed, and the server answers with an error.
func TestSlowExportsEnd(t *testing.T) {
	t.Parallel()
	s := &services{writers: worker.New(worker.Options{Base: time.Millisecond})}
	defer s.writers.Close()
	if out, err := s.exportElsewhere(t.Context(), []byte("hang")); !errs.Is(err, errs.ExportSlow) {
		t.Errorf("%q %v", out, err)
	}
}

// The server process itself writes no exported file: without workers, every export fails.
func TestExportsAreWrittenElsewhere(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	if f, err := a.services.exports.Paper(t.Context(), export.Paper{Markdown: "字", Format: export.Markdown}); err != nil || len(f.Data) == 0 {
		t.Errorf("with workers: %v", err)
	}
	a.services.writers.Close()
	for _, format := range []export.Format{export.Markdown, export.Word, export.PDF} {
		if _, err := a.services.exports.Paper(t.Context(), export.Paper{Markdown: "字", Format: format}); !errors.Is(err, worker.ErrClosed) {
			t.Errorf("%s without workers: %v", format, err)
		}
	}
}
