// Package formula converts TeX formulas to Office Math and MathML, and typesets them as signs and
// lines for a page. It supports the part of LaTeX used in answers. Unknown commands remain in the
// formula as source text.
package formula

import (
	"errors"
	"strings"
	"unicode/utf8"
)

var errLatex = errors.New("not a formula that can be read")

const maxTermDepth = 60

// readTeX reads a formula; a malformed formula becomes its source text.
func readTeX(source string) term {
	if t, ok := parseTeX(source); ok {
		return t
	}
	return symbols{text: source, look: normalText}
}

// parseTeX reads a formula, and reports whether it is well formed.
func parseTeX(source string) (term, bool) {
	p := &latex{rest: strings.TrimSpace(source)}
	terms, err := p.terms(func() bool { return false })
	return row{terms}, err == nil && p.rest == ""
}

type latex struct {
	rest  string
	depth int
	look  look
	loose bool // an unbalanced bracket was found; from there on brackets are plain signs
}

// next returns the next token: a command with its backslash, or one character. It
// skips white space and comments, and returns "" at the end of the formula.
func (p *latex) next() string {
	p.space()
	if p.rest == "" {
		return ""
	}
	n := tokenLen(p.rest)
	token := p.rest[:n]
	p.rest = p.rest[n:]
	return token
}

func (p *latex) space() {
	for {
		p.rest = strings.TrimLeft(p.rest, " \t\r\n")
		if !strings.HasPrefix(p.rest, "%") {
			return
		}
		_, p.rest, _ = strings.Cut(p.rest, "\n")
	}
}

func tokenLen(s string) int {
	if s[0] != '\\' {
		_, n := utf8.DecodeRuneInString(s)
		return n
	}
	if len(s) == 1 {
		return 1
	}
	n := 1
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
		n++
	}
	if n == 1 {
		_, r := utf8.DecodeRuneInString(s[1:])
		return 1 + r
	}
	if n < len(s) && s[n] == '*' && (s[:n] == `\operatorname` || s[:n] == `\tag`) {
		n++
	}
	return n
}

func (p *latex) peek() string {
	p.space()
	if p.rest == "" {
		return ""
	}
	return p.rest[:tokenLen(p.rest)]
}

// terms reads terms until `stop` returns true, the text ends, or a token ends the group or the cell.
// The ending token is not consumed.
func (p *latex) terms(stop func() bool) ([]term, error) {
	if p.depth++; p.depth > maxTermDepth {
		return nil, errLatex
	}
	defer func() { p.depth-- }()
	var out []term
	for {
		token := p.peek()
		if token == "" || stop() {
			return out, nil
		}
		switch token {
		case "}", "&", `\\`, `\right`, `\end`, `\cr`:
			return out, nil
		case `\over`, `\choose`, `\atop`:
			p.next()
			below, err := p.terms(stop)
			if err != nil {
				return nil, err
			}
			f := fraction{row{out}, row{below}, token != `\over`}
			if token == `\choose` {
				return []term{fenced{"(", ")", f}}, nil
			}
			return []term{f}, nil
		}
		t, err := p.term()
		if err != nil {
			return nil, err
		}
		if big, ok := t.(bigSign); ok {
			if big.body, err = p.reach(stop); err != nil {
				return nil, err
			}
			t = big
		}
		if isName(t) && argumentFollows(p.peek()) && !stop() {
			body, err := p.term()
			if err != nil {
				return nil, err
			}
			t = function{t, body}
		}
		if t != nil {
			out = append(out, t)
		}
	}
}

// isName reports whether t is the name of a function, such as sin, or lim with its limit.
func isName(t term) bool {
	if s, ok := t.(scripts); ok {
		t = s.base
	}
	s, ok := t.(symbols)
	return ok && s.look == upright && names[s.text]
}

// argumentFollows reports whether a token can start an argument without brackets, as in \sin x.
func argumentFollows(token string) bool {
	if token == "" {
		return false
	}
	if c := token[0]; c != '\\' {
		return c == '{' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
	}
	_, greek := signs[token]
	_, takesArguments := commands[token]
	return token != `\left` && (takesArguments || greek && token > `\a`) && relations[token] == ""
}

// reach reads the expression after a sum or an integral. The expression ends at a relation, comma,
// semicolon or closing bracket, or with the group or the cell.
func (p *latex) reach(stop func() bool) (term, error) {
	terms, err := p.terms(func() bool {
		token := p.peek()
		_, relation := relations[token]
		return stop() || relation || token == "," || token == ";" || token == ")" || token == "]"
	})
	return row{terms}, err
}

