package retrieve_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

// fakeEmbedder has a few groups of words with the same meaning: texts with words of one group
// have similar vectors.
type fakeEmbedder struct {
	model     string
	dimension int

	mu    sync.Mutex
	texts int
	fail  error
}

var meanings = [][]string{{"猫", "喵星人", "cat"}, {"船", "渡", "boat"}, {"钱", "费", "元"}}

func (f *fakeEmbedder) Embed(_ context.Context, texts []string) ([][]float32, string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return nil, "", f.fail
	}
	f.texts += len(texts)
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = make([]float32, f.dimension)
		out[i][f.dimension-1] = 0.1
		for j, words := range meanings {
			for _, w := range words {
				if strings.Contains(text, w) {
					out[i][j] = 1
				}
			}
		}
	}
	return out, f.model, nil
}

func TestVectorsFindWhatWordsDoNot(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		e := &fakeEmbedder{model: "one", dimension: 8}
		x := retrieve.New(d, retrieve.Options{Embedder: e})
		add(t, d, x, "a", "pets", page(1, "院子里有一只猫。"), page(2, "河边停着一条船。"))
		add(t, d, x, "b", "other", page(1, "猫在睡觉。"))
		if found := search(t, x, "a", "喵星人"); len(found) != 0 {
			t.Fatalf("found without vectors: %v", found)
		}
		if err := x.Embed(t.Context(), "a", nil); err != nil {
			t.Fatal(err)
		}
		found := search(t, x, "a", "喵星人")
		if len(found) == 0 || found[0].Text != "院子里有一只猫。" || documents(found) != "pets" {
			t.Errorf("found %v", found)
		}
		if found := search(t, x, "a", "喵星人", "nothing"); len(found) != 0 {
			t.Errorf("found in another document: %v", found)
		}
		// With words and vectors together, a chunk found by both searches comes first.
		if found := search(t, x, "a", "河边的 boat 在哪里"); len(found) == 0 || found[0].Unit != 2 {
			t.Errorf("found %v", found)
		}

		made := e.texts
		if err := x.Embed(t.Context(), "a", []string{"pets"}); err != nil {
			t.Fatal(err)
		}
		if e.texts > made+1 {
			t.Errorf("%d texts were embedded again", e.texts-made-1)
		}
		e.fail = errors.New("down")
		if found := search(t, x, "a", "一只猫"); len(found) == 0 {
			t.Error("without the embedder the words find nothing")
		}
		if err := x.Embed(t.Context(), "a", nil); !errors.Is(err, e.fail) {
			t.Errorf("Embed gave %v", err)
		}
	})
}

func TestAnotherModelMakesVectorsAnew(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		count := func(model string) (n int) {
			if err := d.Read().QueryRow(`SELECT count(*) FROM chunk_vector WHERE model = $1`, model).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		for i, e := range []*fakeEmbedder{{model: "one", dimension: 8}, {model: "two", dimension: 8}, {model: "two", dimension: 16}} {
			x := retrieve.New(d, retrieve.Options{Embedder: e})
			if i == 0 {
				for n := range 40 { // more chunks than fit into one call to the embedder
					add(t, d, x, "a", "pets", page(n+1, "院子里有一只猫。"))
				}
			} else if found := search(t, x, "a", "喵星人"); len(found) != 0 {
				t.Errorf("vectors of different models were compared: %v", found)
			}
			if err := x.Embed(t.Context(), "a", nil); err != nil {
				t.Fatal(err)
			}
			if got, all := count(e.model), rows(t, d)[2]; got != 40 || all != 40 {
				t.Errorf("%d vectors of %s, %d of all", got, e.model, all)
			}
			if found := search(t, x, "a", "喵星人"); len(found) == 0 {
				t.Errorf("nothing found with %s", e.model)
			}
		}
		// A unit added again loses its vector and gets a new vector.
		x := retrieve.New(d, retrieve.Options{Embedder: &fakeEmbedder{model: "two", dimension: 16}})
		inTx(t, d, func(tx *sql.Tx) error {
			return x.Add(t.Context(), tx, "a", "pets", page(1, "河边停着一条船。"))
		})
		if err := x.Embed(t.Context(), "a", nil); err != nil || count("two") != 40 {
			t.Errorf("%d vectors, %v", count("two"), err)
		}
		if found := search(t, x, "a", "boat"); len(found) == 0 || found[0].Unit != 1 {
			t.Errorf("found %v", found)
		}
	})
}
