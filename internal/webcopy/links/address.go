package links

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// addresses matches web addresses in a text; Chinese punctuation ends them.
var addresses = text.NewPattern(`(?i)(?:https?://|www\.)[^\s<>"'` + "`" + `，。；：、！？（）【】《》「」『』“”‘’…|\\^{}\x00-\x20]+`)

// maxLinks is how many links of a question are read.
const maxLinks = 5

// In are the addresses in a text in their normal form, each once, at most
// maxLinks. Without them, the rest of the text is what is asked.
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

// trimmed parts an address from the punctuation behind it. A closing bracket is
// of the address when it has an opening one.
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
