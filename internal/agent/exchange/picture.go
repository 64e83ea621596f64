package exchange

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// parsePicture reads the character card of a PNG. If the text chunk ccv3 has a readable card, this
// card is used, and otherwise the card of the chunk chara. Both chunks contain JSON in base64. The
// picture itself is not decoded.
func parsePicture(file []byte) (Read, error) {
	found := map[string][]byte{}
	rest := file[len(pngSignature):]
	for len(rest) >= 12 {
		size := binary.BigEndian.Uint32(rest)
		kind := string(rest[4:8])
		if uint64(size)+12 > uint64(len(rest)) {
			break // the file ends inside this chunk; only the earlier chunks are used
		}
		if kind == "tEXt" {
			if key, value, ok := strings.Cut(string(rest[8:8+size]), "\x00"); ok && (key == "chara" || key == "ccv3") {
				found[key] = []byte(value)
			}
		}
		rest = rest[12+size:]
	}
	for _, key := range []string{"ccv3", "chara"} {
		encoded := found[key]
		if base64.StdEncoding.DecodedLen(len(encoded)) > MaxText+2 {
			return Read{}, ErrTooLarge
		}
		decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(encoded)))
		if err != nil || len(decoded) == 0 {
			continue
		}
		r, err := parseText(decoded)
		if err != nil || r.Format != Character {
			continue
		}
		r.leave(LeftPicture)
		return r, nil
	}
	return Read{}, ErrUnknown
}
