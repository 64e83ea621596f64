package container

import "fmt"

// Slot is one place of the page, shown or hidden by a container.
type Slot struct {
	// Visible means that the page shows the slot. A slot whose feature is not built is
	// never shown.
	Visible bool `json:"visible"`
	// Props are the slot's own settings; SlotRows lists them.
	Props map[string]any `json:"props,omitempty"`
	// Reason explains why a container inside another app shows a slot for which HiddenInEmbeds is
	// set.
	Reason string `json:"reason,omitempty"`
}

// Prop is one setting of a slot: its name and its valid values. Every container row
// must set it if the slot is visible; with Always, also if the slot is hidden.
type Prop struct {
	Name   string
	Check  func(value any) error
	Always bool
}

// SlotRow describes one slot. Every container row must contain every slot.
type SlotRow struct {
	ID string
	// HiddenInEmbeds means that a container inside another app must hide the slot,
	// unless the row of the container states a reason.
	HiddenInEmbeds bool
	Props          []Prop
}

// SlotRows lists all slots. web/src/lib/slots.ts has the same ids.
var SlotRows = []SlotRow{
	// The sidebar. `width` is in CSS px. With mode "auto" the sidebar pushes the page aside on wide screens,
	// with "overlay" it always covers a part of the page. `open` is the initial state with mode "auto" on
	// a wide screen when no state is stored. `trigger` is the button that opens the sidebar.
	{ID: "navigation", Props: []Prop{
		{Name: "width", Check: between(200, 400)}, {Name: "mode", Check: oneOf("auto", "overlay")},
		{Name: "open", Check: isBool}, {Name: "trigger", Check: isBool},
	}},
	// The login dialog and the buttons that open it. passAnonCheckLogin: visitors may ask without a login;
	// the server checks this even if the slot is hidden. showLoginModalWhenAnonAsk: the page offers a login
	// when a visitor asks.
	{ID: "loginModal", HiddenInEmbeds: true, Props: []Prop{
		{Name: propVisitorsAsk, Check: isBool, Always: true}, {Name: propLoginOnAsk, Check: isBool, Always: true},
	}},
	{ID: "modelSelector", HiddenInEmbeds: true},   // choosing a model, in the header of the chat and for another version of an answer
	{ID: "searchSwitch"},                          // choosing how to search; if hidden, the stored choice applies, or else internetSeekState
	{ID: "themeSetting"},                          // in the menu of the user, and in the settings
	{ID: "sharing", HiddenInEmbeds: true},         // creating links for others
	{ID: "downloadBar"},                           // the invitation to install the app
	{ID: "logout", HiddenInEmbeds: true},          // hidden inside another app, which has its own logout
	{ID: "documentBinding", HiddenInEmbeds: true}, // binding an account of online documents
	{ID: "meetingBinding", HiddenInEmbeds: true},  // binding an account of online meetings
	{ID: "languageSetting"},                       // in the menu of the user, and in the settings
	{ID: "newChat"},                               // the buttons that begin a conversation
	{ID: "collect", HiddenInEmbeds: true},         // adding answers, files, pages and agents to the favourites
	{ID: "repeat", HiddenInEmbeds: true},          // making another version of an answer; a failed answer can always be retried
	{ID: "teamAccounts", HiddenInEmbeds: true},    // projects and their members
}

const (
	propVisitorsAsk = "passAnonCheckLogin"
	propLoginOnAsk  = "showLoginModalWhenAnonAsk"
)

// VisitorsAsk reports whether visitors may ask in this container without a login.
func (c Container) VisitorsAsk() bool { return c.Slots["loginModal"].Props[propVisitorsAsk] == true }

// LoginOnAsk reports whether the page offers a login in this container when a visitor
// asks.
func (c Container) LoginOnAsk() bool {
	login := c.Slots["loginModal"]
	return login.Visible && login.Props[propLoginOnAsk] == true
}

// FlagIDs are the layout flags. Each flag states whether the page offers a feature in a container.
// web/src/lib/slots.ts has the same ids.
var FlagIDs = []string{
	"drawerAppEntry", "meCreateAgentEntry", "meDigitalCloneEntry", "searchEntry", "sessionAiDrawPicEntry",
	"sessionAiGalleryEntry", "sessionSearchPicEntry", "useAgentListEntry", "agentSkillsNewUser", "userWebFavorite",
	"sessionDeepSearchEntry", "sessionAiWritingEntry", "sessionEditDocEntry", "sessionImageAiEditEntry",
}

// checkLayout checks that a row contains exactly the slots of SlotRows and the flags of FlagIDs.
// The row of a container inside another app must state a reason for each visible slot with
// HiddenInEmbeds. No other slot may have a reason.
func (c Container) checkLayout() error {
	for _, row := range SlotRows {
		slot, ok := c.Slots[row.ID]
		if !ok {
			return fmt.Errorf("slot %s is not stated", row.ID)
		}
		if err := row.check(slot); err != nil {
			return fmt.Errorf("slot %s: %w", row.ID, err)
		}
		differs := c.OneDocument && row.HiddenInEmbeds && slot.Visible
		if differs && slot.Reason == "" {
			return fmt.Errorf("slot %s: embeds hide it; say in reason why this one does not", row.ID)
		}
		if !differs && slot.Reason != "" {
			return fmt.Errorf("slot %s: a reason stands only where an embed shows what embeds hide", row.ID)
		}
	}
	for _, id := range FlagIDs {
		if _, ok := c.Flags[id]; !ok {
			return fmt.Errorf("flag %s is not stated", id)
		}
	}
	return c.checkUnknown()
}

func (c Container) checkUnknown() error {
	slots, flags := map[string]bool{}, map[string]bool{}
	for _, row := range SlotRows {
		slots[row.ID] = true
	}
	for _, id := range FlagIDs {
		flags[id] = true
	}
	for id := range c.Slots {
		if !slots[id] {
			return fmt.Errorf("there is no slot %s", id)
		}
	}
	for id := range c.Flags {
		if !flags[id] {
			return fmt.Errorf("there is no flag %s", id)
		}
	}
	return nil
}

func (r SlotRow) check(s Slot) error {
	known := map[string]bool{}
	for _, p := range r.Props {
		known[p.Name] = true
		value, ok := s.Props[p.Name]
		if !ok {
			if s.Visible || p.Always {
				return fmt.Errorf("prop %s is not stated", p.Name)
			}
			continue
		}
		if err := p.Check(value); err != nil {
			return fmt.Errorf("prop %s: %w", p.Name, err)
		}
	}
	for name := range s.Props {
		if !known[name] {
			return fmt.Errorf("there is no prop %s", name)
		}
	}
	return nil
}

func isBool(value any) error {
	if _, ok := value.(bool); !ok {
		return fmt.Errorf("%v is not true or false", value)
	}
	return nil
}

func between(least, most float64) func(any) error {
	return func(value any) error {
		if n, ok := value.(float64); !ok || n < least || n > most {
			return fmt.Errorf("%v is not a number from %v to %v", value, least, most)
		}
		return nil
	}
}

func oneOf(words ...string) func(any) error {
	return func(value any) error {
		for _, word := range words {
			if value == word {
				return nil
			}
		}
		return fmt.Errorf("%v is none of %v", value, words)
	}
}
