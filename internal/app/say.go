package app

import (
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// sayer returns the one of its three arguments that is in the reader's language.
type sayer func(zhCN, zhTW, en string) string

// in returns the sayer for a locale.
func in(locale string) sayer {
	return func(zhCN, zhTW, en string) string {
		return errs.Text{ZhCN: zhCN, ZhTW: zhTW, En: en}.In(locale)
	}
}

// lasting formats a duration with at most two units, such as 1 hour 5 minutes. It uses the largest
// units that are not 0. Seconds are shown only below one minute.
func lasting(d time.Duration, say sayer) string {
	units := []struct {
		of   time.Duration
		word func(n int64) string
	}{
		{24 * time.Hour, plural(say("天", "天", "day"), say)},
		{time.Hour, plural(say("小时", "小時", "hour"), say)},
		{time.Minute, plural(say("分钟", "分鐘", "minute"), say)},
		{time.Second, plural(say("秒", "秒", "second"), say)},
	}
	var parts []string
	for _, u := range units {
		n := int64(d / u.of)
		if n == 0 && len(parts) == 0 && u.of > time.Second {
			continue
		}
		if d -= time.Duration(n) * u.of; n > 0 || len(parts) == 0 {
			parts = append(parts, u.word(n))
		}
		if len(parts) == 2 || u.of == time.Minute {
			break
		}
	}
	return strings.Join(parts, " ")
}

// plural returns a function that formats a count with its unit. English units get an s unless
// the count is 1.
func plural(unit string, say sayer) func(n int64) string {
	return func(n int64) string {
		many := ""
		if n != 1 {
			many = say("", "", "s")
		}
		return strconv.FormatInt(n, 10) + " " + unit + many
	}
}
