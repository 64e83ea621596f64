package request

import (
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
)

// Choice is the asker's choice of a model, a way to search, and deep thinking. The zero value stands
// for the choice of the conversation or else the default model.
type Choice struct {
	ChatModelID string
	ModelID     string
	SubModelID  string
	Search      string // how to search: a function id of docs/protocol.md, section 4; empty: not stated
	DeepThink   bool
}

// The function ids sent by clients: the ways to search, and deep thinking.
const (
	SupportSearch   = "supportInternetSearch" // in a model list: the model supports web search; from older clients: search the web
	OpenSearch      = "openInternetSearch"
	AutoSearch      = "autoInternetSearch"
	CloseSearch     = "closeInternetSearch"
	KnowledgeSearch = "autoKnowledgeSearch"
	SupportThink    = "supportDeepThink"
)

// searchModes maps the function ids for search, as sent by clients, to the values of Choice.Search.
var searchModes = map[string]string{
	SupportSearch:   OpenSearch, // the only id sent by older clients
	OpenSearch:      OpenSearch,
	AutoSearch:      AutoSearch,
	CloseSearch:     CloseSearch,
	KnowledgeSearch: KnowledgeSearch,
}

// maxModelID bounds the length of model ids, in bytes.
const maxModelID = 128

// extInfo is the JSON of the client's field chatModelExtInfo.
type extInfo struct {
	ModelID          json.RawMessage `json:"modelId"`
	SubModelID       json.RawMessage `json:"subModelId"`
	SupportFunctions json.RawMessage `json:"supportFunctions"`
	InternetSearch   json.RawMessage `json:"internetSearch"`
}

// ParseChoice parses a client's fields about the model: chatModelId, chatModelExtInfo and
// supportFunctions. ext is an object, or a string that contains JSON.
func ParseChoice(chatModelID string, ext, functions json.RawMessage) Choice {
	var e extInfo
	if s, ok := lenient.String(ext); ok {
		ext = json.RawMessage(s)
	}
	_ = json.Unmarshal(ext, &e)
	c := Choice{ChatModelID: modelID(chatModelID)}
	if s, ok := lenient.String(e.ModelID); ok {
		c.ModelID = modelID(s)
	}
	if s, ok := lenient.String(e.SubModelID); ok {
		c.SubModelID = modelID(s)
	}
	for _, raw := range []json.RawMessage{e.InternetSearch, e.SupportFunctions, functions} {
		for _, f := range functionIDs(raw) {
			if mode, ok := searchModes[f]; ok {
				c.Search = mode
			}
			c.DeepThink = c.DeepThink || f == SupportThink
		}
	}
	return c
}

// Over returns c with its empty fields filled from `asked`. If c has a model, Over ignores the model
// and the deep thinking of `asked`.
func (c Choice) Over(asked Choice) Choice {
	if c.ChatModelID == "" && c.ModelID == "" && c.SubModelID == "" {
		c.ChatModelID, c.ModelID, c.SubModelID = asked.ChatModelID, asked.ModelID, asked.SubModelID
		c.DeepThink = c.DeepThink || asked.DeepThink
	}
	if c.Search == "" {
		c.Search = asked.Search
	}
	return c
}

// AskOptions are further options of a question, sent as fields of the request or in its options
// object.
type AskOptions struct {
	ChatModelID            json.RawMessage `json:"chatModelId,omitempty"`
	ChatSubModelID         json.RawMessage `json:"chatSubModelId,omitempty" doc:"the thinking mode of the model"`
	SupportInternetSearch  json.RawMessage `json:"supportInternetSearch,omitempty" doc:"true: search the web"`
	InternetSearch         json.RawMessage `json:"internetSearch,omitempty" doc:"function id of how to search"`
	PreviousInternetSearch json.RawMessage `json:"previousInternetSearch,omitempty" doc:"how the question before was searched; counts where nothing else says it"`
}

// With returns c with its empty fields filled from o.
func (c Choice) With(o AskOptions) Choice {
	if s, ok := lenient.String(o.ChatModelID); ok && c.ChatModelID == "" {
		c.ChatModelID = modelID(s)
	}
	if s, ok := lenient.String(o.ChatSubModelID); ok && c.SubModelID == "" {
		c.SubModelID = modelID(s)
	}
	ids := functionIDs(o.InternetSearch)
	if lenient.True(o.SupportInternetSearch) {
		ids = append(ids, SupportSearch)
	}
	for _, f := range append(ids, functionIDs(o.PreviousInternetSearch)...) {
		if mode, ok := searchModes[f]; ok && c.Search == "" {
			c.Search = mode
		}
	}
	return c
}

// functionIDs reads function ids from a list, a single id, or an object with the fields
// internetSearch, deepThink, supportInternetSearch and supportDeepThink. A field contains an id or
// true. The value true stands for the name of the field; in deepThink it stands for supportDeepThink.
func functionIDs(raw json.RawMessage) []string {
	if s, ok := lenient.String(raw); ok {
		return []string{s}
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var out []string
		for _, e := range list {
			if s, ok := lenient.String(e); ok {
				out = append(out, s)
			}
		}
		return out
	}
	var object map[string]json.RawMessage
	_ = json.Unmarshal(raw, &object)
	var out []string
	for _, key := range []string{"internetSearch", "deepThink", SupportSearch, SupportThink} {
		value, ok := object[key]
		if s, isString := lenient.String(value); isString {
			out = append(out, s)
		} else if ok && string(value) == "true" {
			if key == "deepThink" {
				key = SupportThink
			}
			out = append(out, key)
		}
	}
	return out
}

// modelID returns a model id, or an empty string when it is too long.
func modelID(s string) string {
	if len(s) > maxModelID {
		return ""
	}
	return lenient.Clean(s)
}

// savedChoice is the stored form of a choice without its ChatModelID. It has the form of the
// client's field chatModelExtInfo.
type savedChoice struct {
	ModelID          string   `json:"modelId"`
	SubModelID       string   `json:"subModelId"`
	SupportFunctions []string `json:"supportFunctions"`
}

// Encode returns the chatModelExtInfo of a choice; empty when all fields except
// ChatModelID are empty.
func (c Choice) Encode() string {
	s := savedChoice{ModelID: c.ModelID, SubModelID: c.SubModelID, SupportFunctions: []string{}}
	if c.Search != "" {
		s.SupportFunctions = append(s.SupportFunctions, c.Search)
	}
	if c.DeepThink {
		s.SupportFunctions = append(s.SupportFunctions, SupportThink)
	}
	if s.ModelID == "" && s.SubModelID == "" && len(s.SupportFunctions) == 0 {
		return ""
	}
	b, _ := json.Marshal(s) // cannot fail: s contains only strings
	return string(b)
}

// DecodeChoice parses the result of Encode.
func DecodeChoice(chatModelID, ext string) Choice {
	return ParseChoice(chatModelID, json.RawMessage(ext), nil)
}
