// Package words contains groups of words with the same meaning, as used in
// questions and in documents.
package words

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// Groups has a group of words on each line, written by hand. Lines that begin with #
// are comments.
//
//go:embed groups.txt
var Groups string

// Everyday has groups in the form of Groups, but the meanings of the words in a group differ more. The
// groups are used for questions about one file, and by Alike. In a search over many files, they would
// match too many passages.
//
//go:embed everyday.txt
var Everyday string

// English has groups that consist of a Chinese word and the English words for it.
//
//go:embed english.txt
var English string

// Characters contains groups of characters with similar meanings in words.
//
//go:embed characters.txt
var Characters string

// Longest returns the length of the longest Chinese word in all groups, in characters.
var Longest = sync.OnceValue(func() int {
	n := 0
	for line := range strings.Lines(Groups + Everyday + English) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			if w[0] >= utf8.RuneSelf {
				n = max(n, utf8.RuneCountInString(w))
			}
		}
	}
	return n
})

// groups maps each word to the other words of all its groups in Groups and Everyday.
var groups = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(Groups + Everyday) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := strings.Fields(line)
		for i, w := range group {
			all[w] = append(append(all[w], group[:i]...), group[i+1:]...)
		}
	}
	return all
})

// Alike returns the other words in the groups of `word`, from Groups and Everyday.
func Alike(word string) []string { return groups()[word] }
