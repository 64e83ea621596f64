package app_test

import (
	"os"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// TestMain lets the test binary act as a worker process, too.
func TestMain(m *testing.M) {
	worker.Main(app.Tasks())
	os.Exit(m.Run())
}
