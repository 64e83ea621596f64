package retrieve

import "slices"

// set is a set of terms of a question.
type set [8]uint64

// maxTerms is the maximum number of terms in a set.
const maxTerms = len(set{}) * 64

func (s *set) add(i int)     { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s set) or(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// runeBits is a set of characters of the basic plane.
type runeBits [1 << 16 / 64]uint64

func (b *runeBits) add(r rune) {
	if int(r)/64 < len(b) {
		b[r/64] |= 1 << (r % 64)
	}
}

// has reports whether a character is in the set. It is true for all characters beyond the basic plane.
func (b *runeBits) has(r rune) bool { return int(r)/64 >= len(b) || b[r/64]&(1<<(r%64)) != 0 }

// digits reports whether a digit is in the set.
func (b *runeBits) digits() bool {
	return slices.ContainsFunc([]rune("0123456789"), b.has)
}
