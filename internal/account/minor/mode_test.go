package minor

import (
	"testing"
	"time"
)

// A mode is looser than the mode before it if it allows at least one minute that was forbidden.
func TestLooser(t *testing.T) {
	t.Parallel()
	was := Mode{Minutes: 40, From: 22 * 60, To: 6 * 60}
	for name, c := range map[string]struct {
		next   Mode
		looser bool
	}{
		"the same":           {was, false},
		"fewer minutes":      {Mode{Minutes: 39, From: was.From, To: was.To}, false},
		"more minutes":       {Mode{Minutes: 41, From: was.From, To: was.To}, true},
		"no limit":           {Mode{Minutes: 0, From: was.From, To: was.To}, true},
		"begins earlier":     {Mode{Minutes: 40, From: 21 * 60, To: was.To}, false},
		"begins later":       {Mode{Minutes: 40, From: 22*60 + 1, To: was.To}, true},
		"ends earlier":       {Mode{Minutes: 40, From: was.From, To: 6*60 - 1}, true},
		"ends later":         {Mode{Minutes: 40, From: was.From, To: 7 * 60}, false},
		"none":               {Mode{Minutes: 40}, true},
		"the other way":      {Mode{Minutes: 40, From: was.To, To: was.From}, true},
		"longer on one side": {Mode{Minutes: 40, From: 20 * 60, To: 5 * 60}, true},
	} {
		if got := c.next.looser(was); got != c.looser {
			t.Errorf("%s: looser is %v", name, got)
		}
	}
	if (Mode{Minutes: 20}).looser(Mode{}) {
		t.Error("a limit where there was none is looser")
	}
}

func TestOpens(t *testing.T) {
	t.Parallel()
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 3, day, hour, minute, 0, 0, time.UTC) }
	night, noon := Mode{Minutes: 40, From: 22 * 60, To: 6 * 60}, Mode{Minutes: 40, From: 12 * 60, To: 13 * 60}
	spent, spentByDay := night, Mode{Minutes: 40, Used: 40}
	spent.Used = 40
	for _, c := range []struct {
		mode      Mode
		now, want time.Time
	}{
		{night, at(1, 21, 59), at(1, 21, 59)},
		{night, at(1, 22, 0), at(2, 6, 0)},
		{night, at(2, 0, 0), at(2, 6, 0)},
		{night, at(2, 5, 59), at(2, 6, 0)},
		{night, at(2, 6, 0), at(2, 6, 0)},
		{noon, at(1, 12, 30), at(1, 13, 0)},
		{noon, at(1, 13, 0), at(1, 13, 0)},
		{spent, at(1, 15, 0), at(2, 6, 0)},      // the limit starts again at midnight, but midnight lies in the quiet hours
		{spentByDay, at(1, 15, 0), at(2, 0, 0)}, // the limit starts again at midnight, which is not in the quiet hours
		{spent, at(1, 23, 0), at(2, 6, 0)},
	} {
		if got := c.mode.nextAllowed(c.now); !got.Equal(c.want) {
			t.Errorf("%+v at %s opens at %s, want %s", c.mode, c.now, got, c.want)
		}
	}
}
