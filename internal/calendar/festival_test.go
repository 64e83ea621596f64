package calendar

import (
	"slices"
	"testing"
	"time"
)

// TestFestivalsLateInTheLunarYear checks festivals that are in the solar year after their lunar year.
func TestFestivalsLateInTheLunarYear(t *testing.T) {
	t.Parallel()
	for day, want := range map[time.Time][]string{
		Civil(2026, 1, 26):  {"腊八节"},
		Civil(2026, 2, 10):  {"小年"},
		Civil(2026, 2, 16):  {"除夕"},
		Civil(2026, 2, 17):  {"春节"},
		Civil(2023, 12, 24): {"平安夜"},
		Civil(2022, 12, 30): {"腊八节"},
		Civil(2026, 3, 9):   nil,
	} {
		var got []string
		for _, f := range FestivalsOn(day) {
			got = append(got, f.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", day.Format(time.DateOnly), got, want)
		}
	}
	for today, want := range map[time.Time]time.Time{
		Civil(2026, 1, 20):  Civil(2026, 1, 26),
		Civil(2026, 1, 26):  Civil(2026, 1, 26),
		Civil(2026, 1, 27):  Civil(2027, 1, 15),
		Civil(2026, 11, 20): Civil(2027, 1, 15),
	} {
		if d, ok := ReadDay("腊八节", today); !ok || !d.At.Equal(want) {
			t.Errorf("on %s: %s %v", today.Format(time.DateOnly), d.At.Format(time.DateOnly), ok)
		}
	}
}
