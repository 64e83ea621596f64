package plausible

// wordSet is a set of words, as hashes in a table. A hash determines its place in the table. If
// another hash is there, the next free place is used. The zero value is an empty set.
type wordSet struct {
	table []uint64 // 0 is a free place; the length is a power of two
	n     int      // number of words
}

// add adds a hash, which must not be 0, and reports whether it was not in the set.
func (s *wordSet) add(hash uint64) bool {
	if s.n*2 >= len(s.table) {
		s.grow()
	}
	i := s.place(hash)
	if s.table[i] == hash {
		return false
	}
	s.table[i] = hash
	s.n++
	return true
}

// place returns the index of a hash, or of the free place for it.
func (s *wordSet) place(hash uint64) int {
	last := uint64(len(s.table) - 1)
	i := (hash ^ hash>>32) & last
	for s.table[i] != 0 && s.table[i] != hash {
		i = (i + 1) & last
	}
	return int(i)
}

func (s *wordSet) grow() {
	const first = 64
	old := s.table
	s.table = make([]uint64, max(2*len(old), first))
	for _, hash := range old {
		if hash != 0 {
			s.table[s.place(hash)] = hash
		}
	}
}

// hashOf returns the hash of a word, by FNV-1a. It is never 0.
func hashOf(word []rune) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for _, r := range word {
		h = (h ^ uint64(r)) * prime
	}
	return max(h, 1)
}
