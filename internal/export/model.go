package export

// block is a part of a text that stands on its own lines. The union is closed:
// every implementation is in this file, and every writer knows all of them.
type block interface{ block() }

type (
	heading struct {
		level int // from 1
		text  []run
	}
	paragraph struct{ text []run }
	list      struct {
		ordered bool
		start   int
		items   []item
	}
	quote struct{ blocks []block }
	code  struct{ text string }
	table struct {
		align []alignment
		rows  [][]cell // the first one is the head; all have len(align) cells
	}
	formula struct{ tex string } // on lines of its own
	rule    struct{}
)

type item struct {
	task   task
	blocks []block
}

type cell []run

type alignment uint8

const (
	alignStart alignment = iota
	alignCenter
	alignEnd
)

type task uint8

const (
	noTask task = iota
	openTask
	doneTask
)

func (heading) block()   {}
func (paragraph) block() {}
func (list) block()      {}
func (quote) block()     {}
func (code) block()      {}
func (table) block()     {}
func (formula) block()   {}
func (rule) block()      {}

// run is a piece of a line in one style. Nesting is flat: bold inside a link
// is a run that is bold and has a link.
type run struct {
	kind  runKind
	text  string
	style style
	link  string // where it leads; only http, https and mailto
	n     int    // of a citation: the number of its source
}

type runKind uint8

const (
	words    runKind = iota
	codeRun          // program text
	mathRun          // TeX in the line
	citation         // refers to a source
	lineEnd          // a break inside the block
)

type style uint8

const (
	bold style = 1 << iota
	italic
	strike
	raised
)

// plain is the text of runs without style.
func plain(runs []run) string {
	var out []byte
	for _, r := range runs {
		switch r.kind {
		case lineEnd:
			out = append(out, ' ')
		case citation:
		default:
			out = append(out, r.text...)
		}
	}
	return string(out)
}
