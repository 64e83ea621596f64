package document

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// ContentVersion changes with what was read of a file, and not with its name.
func (d Document) ContentVersion() string {
	b, _ := json.Marshal([]any{d.Hash, d.Format, d.Units, d.Chars, d.Title, d.Outline}) // plain values: it cannot fail
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
