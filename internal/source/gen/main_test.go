package main

import (
	"os"
	"testing"
)

// The committed file equals the generator's output.
func TestGeneratedFileIsFresh(t *testing.T) {
	t.Parallel()
	got, err := os.ReadFile("../../../" + output)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != typescript() {
		t.Errorf("%s is stale: make gen", output)
	}
}
