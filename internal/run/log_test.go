package run

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// TestLog compares the log with one long text that contains the same frames.
func TestLog(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(1, 80), rapid.IntRange(1, 3*lastChunk)), 1, 60).Draw(t, "sizes")
		var l log
		all, ends := []byte{}, []int{0}
		marks := []mark{{}}
		for i, size := range sizes {
			frame := []byte(fmt.Sprintf("id: %d\n%s\n\n", i+1, strings.Repeat("x", size)))
			early := l.chunks
			l.add(frame)
			all = append(all, frame...)
			ends = append(ends, len(all))
			marks = append(marks, l.end())
			for c := range early {
				if &early[c].buf[0] != &l.chunks[c].buf[0] {
					t.Fatal("a chunk has moved")
				}
			}
		}
		if l.n != len(sizes) || l.size != len(all) {
			t.Fatalf("%d frames, %d bytes", l.n, l.size)
		}
		from := rapid.IntRange(0, len(sizes)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(sizes)).Draw(t, "to")
		want := all[ends[from]:ends[to]]
		at := l.seek(from, marks[to])
		if got := l.between(at, marks[to]); !bytes.Equal(got, want) {
			t.Fatalf("between %d and %d: %d bytes, want %d", from, to, len(got), len(want))
		}
		var got []byte
		for at.n < to {
			data, next := l.next(at, marks[to])
			if bytes.Count(data, frameEnd) != next.n-at.n || next.size != at.size+len(data) || len(data) == 0 {
				t.Fatalf("from %+v to %+v came %d bytes", at, next, len(data))
			}
			got, at = append(got, data...), next
		}
		if !bytes.Equal(got, want) {
			t.Fatal("the pieces are not the whole")
		}
	})
}

// A long log has few chunks: after the first chunks, each chunk has at least the size lastChunk.
func TestChunksOfLongLog(t *testing.T) {
	t.Parallel()
	var l log
	frame := bytes.Repeat([]byte("x"), 1000)
	for range 4000 {
		l.add(frame)
	}
	if most := 4000*1000/lastChunk + 200; len(l.chunks) > most {
		t.Errorf("%d chunks, want at most %d", len(l.chunks), most)
	}
}

func TestSkip(t *testing.T) {
	t.Parallel()
	const b = "a\n\nbb\n\nccc\n\n"
	for n, want := range []int{0, 3, 7, 12, 12} {
		if got := skip([]byte(b), n); got != want {
			t.Errorf("skip %d: %d", n, got)
		}
	}
	if got := skip([]byte(b), -1); got != 0 {
		t.Errorf("skip -1: %d", got)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	const query = `INSERT INTO t VALUES (?, ?), (?, 1)`
	if got := places(dbtest.OpenSQLite(t), query); got != query {
		t.Error(got)
	}
	if got := places(dbtest.OpenPostgres(t), query); got != `INSERT INTO t VALUES ($1, $2), ($3, 1)` {
		t.Error(got)
	}
}
