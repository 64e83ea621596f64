package text

import (
	"regexp"
	"slices"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used: the
// program has hundreds, and a server needs few of them before its first
// question. Its methods are those of regexp.Regexp.
type Pattern struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

var known struct {
	sync.Mutex
	patterns []*Pattern
}

// NewPattern is for patterns that last as long as the program, which keeps all
// of them for Patterns. An expression that is not valid panics at its first use.
func NewPattern(expr string) *Pattern {
	p := &Pattern{expr: expr}
	known.Lock()
	defer known.Unlock()
	known.patterns = append(known.patterns, p)
	return p
}

// Patterns are all patterns that were made so far, for a test that each is valid.
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

// String is the expression.
func (p *Pattern) String() string { return p.expr }

// MatchString is like regexp.Regexp.MatchString.
func (p *Pattern) MatchString(s string) bool { return p.Regexp().MatchString(s) }

// FindString does what it does for a regexp.Regexp.
func (p *Pattern) FindString(s string) string { return p.Regexp().FindString(s) }

// FindStringIndex does what it does for a regexp.Regexp.
func (p *Pattern) FindStringIndex(s string) []int { return p.Regexp().FindStringIndex(s) }

// FindStringSubmatch does what it does for a regexp.Regexp.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.Regexp().FindStringSubmatch(s) }

// FindStringSubmatchIndex does what it does for a regexp.Regexp.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.Regexp().FindStringSubmatchIndex(s)
}

// FindAllString does what it does for a regexp.Regexp.
func (p *Pattern) FindAllString(s string, n int) []string { return p.Regexp().FindAllString(s, n) }

// FindAllStringIndex does what it does for a regexp.Regexp.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.Regexp().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch does what it does for a regexp.Regexp.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.Regexp().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex does what it does for a regexp.Regexp.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.Regexp().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString does what it does for a regexp.Regexp.
func (p *Pattern) ReplaceAllString(s, by string) string { return p.Regexp().ReplaceAllString(s, by) }

// ReplaceAllStringFunc does what it does for a regexp.Regexp.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	return p.Regexp().ReplaceAllStringFunc(s, by)
}

// SubexpIndex does what it does for a regexp.Regexp.
func (p *Pattern) SubexpIndex(name string) int { return p.Regexp().SubexpIndex(name) }

// Split does what it does for a regexp.Regexp.
func (p *Pattern) Split(s string, n int) []string { return p.Regexp().Split(s, n) }
