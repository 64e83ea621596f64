package document

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// ContentVersion returns a hash of the document's bytes and of some parsed properties, such as the
// title and the outline. It does not depend on the document's name.
func (d Document) ContentVersion() string {
	b, _ := json.Marshal([]any{d.Hash, d.Format, d.Units, d.Chars, d.Title, d.Outline}) // plain values can always be encoded
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
