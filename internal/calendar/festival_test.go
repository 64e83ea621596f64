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

// TestSexagenaryYears checks days of lunar years that are named by their pair in the cycle of sixty.
func TestSexagenaryYears(t *testing.T) {
	t.Parallel()
	today := Civil(2026, 11, 29)
	for said, want := range map[string]time.Time{
		"乙巳年八月十五":   Civil(2025, 10, 6),
		"农历丙午年正月初一": Civil(2026, 2, 17),
		"甲子年正月初一":   Civil(1984, 2, 2),
		"农历生日六月初八":  Civil(2026, 7, 21),
	} {
		if d, ok := ReadDay(said, today); !ok || !d.At.Equal(want) {
			t.Errorf("%s: %s %v", said, d.At.Format(time.DateOnly), ok)
		}
	}
	if d, ok := ReadDay("甲丑年八月十五", today); ok {
		t.Errorf("there is no such year: %v", d)
	}
}
