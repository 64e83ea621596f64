package exchange

import (
	"bytes"
	"encoding/json"
)

// The name and the version of the program's own format. A file has the name and the version in the
// same JSON object as the agent.
const (
	ownFormat  = "wenqu-agent"
	ownVersion = 1
)

type ownFile struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Agent   Agent  `json:"agent"`
}

// Write encodes an agent in the program's own format.
func Write(a Agent) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(ownFile{ownFormat, ownVersion, a})
	return b.Bytes(), err
}

func parseOwn(doc map[string]json.RawMessage, file []byte) (Read, bool, error) {
	if stringOf(doc["format"]) != ownFormat {
		return Read{}, false, nil
	}
	var f ownFile
	if err := json.Unmarshal(file, &f); err != nil {
		return Read{}, true, ErrUnknown
	}
	if f.Version > ownVersion {
		return Read{}, true, ErrNewer
	}
	return Read{Agent: f.Agent, Format: Wenqu}, true, nil
}

// stringOf decodes a JSON string; "" for any other value.
func stringOf(raw json.RawMessage) (s string) {
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
