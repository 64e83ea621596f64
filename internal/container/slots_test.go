package container

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestEveryContainerStatesEverySlotAndFlag checks every slot and every flag of every
// container of the built-in table.
func TestEveryContainerStatesEverySlotAndFlag(t *testing.T) {
	t.Parallel()
	if len(SlotRows) != 15 || len(FlagIDs) != 14 {
		t.Fatalf("%d slots and %d flags, want 15 and 14", len(SlotRows), len(FlagIDs))
	}
	for _, c := range builtin(t) {
		for _, row := range SlotRows {
			if _, ok := c.Slots[row.ID]; !ok {
				t.Errorf("%s does not state slot %s", c.ID, row.ID)
			}
		}
		for _, id := range FlagIDs {
			if _, ok := c.Flags[id]; !ok {
				t.Errorf("%s does not state flag %s", c.ID, id)
			}
		}
		if len(c.Slots) != len(SlotRows) || len(c.Flags) != len(FlagIDs) {
			t.Errorf("%s states %d slots and %d flags", c.ID, len(c.Slots), len(c.Flags))
		}
	}
}

// TestEmbedsHideWhatTheyMust compares the rows with the product's list of the slots that
// must be hidden inside other apps. A row that differs must state a reason.
func TestEmbedsHideWhatTheyMust(t *testing.T) {
	t.Parallel()
	hidden := []string{
		"logout", "documentBinding", "meetingBinding", "sharing", "collect", "repeat", "teamAccounts", "loginModal", "modelSelector",
	}
	for _, c := range builtin(t) {
		for _, id := range hidden {
			slot := c.Slots[id]
			if c.OneDocument && slot.Visible && len(slot.Reason) < 20 {
				t.Errorf("%s shows %s and gives no reason (%q)", c.ID, id, slot.Reason)
			}
			if !c.OneDocument && !slot.Visible {
				t.Errorf("%s is no embed and hides %s", c.ID, id)
			}
		}
		// A container whose page has a login must have a logout, too.
		if c.Slots["loginModal"].Visible && !c.Slots["logout"].Visible {
			t.Errorf("%s offers a login and no logout", c.ID)
		}
	}
	for _, row := range SlotRows {
		if row.HiddenInEmbeds != slices.Contains(hidden, row.ID) {
			t.Errorf("slot %s: HiddenInEmbeds is %v", row.ID, row.HiddenInEmbeds)
		}
	}
	for _, id := range []string{"miniProgram", "pcManager", "video", "news", "sports", "searchEngine", "inputMethod"} {
		c := builtin(t).Resolve(id, "")
		for _, slot := range hidden {
			if c.ID != id || c.Slots[slot].Visible {
				t.Errorf("%s shows %s", id, slot)
			}
		}
	}
}

// TestWhoMayAskInTheContainers checks that visitors may ask without a login in every built-in
// container; the operator's settings may require a login.
func TestWhoMayAskInTheContainers(t *testing.T) {
	t.Parallel()
	for _, c := range builtin(t) {
		if !c.VisitorsAsk() || c.LoginOnAsk() {
			t.Errorf("%s: visitors may ask: %v; they are offered a login: %v", c.ID, c.VisitorsAsk(), c.LoginOnAsk())
		}
	}
	props := map[string]any{propVisitorsAsk: false, propLoginOnAsk: true}
	c := Container{Slots: map[string]Slot{"loginModal": {Visible: true, Props: props}}}
	if c.VisitorsAsk() || !c.LoginOnAsk() {
		t.Errorf("by its props: %v %v", c.VisitorsAsk(), c.LoginOnAsk())
	}
	c.Slots["loginModal"] = Slot{Props: props}
	if c.LoginOnAsk() {
		t.Error("a login that the container hides is offered")
	}
}

func TestSidebarOfTheContainers(t *testing.T) {
	t.Parallel()
	table := builtin(t)
	for id, want := range map[string]map[string]any{
		"web":       {"mode": "auto", "open": true, "trigger": true},
		"pcClient":  {"mode": "auto", "open": false, "trigger": true},
		"extension": {"mode": "overlay", "open": true, "trigger": true},
		"nativeApp": {"mode": "auto", "open": true, "trigger": false},
	} {
		props := table.Resolve(id, "").Slots["navigation"].Props
		for name, value := range want {
			if props[name] != value {
				t.Errorf("%s: %s is %v, want %v", id, name, props[name], value)
			}
		}
	}
	if table.Resolve("searchEngine", "").Slots["navigation"].Visible {
		t.Error("the search engine's embed shows a sidebar")
	}
}

func TestBrokenLayoutsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		id, want string
		change   func(*Container)
	}{
		"slot left out":     {"web", "slot repeat is not stated", func(c *Container) { delete(c.Slots, "repeat") }},
		"flag left out":     {"web", "flag searchEntry is not stated", func(c *Container) { delete(c.Flags, "searchEntry") }},
		"unknown slot":      {"web", "no slot bell", func(c *Container) { c.Slots["bell"] = Slot{} }},
		"unknown flag":      {"web", "no flag bell", func(c *Container) { c.Flags["bell"] = true }},
		"unknown prop":      {"web", "no prop size", func(c *Container) { c.Slots["repeat"] = Slot{Visible: true, Props: map[string]any{"size": 1.0}} }},
		"prop left out":     {"web", "prop width is not stated", func(c *Container) { c.Slots["navigation"] = Slot{Visible: true} }},
		"width":             {"web", "prop width", func(c *Container) { c.Slots["navigation"].Props["width"] = 9.0 }},
		"mode":              {"web", "prop mode", func(c *Container) { c.Slots["navigation"].Props["mode"] = "up" }},
		"open":              {"web", "prop open", func(c *Container) { c.Slots["navigation"].Props["open"] = "yes" }},
		"login left out":    {"video", "prop passAnonCheckLogin is not stated", func(c *Container) { c.Slots["loginModal"] = Slot{} }},
		"embed, no reason":  {"video", "slot logout: embeds hide it", func(c *Container) { c.Slots["logout"] = Slot{Visible: true} }},
		"reason for nought": {"web", "a reason stands only", func(c *Container) { c.Slots["logout"] = Slot{Visible: true, Reason: "it is so"} }},
	} {
		row := builtin(t).Resolve(c.id, "")
		row.Slots, row.Flags = maps.Clone(row.Slots), maps.Clone(row.Flags)
		c.change(&row)
		if err := row.checkLayout(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not say %q", name, err, c.want)
		}
	}
}
