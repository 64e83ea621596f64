package minor

import (
	"fmt"
	"testing"
	"time"
)

// TestRemembered believes for a second what was looked up, and nothing that was
// looked up before a change.
func TestRemembered(t *testing.T) {
	t.Parallel()
	var r remembered
	now := time.Unix(1_000, 0)
	off, turn := r.has("u", now)
	if off {
		t.Fatal("nothing was looked up yet")
	}
	r.add("u", turn, now)
	if off, _ := r.has("u", now.Add(believed)); !off {
		t.Error("forgotten within its time")
	}
	if off, _ := r.has("u", now.Add(believed+1)); off {
		t.Error("believed beyond its time")
	}
	if off, _ := r.has("v", now); off {
		t.Error("believed of another owner")
	}
	_, turn = r.has("u", now)
	r.drop()
	r.add("u", turn, now)
	if off, _ := r.has("u", now); off {
		t.Error("what was read before a change is believed after it")
	}
	_, turn = r.has("u", now)
	for i := range 2*maxRemembered + 1 {
		r.add(fmt.Sprint(i), turn, now)
	}
	if len(r.until) > maxRemembered {
		t.Errorf("%d owners are remembered", len(r.until))
	}
}
