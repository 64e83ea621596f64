package app_test

import (
	"os"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/worker"
)

// TestMain lets the test binary be the worker that reads files.
func TestMain(m *testing.M) {
	worker.Main()
	os.Exit(m.Run())
}
