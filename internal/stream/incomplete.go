package stream

import (
	"regexp"
	"slices"
)

// ReplaceStep is the state of a replacement.
type ReplaceStep string

// The states of a replacement.
const (
	ReplaceNotStart ReplaceStep = "not_start"
	ReplaceStart    ReplaceStep = "start"
	ReplaceFailed   ReplaceStep = "complete_failed"
	ReplaceSuccess  ReplaceStep = "complete_success"
)

// Step is the state of the replacement. A Status other than 0 takes precedence over media.
func (r Replacement) Step() ReplaceStep {
	switch {
	case r.Status == 2:
		return ReplaceFailed
	case r.Status != 0:
		return ReplaceStart
	case len(r.Multimedias) > 0:
		return ReplaceSuccess
	}
	return ReplaceNotStart
}

// stepLike reports whether an item is no answer in itself, such as a step, thinking or a list of sources.
func stepLike(it Item) bool {
	switch it.Event.(type) {
	case Text, MultiAnswer, Replace, File, Card:
		return false
	}
	return true
}

// Incomplete reports whether the message is not a complete answer. A hidden message counts as
// complete. Any other message is incomplete in three cases: all its parts are step-like; a
// replacement is running or has failed; or a placeholder or a replacement has no media and
// the message has a Progress other than 1.
func (m *Message) Incomplete() bool {
	if m.Hidden {
		return false
	}
	if !slices.ContainsFunc(m.Content, func(it Item) bool { return !stepLike(it) }) {
		return true
	}
	unfinished := false
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case Replace:
			if e.Replace.Status != 0 {
				return true
			}
		case Progress:
			unfinished = e.Value != 1
		}
	}
	return unfinished && m.waitsForMedia()
}

var placeholder = regexp.MustCompile(`\[\]\(@replace=([^)]*)\)`)

// waitsForMedia reports whether a placeholder in the text or a Replace event has no media yet.
func (m *Message) waitsForMedia() bool {
	filled := map[string]bool{}
	for _, it := range m.Content {
		if r, ok := it.Event.(Replace); ok {
			if r.Replace.Step() != ReplaceSuccess {
				return true
			}
			filled[r.Replace.ID] = true
		}
	}
	for _, found := range placeholder.FindAllStringSubmatch(m.Text(), -1) {
		if !filled[found[1]] {
			return true
		}
	}
	return false
}
