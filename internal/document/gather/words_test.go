package gather

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/text/texttest"
)

// Every language has every text, with the same placeholders.
func TestWords(t *testing.T) {
	t.Parallel()
	texttest.EveryWord(t, speak)
}
