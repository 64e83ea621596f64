// Package lenient reads fields that have different forms in different versions
// of the clients. A field in an unknown form counts as absent.
package lenient

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// String reads a JSON string.
func String(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// Strings reads a JSON list of strings, or one string. It skips elements that are not strings.
func Strings(raw json.RawMessage) []string {
	if s, ok := String(raw); ok {
		return []string{s}
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	out := []string{}
	for _, one := range list {
		if s, ok := String(one); ok {
			out = append(out, s)
		}
	}
	return out
}

// Number reads a JSON number, or a string that contains a number.
func Number(raw json.RawMessage) (float64, bool) {
	s, ok := String(raw)
	if !ok {
		s = string(raw)
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// Integer reads a number as Number does, and drops the fraction. It returns 0 for anything else and
// for numbers beyond 2^53.
func Integer(raw json.RawMessage) int64 {
	n, ok := Number(raw)
	if !ok || math.Abs(n) > 1<<53 {
		return 0
	}
	return int64(n)
}

// True reports whether a field is true or 1, also as a string.
func True(raw json.RawMessage) bool {
	if s, ok := String(raw); ok {
		return s == "true" || s == "1"
	}
	return string(raw) == "true" || string(raw) == "1"
}

// False reports whether a field is false or 0, also as a string; an absent field is not false.
func False(raw json.RawMessage) bool {
	if s, ok := String(raw); ok {
		return s == "false" || s == "0"
	}
	return string(raw) == "false" || string(raw) == "0"
}

// Word reads a JSON string, or a JSON number as it is written; empty for anything else.
func Word(raw json.RawMessage) string {
	if s, ok := String(raw); ok {
		return s
	}
	if _, ok := Number(raw); ok {
		return string(raw)
	}
	return ""
}

// Zone reads offsetOfHour, the asker's offset from UTC in hours; nil when it is
// not valid.
func Zone(raw json.RawMessage) *time.Location {
	h, ok := Number(raw)
	if !ok || h < -12 || h > 14 {
		return nil
	}
	return time.FixedZone("", int(h*3600))
}

// HotCard reports whether reportExtParams, also named extReportParams, marks a question as asked
// by a click on a good-question card.
func HotCard(raws ...json.RawMessage) bool {
	for _, raw := range raws {
		if s, ok := String(raw); ok {
			raw = json.RawMessage(s)
		}
		var p struct {
			Hot json.RawMessage `json:"isHotRecommand"`
		}
		if json.Unmarshal(raw, &p) == nil && True(p.Hot) {
			return true
		}
	}
	return false
}

// Clean removes NUL characters, because PostgreSQL cannot store them in a text.
func Clean(s string) string { return strings.ReplaceAll(s, "\x00", "") }
