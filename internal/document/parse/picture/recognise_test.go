package picture

import (
	"testing"
)

func TestWithoutGaps(t *testing.T) {
	t.Parallel()
	if got := withoutGaps("停 水 公 告，A B 五月三日  起   后"); got != "停水公告，A B 五月三日起   后" {
		t.Errorf("%q", got)
	}
}