// term reads one term with its scripts.
func (p *latex) term() (term, error) {
	if p.depth++; p.depth > maxTermDepth {
		return nil, errLatex
	}
	defer func() { p.depth-- }()
	var base term = row{}
	if token := p.peek(); token != "^" && token != "_" {
		var err error
		if base, err = p.atom(p.next()); err != nil || base == nil {
			return nil, err
		}
	}
	s := scripts{base: base}
	if op, ok := base.(symbols); ok && limitNames[op.text] {
		s.limits = true
	}
	if brace, ok := base.(accent); ok && (brace.bar == 2 || brace.bar == -2) {
		s.limits = true
	}
	if big, ok := base.(bigSign); ok {
		s.limits = big.limits
	}
	for {
		switch p.peek() {
		case "^":
			p.next()
			sup, err := p.argument()
			if err != nil || s.sup != nil && !isPrime(s.sup) {
				return nil, errLatex
			}
			if s.sup != nil {
				sup = row{[]term{s.sup, sup}}
			}
			s.sup = sup
			continue
		case "_":
			p.next()
			sub, err := p.argument()
			if err != nil || s.sub != nil {
				return nil, errLatex
			}
			s.sub = sub
			continue
		case "'":
			p.next()
			prime := symbols{text: "′"}
			if s.sup == nil {
				s.sup = prime
			} else {
				s.sup = row{[]term{s.sup, prime}}
			}
			continue
		case `\limits`:
			p.next()
			s.limits = true
			continue
		case `\nolimits`:
			p.next()
			s.limits = false
			continue
		}
		break
	}
	if big, ok := base.(bigSign); ok {
		big.sub, big.sup, big.limits = s.sub, s.sup, s.limits
		return big, nil
	}
	if s.sub == nil && s.sup == nil {
		return base, nil
	}
	return s, nil
}

func isPrime(t term) bool {
	switch t := t.(type) {
	case symbols:
		return t.text == "′"
	case row:
		return len(t.terms) > 0 && isPrime(t.terms[len(t.terms)-1])
	}
	return false
}

// argument reads {…} or the next single term.
func (p *latex) argument() (term, error) {
	switch token := p.next(); token {
	case "", "}", "&", "^", "_":
		return nil, errLatex
	default:
		t, err := p.atom(token)
		if t == nil {
			t = row{}
		}
		return t, err
	}
}

// group reads the inside of {…}; its { has been consumed.
func (p *latex) group() (term, error) {
	terms, err := p.terms(func() bool { return false })
	if err != nil || p.next() != "}" {
		return nil, errLatex
	}
	return row{terms}, nil
}

// optional reads […] if present.
func (p *latex) optional() (term, error) {
	if p.peek() != "[" {
		return nil, nil
	}
	p.next()
	terms, err := p.terms(func() bool { return p.peek() == "]" })
	if err != nil || p.next() != "]" {
		return nil, errLatex
	}
	return row{terms}, nil
}

// verbatim reads {…} without interpreting it, or the next token if there is no brace.
func (p *latex) verbatim() (string, error) {
	p.space()
	if !strings.HasPrefix(p.rest, "{") {
		return p.next(), nil
	}
	depth := 0
	for i := 0; i < len(p.rest); i++ {
		switch p.rest[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				s := p.rest[1:i]
				p.rest = p.rest[i+1:]
				return s, nil
			}
		}
	}
	return "", errLatex
}

// atom reads the term that starts with a token.
func (p *latex) atom(token string) (term, error) {
	switch {
	case token == "{":
		was := p.look
		defer func() { p.look = was }()
		return p.group()
	case token == "}" || token == "&":
		return nil, errLatex
	case (token == "(" || token == "[") && !p.loose:
		return p.bracket(token)
	case token[0] != '\\':
		return p.character(token), nil
	}
	if s, ok := relations[token]; ok {
		return symbols{text: s, isRel: true}, nil
	}
	if s, ok := signs[token]; ok {
		return symbols{text: s, look: p.look}, nil
	}
	if s, ok := bigSigns[token]; ok {
		return bigSign{sign: s, limits: !strings.Contains(integrals, s)}, nil
	}
	if names[token[1:]] {
		return symbols{text: token[1:], look: upright}, nil
	}
	if mark, ok := accents[token]; ok {
		body, err := p.argument()
		return accent{mark: mark.mark, body: body, bar: mark.bar}, err
	}
	if l, ok := looks[token]; ok {
		was := p.look
		p.look = l
		defer func() { p.look = was }()
		return p.argument()
	}
	if read, ok := commands[token]; ok {
		return read(p)
	}
	if ignored[token] {
		return nil, nil
	}
	return symbols{text: token, look: normalText}, nil
}

// bracket reads up to the matching closing bracket. As in [0,1), the closing bracket may be round and
// the opening bracket square, or the reverse. A power after the closing bracket applies to the whole
// expression in brackets. If no bracket closes the expression, the opening bracket and all later
// brackets are plain signs.
func (p *latex) bracket(open string) (term, error) {
	rest := p.rest
	closes := func() bool { return p.peek() == ")" || p.peek() == "]" }
	terms, err := p.terms(closes)
	if err == nil && closes() {
		return fenced{open, p.next(), row{terms}}, nil
	}
	p.rest, p.loose = rest, true
	return symbols{text: open}, nil
}

func (p *latex) character(token string) term {
	switch token {
	case "-":
		token = "−"
	case "*":
		token = "∗"
	case "~":
		token = " "
	}
	if _, ok := relations[token]; ok {
		return symbols{text: token, isRel: true}
	}
	// Neighbouring digits, also with decimal points between them, become one symbol.
	if c := token[0]; c >= '0' && c <= '9' {
		n := 0
		for n < len(p.rest) && (p.rest[n] >= '0' && p.rest[n] <= '9' || p.rest[n] == '.' && n+1 < len(p.rest) && p.rest[n+1] >= '0' && p.rest[n+1] <= '9') {
			n++
		}
		token += p.rest[:n]
		p.rest = p.rest[n:]
	}
	return symbols{text: token, look: p.look}
}
