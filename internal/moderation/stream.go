package moderation

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxGap is the largest number of ignored characters between two characters of a word.
// It bounds how much of a stream is held back.
const maxGap = 1000

// mask replaces each character from the first to the last of a masked word.
const mask = "＊"

// Hit is a found word. Start and End count characters of the original text from 0; End is
// behind the last character of the word.
type Hit struct {
	Rule  int // number of the word in the file, from 0
	Level Level
	Start int
	End   int
}

// Verdict is the result of the rules for a whole text.
type Verdict struct {
	Text    string // the text that may be shown, masked; of a blocked text only the part before the blocking word
	Blocked bool
	Hits    []Hit // in the order of Start; for a blocked text only up to the blocking word
}

// Check applies the rules to a whole text.
func (r *Rules) Check(text string) Verdict {
	var v Verdict
	s := r.Stream(func(h Hit) { v.Hits = append(v.Hits, h) })
	v.Text, v.Blocked = s.Write(text)
	rest, blocked := s.Flush()
	v.Text, v.Blocked = v.Text+rest, v.Blocked || blocked
	return v
}

// Stream applies the rules to a text that arrives in pieces. Unless Flush is called before the end,
// the result equals the result of Check for the whole text, wherever the text is cut. It is not safe
// for concurrent use.
type Stream struct {
	rules   *Rules
	on      func(Hit)
	plain   lane
	bare    lane
	inline  *inline // a possible mark inside an unfinished word; nil: none
	partial string  // the first bytes of a cut character

	from    int // position of the first held character in the text
	held    []byte
	cells   []cell // the held characters
	open    int    // the characters before this position can be shown
	hits    []Hit  // hits that may still turn out to be inside an allowed phrase
	allowed []Hit  // allowed phrases that may contain a hit
	blocked bool
	strict  bool // a word of level Mask blocks the text
}

// cell is one held character.
type cell struct {
	size   uint8 // length in bytes
	masked bool
}

// Stream begins a text that arrives in pieces. `on` is called for every hit as soon as the
// hit is certain; nil: no call.
func (r *Rules) Stream(on func(Hit)) *Stream {
	if on == nil {
		on = func(Hit) {}
	}
	return &Stream{rules: r, on: on, plain: lane{of: r.plain}, bare: lane{of: r.bare}}
}

// Write adds the next piece and returns the text that can be shown now. It holds back an end that may
// be the beginning of a word, of an allowed phrase or of a character. If a word blocks the text,
// only the text before the word is returned, and later calls return no text.
func (s *Stream) Write(text string) (shown string, blocked bool) {
	if len(s.rules.words) == 0 {
		return text, false
	}
	if s.partial != "" {
		text, s.partial = s.partial+text, ""
	}
	for text != "" && !s.blocked {
		if !utf8.FullRuneInString(text) {
			s.partial = text
			break
		}
		text = text[s.step(text):]
	}
	return s.release(s.open), s.blocked
}

// Flush returns the text that is still held back. It may be called before the end, for
// example before a pause of the stream. If more text follows, a word that began before
// Flush is still found, but the already shown part of the word stays visible.
func (s *Stream) Flush() (shown string, blocked bool) {
	for s.partial != "" && !s.blocked { // incomplete bytes are not UTF-8; they are shown unchanged
		s.partial = s.partial[s.step(s.partial):]
	}
	if !s.blocked {
		s.settle(s.from + len(s.cells))
	}
	return s.release(s.open), s.blocked
}

// whole checks a text in one piece.
func (s *Stream) whole(text string) (shown string, blocked bool) {
	shown, blocked = s.Write(text)
	if !blocked {
		var rest string
		rest, blocked = s.Flush()
		shown += rest
	}
	if blocked {
		return "", true
	}
	return shown, false
}

// Stream begins a text that arrives in pieces.
func (s *Service) Stream(at At) *Stream {
	var noted map[int]bool // rules that are logged already: a repeated word causes only one line in the log
	return s.Rules().Stream(func(h Hit) {
		s.count[h.Level].Add(1)
		if noted[h.Rule] {
			return
		}
		if noted == nil {
			noted = map[int]bool{}
		}
		noted[h.Rule] = true
		s.log.Info("a content rule was met", "trace_id", at.TraceID, "part", at.Part, "rule", h.Rule, "level", h.Level.String())
	})
}

// step adds the first character of text to the stream and returns the character's size in bytes.
func (s *Stream) step(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	at := s.from + len(s.cells)
	s.held = append(s.held, text[:size]...)
	s.cells = append(s.cells, cell{size: uint8(size)})

	mark := s.mark(r, text[:size], at)
	var one [1]folded
	all := s.rules.folder.fold(r, &one)
	s.plain.pass(1)
	s.bare.pass(1)
	for _, c := range all {
		s.find(s.plain.feed(c.char(), at), &s.plain, at)
		if c&punctuation == 0 {
			s.find(s.bare.feed(c.char(), at), &s.bare, at)
		}
	}
	open := min(s.plain.open(at+1), s.bare.open(at+1))
	switch mark {
	case growing:
		open = min(open, s.inline.open)
	case whole: // the lanes continue from the state before the mark
		s.plain, s.bare = s.inline.plain, s.inline.bare
		s.plain.pass(s.inline.chars)
		s.bare.pass(s.inline.chars)
		open = min(s.plain.open(at+1), s.bare.open(at+1))
		s.inline = nil
	}
	s.settle(open)
	return size
}

