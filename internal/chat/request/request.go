// Package request is what a question carries beside its words: files, the choice
// of a model, and where it comes from. It reads that from what clients send and
// from what is stored.
package request

import (
	"encoding/json"
)

// Request is what is kept of a question beside its words.
type Request struct {
	Files       []File `json:"files,omitempty"`
	ChatModelID string `json:"chatModelId,omitempty"`
	ModelExt    string `json:"chatModelExtInfo,omitempty"`

	DeepSearch *DeepSearch `json:"deepSearch,omitempty"` // the question asks for a study
}

// Choice is the choice of a model that the question came with.
func (r Request) Choice() Choice { return DecodeChoice(r.ChatModelID, r.ModelExt) }

// Encode gives the JSON to store, empty for the zero request.
func (r Request) Encode() string {
	if len(r.Files) == 0 && r.ChatModelID == "" && r.ModelExt == "" && r.DeepSearch == nil {
		return ""
	}
	b, _ := json.Marshal(r) // plain strings and numbers: it cannot fail
	return string(b)
}

// Decode reads what encode wrote.
func Decode(s string) Request {
	var r Request
	if s != "" {
		_ = json.Unmarshal([]byte(s), &r) // written by encode; a damaged row loses its attachments, not the page
	}
	return r
}
