package compose

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/text/texttest"
)

// TestWords checks that every language has every sentence, with the same slots.
func TestWords(t *testing.T) {
	t.Parallel()
	texttest.EveryWord(t, speak)
	texttest.EveryWord(t, speakOfPages)
}
