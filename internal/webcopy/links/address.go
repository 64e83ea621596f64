package links

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// addresses matches web addresses in a text; Chinese punctuation ends them.
var addresses = text.NewPattern(`(?i)(?:https?://|www\.)[^\s<>"'` + "`" + `，。；：、！？（）【】《》「」『』“”‘’…|\\^{}\x00-\x20]+`)

// maxLinks is the maximum number of links of a question that are read.
const maxLinks = 5

// In returns the valid addresses in a text in their normal form, each once, at most maxLinks.
// `rest` is the text without valid addresses: the actual question.
func In(s string) (found []string, rest string) {
	seen := map[string]bool{}
	rest = addresses.ReplaceAllStringFunc(s, func(word string) string {
		address, tail := trimmed(word)
		at, err := webpage.Normal(address)
		if err != nil {
			return word
		}
		if !seen[at] && len(found) < maxLinks {
			seen[at] = true
			found = append(found, at)
		}
		return " " + tail
	})
	return found, strings.TrimSpace(rest)
}

// trimmed separates an address from the punctuation after it. A closing bracket belongs to the address if the address
// contains the opening bracket.
func trimmed(word string) (address, tail string) {
	address = word
	for address != "" {
		last := address[len(address)-1]
		opening, bracket := map[byte]string{')': "(", ']': "["}[last]
		switch {
		case strings.IndexByte(".,;:!?*_~", last) >= 0:
		case bracket && strings.Count(address, opening) < strings.Count(address, string(last)):
		default:
			return address, word[len(address):]
		}
		address = address[:len(address)-1]
	}
	return "", word
}
