package stream

import (
	"regexp"
	"slices"
)

// ReplaceStep is how far a replacement is.
type ReplaceStep string

// The steps of a replacement.
const (
	ReplaceNotStart ReplaceStep = "not_start"
	ReplaceStart    ReplaceStep = "start"
	ReplaceFailed   ReplaceStep = "complete_failed"
	ReplaceSuccess  ReplaceStep = "complete_success"
)

// Step says how far the replacement is. A status outweighs media.
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

// stepLike says of an item that it tells how the answer is made and is none.
func stepLike(it Item) bool {
	switch it.Event.(type) {
	case Text, MultiAnswer, Replace, File, Card:
		return false
	}
	return true
}

// Incomplete says that the message is no whole answer: it has no content, or
// none but steps; or a replacement is running or has failed; or progress is
// not at 1 while a placeholder still waits for its media. A hidden message is
// not incomplete: it was taken away.
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

// waitsForMedia says that a placeholder in the text, or a replacement that was
// announced, has no media yet.
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
