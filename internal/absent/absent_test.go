package absent

import (
	"fmt"
	"testing"
	"time"
)

// TestOwners checks three things: a lookup is cached for a second; a lookup that began before a
// Drop is not cached; and the cache never holds more than maxOwners.
func TestOwners(t *testing.T) {
	t.Parallel()
	var r Owners
	now := time.Unix(1_000, 0)
	absent, turn := r.Has("u", now)
	if absent {
		t.Fatal("nothing was looked up yet")
	}
	r.Add("u", turn, now)
	if absent, _ := r.Has("u", now.Add(cachedFor)); !absent {
		t.Error("forgotten within its time")
	}
	if absent, _ := r.Has("u", now.Add(cachedFor+1)); absent {
		t.Error("believed beyond its time")
	}
	if absent, _ := r.Has("v", now); absent {
		t.Error("believed of another owner")
	}
	_, turn = r.Has("u", now)
	r.Drop()
	r.Add("u", turn, now)
	if absent, _ := r.Has("u", now); absent {
		t.Error("what was read before a change is believed after it")
	}
	_, turn = r.Has("u", now)
	for i := range 2*maxOwners + 1 {
		r.Add(fmt.Sprint(i), turn, now)
	}
	if len(r.until) > maxOwners {
		t.Errorf("%d owners are remembered", len(r.until))
	}
}
