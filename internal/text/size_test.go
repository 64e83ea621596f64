package text_test

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/text"
)

func TestSize(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1 KB", 1500: "1.46 KB", 1536: "1.5 KB", 12_911: "12.6 KB", 260_300: "254 KB",
		1<<20 - 1: "1 MB", 31_457_280: "30 MB", 31_429_000: "30 MB", 104_857_600: "100 MB", 1 << 30: "1 GB", 5<<30 + 300<<20: "5.29 GB",
		1 << 40: "1 TB", 1 << 60: "1048576 TB",
	} {
		if got := text.Size(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
