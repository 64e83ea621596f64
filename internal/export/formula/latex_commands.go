package formula

import "strings"

// commands are the LaTeX commands that take arguments. The map is filled by init,
// because the functions in it refer to the map.
var commands map[string]func(p *latex) (term, error)

func init() {
	frac := func(bare bool) func(p *latex) (term, error) {
		return func(p *latex) (term, error) {
			above, err := p.argument()
			if err != nil {
				return nil, err
			}
			below, err := p.argument()
			return fraction{above, below, bare}, err
		}
	}
	binom := func(p *latex) (term, error) {
		f, err := frac(true)(p)
		return fenced{"(", ")", f}, err
	}
	text := func(l look) func(p *latex) (term, error) {
		return func(p *latex) (term, error) {
			s, err := p.verbatim()
			return symbols{text: strings.NewReplacer(`\ `, " ", `\%`, "%", `\_`, "_", `\&`, "&", `\$`, "$", `\{`, "{", `\}`, "}").Replace(s), look: l}, err
		}
	}
	commands = map[string]func(p *latex) (term, error){
		`\frac`: frac(false), `\dfrac`: frac(false), `\tfrac`: frac(false), `\cfrac`: frac(false),
		`\binom`: binom, `\dbinom`: binom, `\tbinom`: binom,
		`\text`: text(normalText), `\textrm`: text(normalText), `\textbf`: text(boldface), `\textit`: text(slanted),
		`\mbox`: text(normalText), `\operatorname`: text(upright), `\operatorname*`: text(upright),
		`\sqrt`: func(p *latex) (term, error) {
			degree, err := p.optional()
			if err != nil {
				return nil, err
			}
			body, err := p.argument()
			return radical{degree, body}, err
		},
		`\boxed`: func(p *latex) (term, error) {
			body, err := p.argument()
			return framed{body}, err
		},
		`\tag`: func(p *latex) (term, error) {
			s, err := p.verbatim()
			return symbols{text: "\u2003(" + s + ")", look: normalText}, err
		},
		`\overset`:  stacked(false),
		`\stackrel`: stacked(false),
		`\underset`: stacked(true),
		`\not`: func(p *latex) (term, error) {
			t, err := p.argument()
			if s, ok := t.(symbols); ok {
				s.text += "\u0338"
				t = s
			}
			return t, err
		},
		`\left`:  leftRight,
		`\begin`: environment,
	}
	commands[`\xrightarrow`] = arrow("→")
	commands[`\xleftarrow`] = arrow("←")
}

// stacked reads the arguments of \overset{above}{base} and \stackrel{above}{base}, or
// with `below` the arguments of \underset{below}{base}.
func stacked(below bool) func(p *latex) (term, error) {
	return func(p *latex) (term, error) {
		small, err := p.argument()
		if err != nil {
			return nil, err
		}
		base, err := p.argument()
		if below {
			return scripts{base: base, sub: small, limits: true}, err
		}
		return scripts{base: base, sup: small, limits: true}, err
	}
}

// arrow reads the texts of an arrow: [below], which is optional, and {above}.
func arrow(sign string) func(p *latex) (term, error) {
	return func(p *latex) (term, error) {
		below, err := p.optional()
		if err != nil {
			return nil, err
		}
		above, err := p.argument()
		return scripts{base: symbols{text: sign, isRel: true}, sub: below, sup: above, limits: true}, err
	}
}

// leftRight reads \left( … \right).
func leftRight(p *latex) (term, error) {
	open, err := p.fence()
	if err != nil {
		return nil, err
	}
	terms, err := p.terms(func() bool { return false })
	if err != nil || p.next() != `\right` {
		return nil, errLatex
	}
	closing, err := p.fence()
	return fenced{open, closing, row{terms}}, err
}

func (p *latex) fence() (string, error) {
	token := p.next()
	switch token {
	case "":
		return "", errLatex
	case ".":
		return "", nil
	case "<":
		return "⟨", nil
	case ">":
		return "⟩", nil
	}
	if s, ok := signs[token]; ok {
		return s, nil
	}
	if token[0] == '\\' {
		return "", errLatex
	}
	return token, nil
}

// environments maps the name of an environment to the brackets and the alignment of its rows.
var environments = map[string]grid{
	"matrix":      {},
	"smallmatrix": {},
	"array":       {},
	"pmatrix":     {open: "(", close: ")"},
	"bmatrix":     {open: "[", close: "]"},
	"Bmatrix":     {open: "{", close: "}"},
	"vmatrix":     {open: "|", close: "|"},
	"Vmatrix":     {open: "‖", close: "‖"},
	"cases":       {open: "{", aligned: true},
	"dcases":      {open: "{", aligned: true},
	"aligned":     {aligned: true},
	"align":       {aligned: true},
	"align*":      {aligned: true},
	"split":       {aligned: true},
	"gathered":    {aligned: true},
	"gather":      {aligned: true},
	"gather*":     {aligned: true},
	"equation":    {aligned: true},
	"equation*":   {aligned: true},
}

// maxCells is the maximum number of cells in a grid.
const maxCells = 4096

func environment(p *latex) (term, error) {
	name, err := p.verbatim()
	if err != nil {
		return nil, err
	}
	g, ok := environments[name]
	if !ok {
		return nil, errLatex
	}
	if name == "array" {
		if _, err := p.verbatim(); err != nil { // the columns' alignment, which is ignored
			return nil, err
		}
	}
	line := []term{}
	for cells := 0; cells < maxCells; cells++ {
		terms, err := p.terms(func() bool { return false })
		if err != nil {
			return nil, err
		}
		line = append(line, row{terms})
		switch p.next() {
		case "&":
		case `\\`, `\cr`:
			g.rows, line = append(g.rows, line), []term{}
		case `\end`:
			if end, err := p.verbatim(); err != nil || end != name {
				return nil, errLatex
			}
			if len(line) > 1 || len(terms) > 0 {
				g.rows = append(g.rows, line)
			}
			if len(g.rows) == 0 {
				return nil, errLatex
			}
			return g, nil
		default:
			return nil, errLatex
		}
	}
	return nil, errLatex
}