// mark continues or begins a possible mark. Marks are only relevant inside an
// unfinished word.
func (s *Stream) mark(r rune, char string, at int) progress {
	if s.inline != nil {
		if p := s.inline.add(char); p != broken {
			return p
		}
		s.inline = nil
	}
	if r != '[' {
		return broken
	}
	open := min(s.plain.open(at), s.bare.open(at))
	if open == at {
		return broken
	}
	s.inline = &inline{plain: s.plain, bare: s.bare, open: open}
	return s.inline.add(char)
}

// find records every phrase that ends with the character at position `at`.
func (s *Stream) find(n int32, l *lane, at int) {
	for ; n != 0; n = l.of.found[l.of.fail[n]] {
		p := &l.of.phrases[n]
		h := Hit{Rule: p.rule, Level: p.level, Start: l.back(int(l.of.depth[n])), End: at + 1}
		if p.allow {
			s.allowed = append(s.allowed, h)
		}
		if p.level > 0 {
			s.hits = append(s.hits, h)
		}
	}
}

// settle decides the hits that begin before `open`. By now every allowed phrase around
// these hits has been found, unless Flush was called before the end of the text.
func (s *Stream) settle(open int) {
	s.open = open
	if len(s.hits) > 0 {
		s.judge(open)
	}
	if len(s.allowed) > 0 {
		s.allowed = slices.DeleteFunc(s.allowed, func(h Hit) bool { return h.End <= open })
	}
}

func (s *Stream) judge(open int) {
	slices.SortStableFunc(s.hits, func(a, b Hit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	n := 0
	for ; n < len(s.hits) && s.hits[n].Start < open && !s.blocked; n++ {
		h := s.hits[n]
		if slices.ContainsFunc(s.allowed, func(a Hit) bool { return a.Start <= h.Start && h.End <= a.End }) {
			continue
		}
		s.on(h)
		level := h.Level
		if s.strict && level == Mask {
			level = Block
		}
		switch level {
		case Block:
			s.blocked = true
			s.open = h.Start
		case Mask:
			for i := max(h.Start, s.from); i < h.End; i++ {
				s.cells[i-s.from].masked = true
			}
		}
	}
	s.hits = s.hits[:copy(s.hits, s.hits[n:])]
}

// release returns the held characters before `open`. If the text is blocked, it drops the other characters.
func (s *Stream) release(open int) string {
	n := max(0, min(open-s.from, len(s.cells)))
	size, masked := 0, false
	for _, c := range s.cells[:n] {
		size += int(c.size)
		masked = masked || c.masked
	}
	shown := string(s.held[:size])
	if masked {
		shown = masking(shown, s.cells[:n])
	}
	s.from += n
	s.held = s.held[:copy(s.held, s.held[size:])]
	s.cells = s.cells[:copy(s.cells, s.cells[n:])]
	if s.blocked {
		s.held, s.cells, s.open = nil, nil, 0
	}
	return shown
}

func masking(text string, cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		if c.masked {
			b.WriteString(mask)
		} else {
			b.WriteString(text[:c.size])
		}
		text = text[c.size:]
	}
	return b.String()
}

// lane is the state of one automaton in the text.
type lane struct {
	of   *automaton // the automaton; nil: there are no words to find
	node int32
	n    int            // number of characters that were not ignored
	at   [MaxLength]int // positions of the last MaxLength characters that were not ignored
	gap  int            // number of characters since the last character that was not ignored
}

// pass counts n characters as ignored. step also calls it for a character that is not ignored, and
// then calls feed, which resets the count. After more than maxGap ignored characters, no word can
// continue.
func (l *lane) pass(n int) {
	if l.gap += n; l.gap > maxGap+1 {
		l.node = 0
	}
}

// feed moves the automaton on by the folded character r. `at` is the position of the original
// character. feed returns the node of the longest phrase that ends with r; 0: none.
func (l *lane) feed(r rune, at int) int32 {
	if l.of == nil {
		return 0
	}
	l.at[l.n%MaxLength] = at
	l.n++
	l.gap = 0
	l.node = l.of.next(l.node, r)
	return l.of.found[l.node]
}

// back is the position of the n-th last character that was not ignored; n = 1 is the last.
func (l *lane) back(n int) int { return l.at[(l.n-n)%MaxLength] }

// open is the position where the longest unfinished phrase begins, or `end` when there is none.
func (l *lane) open(end int) int {
	if l.node == 0 || l.of.open[l.node] == 0 {
		return end
	}
	return l.back(int(l.of.open[l.node]))
}
