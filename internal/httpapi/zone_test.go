package httpapi

import (
	"testing"
	"time"
)

// An asker at UTC has a time zone, unlike an asker who sends no time zone.
func TestZone(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for hours, want := range map[float64]string{0: "12:00", 8: "20:00", -3.5: "08:30", 14: "02:00", -12: "00:00", 14.25: "", -13: "", 1e300: ""} {
		zone, got := Zone(&hours), ""
		if zone != nil {
			got = noon.In(zone).Format("15:04")
		}
		if got != want {
			t.Errorf("%v hours: %q, want %q", hours, got, want)
		}
	}
	if zone := Zone(nil); zone != nil {
		t.Errorf("no distance: %s", zone)
	}
}
