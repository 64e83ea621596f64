package chat

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// Clients of many ages write the same thing in different shapes. The readers of
// this file take what they understand and pass over the rest: a field that
// nobody can read is as good as absent.

// Function ids of specification point 3, and our own for deep thinking.
const (
	supportSearch = "supportInternetSearch"
	openSearch    = "openInternetSearch"
	supportThink  = "supportDeepThink"
)

// searchModes are the functions that say how a question searches.
var searchModes = map[string]string{
	supportSearch:         openSearch, // the older clients' only word
	openSearch:            openSearch,
	"autoInternetSearch":  "autoInternetSearch",
	"closeInternetSearch": "closeInternetSearch",
	"autoKnowledgeSearch": "autoKnowledgeSearch",
}

// maxModelID bounds the model ids that are kept.
const maxModelID = 128

// extInfo is chatModelExtInfo.
type extInfo struct {
	ModelID          json.RawMessage `json:"modelId"`
	SubModelID       json.RawMessage `json:"subModelId"`
	SupportFunctions json.RawMessage `json:"supportFunctions"`
	InternetSearch   json.RawMessage `json:"internetSearch"`
}

// parseChoice reads what a client says of the model: chatModelId, the
// chatModelExtInfo that is a JSON string or an object, and supportFunctions.
func parseChoice(chatModelID string, ext, functions json.RawMessage) ModelChoice {
	var e extInfo
	if s, ok := stringOf(ext); ok {
		ext = json.RawMessage(s)
	}
	_ = json.Unmarshal(ext, &e)
	c := ModelChoice{ChatModelID: modelID(chatModelID)}
	if s, ok := stringOf(e.ModelID); ok {
		c.ModelID = modelID(s)
	}
	if s, ok := stringOf(e.SubModelID); ok {
		c.SubModelID = modelID(s)
	}
	for _, raw := range []json.RawMessage{e.InternetSearch, e.SupportFunctions, functions} {
		for _, f := range functionIDs(raw) {
			if mode, ok := searchModes[f]; ok {
				c.Search = mode
			}
			c.DeepThink = c.DeepThink || f == supportThink
		}
	}
	return c
}

// functionIDs reads a list of function ids, an object that holds them as
// values or as keys that are true, or a single id.
func functionIDs(raw json.RawMessage) []string {
	if s, ok := stringOf(raw); ok {
		return []string{s}
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var out []string
		for _, e := range list {
			if s, ok := stringOf(e); ok {
				out = append(out, s)
			}
		}
		return out
	}
	var object map[string]json.RawMessage
	_ = json.Unmarshal(raw, &object)
	var out []string
	for _, key := range []string{"internetSearch", "deepThink", supportSearch, supportThink} {
		value, ok := object[key]
		if s, isString := stringOf(value); isString {
			out = append(out, s)
		} else if ok && string(value) == "true" {
			if key == "deepThink" {
				key = supportThink
			}
			out = append(out, key)
		}
	}
	return out
}

// modelID drops an id that is too long to be one.
func modelID(s string) string {
	if len(s) > maxModelID {
		return ""
	}
	return clean(s)
}

// stringOf reads a JSON string.
func stringOf(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// numberOf reads a JSON number, or a string that holds one.
func numberOf(raw json.RawMessage) (float64, bool) {
	s, ok := stringOf(raw)
	if !ok {
		s = string(raw)
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// integerOf reads a whole number as numberOf does; 0 for anything else.
func integerOf(raw json.RawMessage) int64 {
	n, ok := numberOf(raw)
	if !ok || math.Abs(n) > 1<<53 {
		return 0
	}
	return int64(n)
}

// trueOf reads a boolean, or a string or number that stands for one.
func trueOf(raw json.RawMessage) bool {
	if s, ok := stringOf(raw); ok {
		return s == "true" || s == "1"
	}
	return string(raw) == "true" || string(raw) == "1"
}

// zoneOf reads offsetOfHour, the asker's distance from UTC in hours; nil when
// it is none.
func zoneOf(raw json.RawMessage) *time.Location {
	h, ok := numberOf(raw)
	if !ok || h < -12 || h > 14 {
		return nil
	}
	return time.FixedZone("", int(h*3600))
}

// hotCard reads reportExtParams or its other spelling extReportParams.
func hotCard(raws ...json.RawMessage) bool {
	for _, raw := range raws {
		if s, ok := stringOf(raw); ok {
			raw = json.RawMessage(s)
		}
		var p struct {
			Hot json.RawMessage `json:"isHotRecommand"`
		}
		if json.Unmarshal(raw, &p) == nil && trueOf(p.Hot) {
			return true
		}
	}
	return false
}
