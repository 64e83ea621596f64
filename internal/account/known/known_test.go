package known

import (
	"fmt"
	"testing"
	"time"
)

func TestProofsEnd(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000, 0)
	c := New[string]()
	_, turn, ok := c.Find("u", "token", now)
	if ok {
		t.Fatal("an empty cache knows somebody")
	}
	mine := Proof[string]{OwnerID: "u", Session: "s", Who: "me"}
	c.Add("token", mine, turn, now)
	if who, _, ok := c.Find("u", "token", now.Add(age)); !ok || who != "me" {
		t.Errorf("%q %v", who, ok)
	}
	for what, find := range map[string]func() (string, uint64, bool){
		"another owner": func() (string, uint64, bool) { return c.Find("v", "token", now) },
		"another token": func() (string, uint64, bool) { return c.Find("u", "other", now) },
		"an old proof":  func() (string, uint64, bool) { return c.Find("u", "token", now.Add(age+1)) },
	} {
		if who, _, ok := find(); ok || who != "" {
			t.Errorf("%s: %q", what, who)
		}
	}
	for what, drop := range map[string]func(){"owner": func() { c.DropOwner("u") }, "session": func() { c.DropSession("s") }} {
		_, turn, _ := c.Find("u", "token", now)
		c.Add("token", mine, turn, now)
		_, turn, _ = c.Find("u", "token", now)
		drop()
		c.Add("token", mine, turn, now) // the check began before the drop: ignored
		if _, _, ok := c.Find("u", "token", now); ok {
			t.Errorf("known after its %s was dropped", what)
		}
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	c := New[int]()
	for i := range maxProofs + 10 {
		c.Add(fmt.Sprint(i), Proof[int]{OwnerID: "u"}, 0, time.Unix(0, 0))
	}
	if len(c.all) > maxProofs {
		t.Errorf("%d proofs", len(c.all))
	}
}
