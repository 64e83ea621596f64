package html

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Classes of the parts of code.
const (
	comment = "c"
	literal = "s" // a string
	keyword = "k"
	number  = "n"
	added   = "a" // a line of a diff
	removed = "r" // a line of a diff
)

// maxGrowth limits the HTML of highlighted code to maxGrowth times the bytes of the code, plus 200. Code
// with many small parts can exceed the limit; then it is not highlighted.
const maxGrowth = 6

// language describes the syntax of a language for highlighting. With the zero value, only numbers are
// highlighted.
type language struct {
	line     []string  // marks that start a single-line comment
	block    [2]string // start and end of comments of several lines
	quotes   string    // characters that start and end a single-line string
	long     []string  // marks that start and end a multi-line string
	apart    bool      // a quote after a letter, a digit or _ does not start a string
	folded   bool      // keywords are case-insensitive
	keywords map[string]bool
	scan     func(h *highlighter, code string) // highlights the code if the fields above do not suffice; otherwise nil
}

func words(all string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(all) {
		out[w] = true
	}
	return out
}

var slashes = [2]string{"/*", "*/"}

// scripts are JavaScript, TypeScript and their dialects.
var scripts = language{
	line: []string{"//"}, block: slashes, quotes: `"'`, long: []string{"`"},
	keywords: words(`abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let namespace new null number of private protected public readonly return set static string super switch this throw true try type typeof undefined unknown var void while with yield`),
}

var cLike = language{
	line: []string{"//"}, block: slashes, quotes: `"'`,
	keywords: words(`abstract alignas auto base bool boolean break byte case catch char class const constexpr continue decimal default delegate delete do double else enum event explicit extends extern false final finally float for foreach friend goto if implements import in inline instanceof int interface internal is lock long mutable namespace native new noexcept null nullptr operator out override package params private protected public readonly record ref register return sealed short signed sizeof static string struct super switch synchronized template this throw throws transient true try typedef typename union unsigned using var virtual void volatile while yield`),
}

var shell = language{
	line: []string{"#"}, quotes: `"'`, apart: true,
	keywords: words(`case cd do done echo elif else esac exit export fi for function if in local read return set shift source then unset until while`),
}

var markup = language{block: [2]string{"<!--", "-->"}, scan: (*highlighter).markup}

// languages are the highlighted languages, by their names in code fences.
var languages = map[string]language{
	"go": {
		line: []string{"//"}, block: slashes, quotes: `"'`, long: []string{"`"},
		keywords: words(`any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int int64 interface iota map nil package range return rune select string struct switch true type uint var`),
	},
	"javascript": scripts, "js": scripts, "jsx": scripts, "typescript": scripts, "ts": scripts, "tsx": scripts,
	"java": cLike, "c": cLike, "h": cLike, "cpp": cLike, "c++": cLike, "cs": cLike, "csharp": cLike,
	"kotlin": {
		line: []string{"//"}, block: slashes, quotes: `"'`, long: []string{`"""`},
		keywords: words(`abstract as break by class companion const continue data do else enum false final for fun if import in init interface internal is lateinit null object open override package private protected public return sealed super suspend this throw true try typealias val var vararg when while`),
	},
	"swift": {
		line: []string{"//"}, block: slashes, quotes: `"`, long: []string{`"""`},
		keywords: words(`as async await break case catch class continue default defer do else enum extension false final for func guard if import in init inout internal is let nil open override private protocol public return self static struct super switch throw throws true try var where while`),
	},
	"rust": {
		line: []string{"//"}, block: slashes, quotes: `"`,
		keywords: words(`as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while`),
	},
	"php": {
		line: []string{"//", "#"}, block: slashes, quotes: `"'`,
		keywords: words(`abstract and array as break case catch class clone const continue declare default do echo else elseif empty endforeach extends false final finally fn for foreach function global if implements include instanceof interface isset match namespace new null or private protected public readonly require return static switch throw trait true try unset use var while yield`),
	},
	"python": python, "py": python,
	"ruby": {
		line: []string{"#"}, quotes: `"'`, apart: true,
		keywords: words(`alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true undef unless until when while yield`),
	},
	"bash": shell, "sh": shell, "shell": shell, "zsh": shell, "console": shell, "dockerfile": shell, "makefile": shell,
	"sql": {
		line: []string{"--"}, block: slashes, quotes: `'"`, folded: true,
		keywords: words(`add all alter and any as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then union unique update using values view when where with`),
	},
	"json": {quotes: `"`, keywords: words(`true false null`)}, "jsonc": {line: []string{"//"}, quotes: `"`, keywords: words(`true false null`)},
	"yaml": settings, "yml": settings, "toml": settings, "ini": settings, "properties": settings,
	"css": {block: slashes, quotes: `"'`}, "scss": {line: []string{"//"}, block: slashes, quotes: `"'`}, "less": {line: []string{"//"}, block: slashes, quotes: `"'`},
	"html": markup, "xml": markup, "svg": markup, "vue": markup,
	"diff": {scan: (*highlighter).diff}, "patch": {scan: (*highlighter).diff},
}

