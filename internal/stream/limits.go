package stream

import (
	"encoding/json"
	"reflect"
	"unicode/utf8"
)

// Limits of a folded message. A message stays within the limits, whatever data comes from a tool, a
// model or another server. Bytes are UTF-8 bytes; a longer string is cut before the character that
// exceeds the limit.
const (
	MaxParts    = 2_000    // parts; the first text, the first thinking and parts that occur at most once are never dropped
	MaxID       = 128      // bytes of a state, and of an identifier such as a step's ID or a card's Kind
	MaxTitle    = 512      // bytes of the Title of a tool, a card or a research block, and of each of a step's Args
	MaxShort    = 2 << 10  // bytes of a tool's Input, Output and Error, and of a step's Detail
	MaxLong     = 8 << 10  // bytes of a step's Msg, a card's Fallback and a text in a research block
	MaxArgs     = 16       // Args of a step
	MaxDocs     = 20       // pages of a step
	MaxContents = 200      // texts and lists of sources of a research block
	MaxCardData = 32 << 10 // size of a card's Data by dataSize; larger Data is removed from the card
)

// Limits contains the same numbers by name, for the tags of fields and for the page.
var Limits = map[string]int{
	"parts": MaxParts, "id": MaxID, "title": MaxTitle, "short": MaxShort, "long": MaxLong,
	"args": MaxArgs, "docs": MaxDocs, "contents": MaxContents, "cardData": MaxCardData,
}

// Bounded returns e, cut to the limits in the tags of its fields. The lists of e are copied and not
// changed. An event without limits is returned unchanged.
func Bounded(e Event) Event {
	fields := tagsOf(reflect.TypeOf(e))
	if !fields.limited {
		return e
	}
	v := reflect.New(fields.of).Elem()
	v.Set(reflect.ValueOf(e))
	fields.bound(v)
	return v.Interface().(Event)
}

// bound cuts the fields of the struct v in place.
func (t *typeTags) bound(v reflect.Value) {
	for _, f := range t.fields {
		field := v.Field(f.index)
		switch {
		case f.list:
			list := copied(field, f.items)
			for i := range list.Len() {
				if f.within != nil {
					f.within.bound(list.Index(i))
				} else if f.limit > 0 {
					list.Index(i).SetString(cut(list.Index(i).String(), f.limit))
				}
			}
			field.Set(list)
		case f.limit == 0:
		case f.json:
			if size := dataSize(field.Bytes()); size == 0 || size > f.limit {
				field.SetZero()
			}
		default:
			field.SetString(cut(field.String(), f.limit))
		}
	}
}

// cut shortens s to at most n bytes, never inside a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// dataSize returns a size of JSON that is the same in every programming language: the bytes of all
// strings and keys, plus 8 for every value. It is 0 if there is no data or the whole data is null. For
// invalid JSON and for JSON nested deeper than 64, the result exceeds MaxCardData.
func dataSize(data json.RawMessage) int {
	if len(data) == 0 {
		return 0
	}
	var v any
	// Escapes make a text at most six times as long. JSON of more than eight times the limit is
	// therefore too large, or consists mostly of white space or very long numbers. Such JSON is not
	// decoded.
	if len(data) > 8*MaxCardData || json.Unmarshal(data, &v) != nil {
		return MaxCardData + 1
	}
	if v == nil {
		return 0
	}
	return valueSize(v, 64)
}

func valueSize(v any, depth int) int {
	if depth == 0 {
		return MaxCardData + 1
	}
	size := 8
	switch v := v.(type) {
	case string:
		size += len(v)
	case []any:
		for _, each := range v {
			size += valueSize(each, depth-1)
		}
	case map[string]any:
		for key, each := range v {
			size += len(key) + valueSize(each, depth-1)
		}
	}
	return size
}
