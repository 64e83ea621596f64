package sandbox

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"testing"
)

// TestInterpreter checks that the embedded interpreter is the version in README.md.
func TestInterpreter(t *testing.T) {
	t.Parallel()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	wasm, err := io.ReadAll(r)
	sum := sha256.Sum256(wasm)
	if got := hex.EncodeToString(sum[:]); err != nil || got != "d4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9" {
		t.Errorf("%s %v", got, err)
	}
}
