package answer

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

type finder struct {
	name   string
	gather func(ctx context.Context) (Found, error)
}

func (f finder) Name() string { return f.name }

func (f finder) Gather(ctx context.Context, _ Turn, _ Out) (Found, error) { return f.gather(ctx) }

// TestGatherSideBySide checks that gatherers run concurrently and that their results are in the
// order of the profile.
func TestGatherSideBySide(t *testing.T) {
	t.Parallel()
	second := make(chan struct{})
	b := newBench(t, dbtest.OpenSQLite(t), Options{Gatherers: []Gatherer{
		finder{"slow", func(ctx context.Context) (Found, error) {
			select {
			case <-second:
			case <-ctx.Done():
				return Found{}, ctx.Err()
			}
			return Found{Texts: []string{"一"}}, nil
		}},
		finder{"quick", func(context.Context) (Found, error) {
			close(second)
			return Found{Texts: []string{"二"}}, nil
		}},
	}})
	a := b.begin(t.Context(), b.turn(func(t *Turn) {
		t.Profile.Gatherers = []string{"slow", "quick"}
		t.Place = func() (string, string) { return alice, conv }
	}), nil)
	f, err := a.gather(t.Context())
	if err != nil || !slices.Equal(f.Texts, []string{"一", "二"}) {
		t.Errorf("%v %v", f.Texts, err)
	}
}

// TestGatherFails checks that a failed gatherer ends the others and the answer, and that a panic
// has the same effect as an error.
func TestGatherFails(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(context.Context) (Found, error){
		"an error": func(context.Context) (Found, error) { return Found{}, errors.New("broken") },
		"a panic":  func(context.Context) (Found, error) { panic("broken") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := false
			b := newBench(t, dbtest.OpenSQLite(t), Options{Gatherers: []Gatherer{
				finder{"fails", fail},
				finder{"waits", func(ctx context.Context) (Found, error) {
					<-ctx.Done()
					ended = true
					return Found{}, ctx.Err()
				}},
			}})
			m := b.answer(b.turn(func(t *Turn) { t.Profile.Gatherers = []string{"fails", "waits"} }))
			if m.State != stream.StateError || !ended || len(b.model.requests()) != 0 {
				t.Errorf("%s, ended %t, %d requests", m.State, ended, len(b.model.requests()))
			}
		})
	}
}
