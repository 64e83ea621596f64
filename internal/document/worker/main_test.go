package worker

import (
	"os"
	"testing"
)

// TestMain lets the test binary be its own worker.
func TestMain(m *testing.M) {
	Main()
	os.Exit(m.Run())
}