var python = language{
	line: []string{"#"}, quotes: `"'`, long: []string{`"""`, `'''`},
	keywords: words(`and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield`),
}

var settings = language{line: []string{"#", ";"}, quotes: `"'`, apart: true, keywords: words(`true false null yes no on off`)}

// highlighter writes code with its parts marked.
type highlighter struct {
	language
	b strings.Builder
}

// highlighted returns code as escaped HTML. Its parts are in spans if the language is known and the
// HTML stays within maxGrowth.
func highlighted(code, name string) string {
	name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), " ")
	l, known := languages[name]
	plain := html.EscapeString(code)
	if !known {
		return plain
	}
	h := &highlighter{language: l}
	if l.scan != nil {
		l.scan(h, code)
	} else {
		h.code(code)
	}
	if h.b.Len() > maxGrowth*len(code)+200 {
		return plain
	}
	return h.b.String()
}

func (h *highlighter) part(class, s string) {
	if s == "" {
		return
	}
	if class == "" {
		h.b.WriteString(html.EscapeString(s))
		return
	}
	h.b.WriteString(`<span class="` + class + `">` + html.EscapeString(s) + `</span>`)
}

// code highlights code from left to right.
func (h *highlighter) code(s string) {
	var last rune // the character before s
	for s != "" {
		class, n := h.next(s, last)
		h.part(class, s[:n])
		last, _ = utf8.DecodeLastRuneInString(s[:n])
		s = s[n:]
	}
}

// next returns the class and the length of the part at the start of s.
func (h *highlighter) next(s string, last rune) (class string, n int) {
	for _, mark := range h.line {
		if strings.HasPrefix(s, mark) && (mark != "#" || !named(last) && last != '$') {
			return comment, lineEnd(s)
		}
	}
	if h.block[0] != "" && strings.HasPrefix(s, h.block[0]) {
		return comment, closedBy(s, h.block[0], h.block[1])
	}
	for _, mark := range h.long {
		if strings.HasPrefix(s, mark) {
			return literal, closedBy(s, mark, mark)
		}
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case strings.ContainsRune(h.quotes, r) && (!h.apart || !named(last)):
		return literal, quoted(s, r)
	case r >= '0' && r <= '9' && !named(last):
		return number, prefix(s, func(r rune) bool { return named(r) || r == '.' })
	case named(r):
		n = prefix(s, named)
		word := s[:n]
		if h.folded {
			word = strings.ToLower(word)
		}
		if h.keywords[word] {
			return keyword, n
		}
		return "", n
	}
	return "", size
}

// named reports whether a character can be part of a name.
func named(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func prefix(s string, is func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !is(r) }); n >= 0 {
		return n
	}
	return len(s)
}

func lineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// closedBy returns the length of the part from start to its end mark. If there is no
// end mark, the part ends at the end of s.
func closedBy(s, start, end string) int {
	if n := strings.Index(s[len(start):], end); n >= 0 {
		return len(start) + n + len(end)
	}
	return len(s)
}

// quoted returns the length of a single-line string. An unclosed string ends with its line.
func quoted(s string, quote rune) int {
	escaped := false
	for i, r := range s {
		switch {
		case i == 0:
		case r == '\n':
			return i
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case r == quote:
			return i + utf8.RuneLen(r)
		}
	}
	return len(s)
}

// markup highlights the names of tags, the quoted values of attributes, and comments.
func (h *highlighter) markup(s string) {
	for s != "" {
		if strings.HasPrefix(s, h.block[0]) {
			n := closedBy(s, h.block[0], h.block[1])
			h.part(comment, s[:n])
			s = s[n:]
			continue
		}
		if s[0] != '<' {
			n := strings.IndexByte(s, '<')
			if n < 0 {
				n = len(s)
			}
			h.part("", s[:n])
			s = s[n:]
			continue
		}
		n := prefix(s[1:], func(r rune) bool { return named(r) || strings.ContainsRune("/!?:-.", r) }) + 1
		h.part(keyword, s[:n])
		s = s[n:]
		for s != "" && s[0] != '>' && s[0] != '<' {
			if s[0] == '"' || s[0] == '\'' {
				n = closedBy(s, s[:1], s[:1])
				h.part(literal, s[:n])
			} else {
				n = prefix(s, func(r rune) bool { return !strings.ContainsRune(`"'<>`, r) })
				h.part("", s[:n])
			}
			s = s[n:]
		}
	}
}

// diff highlights added lines, removed lines, and the lines with positions.
func (h *highlighter) diff(s string) {
	for line := range strings.Lines(s) {
		class := ""
		switch line[0] {
		case '+':
			class = added
		case '-':
			class = removed
		case '@':
			class = comment
		}
		h.part(class, line)
	}
}
