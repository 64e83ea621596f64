package text

import (
	"regexp"
	"slices"
	"sync"
)

// Pattern is a regular expression that is compiled at its first use. There are hundreds of patterns,
// and a server needs only a few of them before its first question. Pattern has the methods of
// regexp.Regexp that are needed.
type Pattern struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

var known struct {
	sync.Mutex
	patterns []*Pattern
}

// NewPattern makes a pattern and adds it to the list returned by Patterns, where it stays until the
// process ends. A pattern with an invalid expression panics at its first use.
func NewPattern(expr string) *Pattern {
	p := &Pattern{expr: expr}
	known.Lock()
	defer known.Unlock()
	known.patterns = append(known.patterns, p)
	return p
}

// Patterns returns all patterns that were made so far, for a test that checks each pattern.
func Patterns() []*Pattern {
	known.Lock()
	defer known.Unlock()
	return slices.Clone(known.patterns)
}

// Regexp is the compiled expression.
func (p *Pattern) Regexp() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.expr) })
	return p.re
}

// String is the source of the expression.
func (p *Pattern) String() string { return p.expr }

// MatchString is like regexp.Regexp.MatchString.
func (p *Pattern) MatchString(s string) bool { return p.Regexp().MatchString(s) }

// FindString is like regexp.Regexp.FindString.
func (p *Pattern) FindString(s string) string { return p.Regexp().FindString(s) }

// FindStringIndex is like regexp.Regexp.FindStringIndex.
func (p *Pattern) FindStringIndex(s string) []int { return p.Regexp().FindStringIndex(s) }

// FindStringSubmatch is like regexp.Regexp.FindStringSubmatch.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.Regexp().FindStringSubmatch(s) }

// FindStringSubmatchIndex is like regexp.Regexp.FindStringSubmatchIndex.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.Regexp().FindStringSubmatchIndex(s)
}

// FindAllString is like regexp.Regexp.FindAllString.
func (p *Pattern) FindAllString(s string, n int) []string { return p.Regexp().FindAllString(s, n) }

// FindAllStringIndex is like regexp.Regexp.FindAllStringIndex.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.Regexp().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is like regexp.Regexp.FindAllStringSubmatch.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.Regexp().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is like regexp.Regexp.FindAllStringSubmatchIndex.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.Regexp().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is like regexp.Regexp.ReplaceAllString.
func (p *Pattern) ReplaceAllString(s, by string) string { return p.Regexp().ReplaceAllString(s, by) }

// ReplaceAllStringFunc is like regexp.Regexp.ReplaceAllStringFunc.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	return p.Regexp().ReplaceAllStringFunc(s, by)
}

// SubexpIndex is like regexp.Regexp.SubexpIndex.
func (p *Pattern) SubexpIndex(name string) int { return p.Regexp().SubexpIndex(name) }

// Split is like regexp.Regexp.Split.
func (p *Pattern) Split(s string, n int) []string { return p.Regexp().Split(s, n) }
