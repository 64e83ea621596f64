package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"slices"
	"strings"
)

// preloadName is a file of the web app. For each page it lists the files to load in addition
// to the files loaded by index.html.
const preloadName = "preload.json"

// preloads has link elements for the head of index.html, by address and language. The links make the
// browser fetch the code of a page together with the code of the app. Without them, the browser would
// fetch the code of the page only after it has run the code of the app.
type preloads map[string]map[string]string // the first key is an address as in addresses.txt, or everyPage; the second key is a language

const everyPage = "*"

// readPreloads reads the file preloadName, which lists files by address and language. The language
// "" stands for all languages. readPreloads returns nil if the web app has no such file.
func readPreloads(fsys fs.FS) (preloads, error) {
	b, err := fs.ReadFile(fsys, preloadName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list map[string]map[string][]string
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", preloadName, err)
	}
	p := preloads{}
	for address, files := range list {
		p[address] = map[string]string{}
		for _, locale := range Locales {
			var links strings.Builder
			for _, name := range slices.Concat(files[""], files[locale]) {
				links.WriteString(`<link rel="modulepreload" crossorigin href="/` + html.EscapeString(name) + `">`)
			}
			p[address][locale] = links.String()
		}
	}
	return p, nil
}

// links returns the link elements for the page at an address, in one language.
func (p preloads) links(address, locale string) string {
	return p[everyPage][locale] + p[address][locale]
}
