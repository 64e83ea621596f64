// Package stopwords lists words that say nothing about the subject of a text.
package stopwords

import "strings"

// English are English words that say nothing about the subject of a text.
var English = Set(`a about above after again against all also am an and any are as at be because been before being below between both but
by can cannot could did do does doing down during each few for from further had has have having he her here hers him his how however i if in into is it
its itself just may me might more most must my no nor not of off on once only or other our out over own per same shall she should so some such
than that the their them then there these they this those through thus to too under until up upon very was we were what when where whether which while
who whom why will with within without would you your one two three first second new use used using based get got make made many much well`)

// Set returns the set of the words in s, which are separated by white space.
func Set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
