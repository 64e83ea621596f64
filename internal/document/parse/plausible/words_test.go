package plausible

import (
	"fmt"
	"testing"
)

func TestWordSet(t *testing.T) {
	t.Parallel()
	var s wordSet
	const words = 5_000
	for round := range 2 {
		for i := range words {
			word := []rune(fmt.Sprint("word", i))
			if isNew := s.add(hashOf(word)); isNew != (round == 0) {
				t.Fatalf("round %d: %q is new: %v", round, string(word), isNew)
			}
		}
	}
	if s.n != words {
		t.Errorf("%d words, want %d", s.n, words)
	}
	// Hashes with the same place are stored in neighbouring places.
	var same wordSet
	for i := range uint64(100) {
		if h := i<<40 | i<<8 | 1; !same.add(h) || same.add(h) {
			t.Errorf("the hash %x is not found", h)
		}
	}
}
