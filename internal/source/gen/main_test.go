package main

import (
	"os"
	"testing"
)

// The committed file is what the kinds say today.
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
