package research

import (
	"strings"
	"testing"
	"time"
)

// TestHolding looks for a quote at the end of a page of very short sentences. To search the rest of the page
// again from each sentence takes many seconds.
func TestHolding(t *testing.T) {
	t.Parallel()
	page := strings.Repeat("甲。", maxText/2) + "乙说过。丙的产量是五吨。"
	begin := time.Now()
	if got, want := holding(page, "产量是五吨"), "乙说过。丙的产量是五吨。"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("%s", took)
	}
}
