package app

import (
	"testing"
	"time"
)

func TestLasting(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration][3]string{
		0:                              {"0 秒", "0 秒", "0 seconds"},
		time.Second:                    {"1 秒", "1 秒", "1 second"},
		59 * time.Second:               {"59 秒", "59 秒", "59 seconds"},
		25*time.Minute + 6*time.Second: {"25 分钟", "25 分鐘", "25 minutes"},
		time.Hour:                      {"1 小时", "1 小時", "1 hour"},
		2*time.Hour + 5*time.Minute:    {"2 小时 5 分钟", "2 小時 5 分鐘", "2 hours 5 minutes"},
		49 * time.Hour:                 {"2 天 1 小时", "2 天 1 小時", "2 days 1 hour"},
		48*time.Hour + time.Minute:     {"2 天 1 分钟", "2 天 1 分鐘", "2 days 1 minute"},
	} {
		for i, locale := range []string{"zh-CN", "zh-TW", "en"} {
			if got := lasting(d, in(locale)); got != want[i] {
				t.Errorf("%v: %q, want %q", d, got, want[i])
			}
		}
	}
}
