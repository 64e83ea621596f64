package app

import (
	"math"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// While the free disk space is below the limit, uploads and imports are refused, and diskState reports
// the lack of space. Before the first start, the disk of the future data folder is measured.
func TestDiskRoom(t *testing.T) {
	t.Parallel()
	say := in("en")
	c := &Config{Data: t.TempDir()}
	if err := c.diskRoom(); err != nil {
		t.Error("without a limit:", err)
	}
	if state, ok := diskState(c, say); !ok {
		t.Error(state)
	}
	c.MinFree = math.MaxInt64
	if err := c.diskRoom(); !errs.Is(err, errs.DiskLow) {
		t.Error("with no disk large enough:", err)
	}
	if state, ok := diskState(c, say); ok {
		t.Error(state)
	}
	c.Data += "/none"
	if err := c.diskRoom(); !errs.Is(err, errs.DiskLow) {
		t.Error("before the folder is made:", err)
	}
}
