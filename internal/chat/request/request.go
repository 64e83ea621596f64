// Package request defines the data of a question besides its text, such as files, the choice of a
// model, and why it was asked. It parses this data from requests of clients and from the database.
package request

import (
	"encoding/json"
)

// Request is the stored data of a question besides its text.
type Request struct {
	Files       []File `json:"files,omitempty"`
	ChatModelID string `json:"chatModelId,omitempty"`
	ModelExt    string `json:"chatModelExtInfo,omitempty"`

	DeepSearch *DeepSearch `json:"deepSearch,omitempty"` // requests a study (deep research)
}

// Choice returns the choice of a model that came with the question.
func (r Request) Choice() Choice { return DecodeChoice(r.ChatModelID, r.ModelExt) }

// Encode returns the JSON to store, empty for the zero request.
func (r Request) Encode() string {
	if len(r.Files) == 0 && r.ChatModelID == "" && r.ModelExt == "" && r.DeepSearch == nil {
		return ""
	}
	b, _ := json.Marshal(r) // cannot fail: every value can be encoded as JSON
	return string(b)
}

// Decode parses the result of Encode.
func Decode(s string) Request {
	var r Request
	if s != "" {
		_ = json.Unmarshal([]byte(s), &r) // s comes from Encode; after an error, files may be missing, but the page is shown
	}
	return r
}
