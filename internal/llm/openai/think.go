package openai

import "bytes"

// Marks that models write into the answer, unless the provider has removed
// them.
var (
	thinkOpen  = []byte("<think>")
	thinkClose = []byte("</think>")
	callOpen   = []byte("<tool_call>")
	callClose  = []byte("</tool_call>")
)

// maxInline bounds a <tool_call> in the text, in bytes. A longer <tool_call> stays text.
const maxInline = 1 << 20

const blank = " \t\r\n"

// maxBlank bounds the white space that is held back, in bytes. Further white space is shown.
const maxBlank = 1024

type place int

const (
	atStart   place = iota // only white space since the start or since the last thinking block: a thinking block may begin
	inText                 // inside the answer's text
	inThought              // between <think> and </think>
	inCall                 // between <tool_call> and </tool_call>
)

// splitter divides the bytes of the content field into answer, thinking and tool calls. A
// thinking block can begin only at the start of the answer or directly after another
// thinking block. So an answer about the tag <think> stays unchanged. splitter holds back
// three kinds of bytes: a possible beginning of a mark, white space around thinking, and an
// unfinished tool call.
type splitter struct {
	tools bool // the request had tools: look for <tool_call>
	at    place
	held  []byte
	seen  int  // number of held bytes of an unfinished tool call in which its end was looked for
	trim  bool // a mark came last: line ends directly behind it are not shown
}

// part is the kind of the bytes emitted by the splitter.
type part int

const (
	answer part = iota
	thought
	call
)

// feed adds bytes of the content. It emits all bytes that need not be held back.
func (s *splitter) feed(b []byte, emit func(part, []byte)) {
	if s.at == inText && !s.tools { // the usual case: no mark can begin here, so nothing is held back
		emit(answer, b)
		return
	}
	s.held = append(s.held, b...)
	for s.step(emit) {
	}
}

// close emits the held bytes as thinking or answer, because an unfinished mark is not a mark.
func (s *splitter) close(emit func(part, []byte)) {
	rest := s.held
	s.held = nil
	switch s.at {
	case inThought:
		s.show(thought, rest, emit)
	case inCall:
		emit(answer, callOpen)
		emit(answer, rest)
	default:
		s.show(answer, rest, emit)
	}
}

// step handles the held bytes up to the next mark. It reports whether it must be called
// again.
func (s *splitter) step(emit func(part, []byte)) bool {
	switch s.at {
	case atStart:
		lead := bytes.TrimLeft(s.held, blank)
		switch {
		case len(s.held)-len(lead) > maxBlank: // too much to be held back
		case bytes.HasPrefix(lead, thinkOpen):
			s.turn(inThought, lead[len(thinkOpen):])
			s.trim = true
			return true
		case bytes.HasPrefix(thinkOpen, lead):
			return false
		}
		s.at = inText
		return true
	case inThought:
		before, after, found := bytes.Cut(s.held, thinkClose)
		if found {
			s.show(thought, before[:len(before)-blanksAfter(before)], emit)
			s.turn(atStart, after)
			s.trim = true
			return true
		}
		keep := keepBack(before, thinkClose)
		s.release(thought, keep+blanksAfter(before[:len(before)-keep]), emit)
		return false
	case inText:
		if !s.tools {
			s.release(answer, 0, emit)
			return false
		}
		before, after, found := bytes.Cut(s.held, callOpen)
		if found {
			s.show(answer, before, emit)
			s.turn(inCall, after)
			return true
		}
		s.release(answer, keepBack(before, callOpen), emit)
		return false
	default: // inCall
		from := max(0, s.seen-len(callClose))
		before, after, found := bytes.Cut(s.held[from:], callClose)
		if found {
			emit(call, s.held[:from+len(before)])
			s.turn(inText, after)
			s.trim = true
			return true
		}
		s.seen = len(s.held)
		if len(s.held) > maxInline {
			emit(answer, callOpen)
			s.at, s.tools = inText, false
			return true
		}
		return false
	}
}

// turn enters the state `to`; `rest` is the following text, an end of the held bytes. It is not moved,
// because one event can contain thousands of marks.
func (s *splitter) turn(to place, rest []byte) {
	s.at, s.held, s.seen = to, rest, 0
}

// release emits the held bytes except the last `keep` bytes.
func (s *splitter) release(p part, keep int, emit func(part, []byte)) {
	cut := len(s.held) - keep
	s.show(p, s.held[:cut], emit)
	s.held = append(s.held[:0], s.held[cut:]...)
}

func (s *splitter) show(p part, b []byte, emit func(part, []byte)) {
	if s.trim {
		b = bytes.TrimLeft(b, "\r\n")
	}
	if len(b) > 0 {
		s.trim = false
		emit(p, b)
	}
}

// keepBack is the length of the longest end of b that may be the beginning of `mark`.
func keepBack(b, mark []byte) int {
	for n := min(len(mark)-1, len(b)); n > 0; n-- {
		if bytes.HasSuffix(b, mark[:n]) {
			return n
		}
	}
	return 0
}

// blanksAfter is the length of the white space at the end of b, at most maxBlank.
func blanksAfter(b []byte) int {
	tail := b[max(0, len(b)-maxBlank):]
	return len(tail) - len(bytes.TrimRight(tail, blank))
}
