package app

import (
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// A worker process whose export takes too long is killed, and the server answers with an error.
func TestSlowExportsEnd(t *testing.T) {
	t.Parallel()
	s := &services{writers: worker.New(worker.Options{Base: time.Millisecond})}
	defer s.writers.Close()
	if out, err := s.exportElsewhere(t.Context(), []byte("{}")); !errs.Is(err, errs.ExportSlow) {
		t.Errorf("%q %v", out, err)
	}
}
