package formula

// term is a part of a formula. The union is closed; omml.go writes all its members.
type term interface{ term() }

type (
	// symbols are letters, numbers and signs.
	symbols struct {
		text  string
		look  look
		isRel bool // a relation, such as = or →, which ends the expression of a sum
	}
	row      struct{ terms []term }
	fraction struct {
		above, below term
		bare         bool // without a fraction bar
	}
	scripts struct {
		base, sub, sup term // sub and sup may be nil
		limits         bool // the scripts are below and above the base, not after it
	}
	radical struct{ degree, body term } // degree may be nil
	bigSign struct {
		sign           string
		sub, sup, body term
		limits         bool
	}
	fenced struct {
		open, close string // either may be empty
		body        term
	}
	grid struct {
		rows        [][]term
		open, close string
		aligned     bool // the rows are aligned at &, as in a derivation or in cases
	}
	accent struct {
		mark string
		body term
		bar  int // 1: line above, -1: line below, 2: brace above, -2: brace below, 0: `mark` above
	}
	framed   struct{ body term }
	function struct{ name, body term } // sin x, lim f(x)
)

type look uint8

const (
	slanted look = iota // the default style of letters
	upright
	boldface
	blackboard
	script
	fraktur
	normalText // text in a formula
)

func (symbols) term()  {}
func (row) term()      {}
func (fraction) term() {}
func (scripts) term()  {}
func (radical) term()  {}
func (bigSign) term()  {}
func (fenced) term()   {}
func (grid) term()     {}
func (accent) term()   {}
func (framed) term()   {}
func (function) term() {}
