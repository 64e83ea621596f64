package answer

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

type finder struct {
	name   string
	gather func(ctx context.Context) (Found, error)
}

func (f finder) Name() string { return f.name }

func (f finder) Applies(Turn) bool { return f.gather != nil }

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

// TestGatherFails checks that a failed gatherer ends the other gatherers and the answer. A panic has
// the same effect as an error.
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

// TestGatherOnlyWhatApplies checks that a gatherer is called only if it applies to the turn. A panic in
// Applies is an error.
func TestGatherOnlyWhatApplies(t *testing.T) {
	t.Parallel()
	b := newBench(t, dbtest.OpenSQLite(t), Options{Gatherers: []Gatherer{
		finder{"idle", nil},
		finder{"finds", func(context.Context) (Found, error) { return Found{Texts: []string{"一"}}, nil }},
		fragile{finder{"panics", nil}},
	}})
	turn := b.turn(func(t *Turn) {
		t.Profile.Gatherers = []string{"idle", "finds"}
		t.Place = func() (string, string) { return alice, conv }
	})
	a := b.begin(t.Context(), turn, nil)
	if f, err := a.gather(t.Context()); err != nil || !slices.Equal(f.Texts, []string{"一"}) {
		t.Errorf("%v %v", f.Texts, err)
	}
	a.t.Profile.Gatherers = []string{"panics", "finds"}
	if _, err := a.gather(t.Context()); !errs.Is(err, errs.Unknown) {
		t.Errorf("the panic gave %v", err)
	}
}

// fragile is a gatherer whose method Applies panics.
type fragile struct{ finder }

func (fragile) Applies(Turn) bool { panic("broken") }
