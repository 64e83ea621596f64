package config

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Operators edit the configuration as a JSON document, so encoding the configuration and parsing
// the result must change nothing.
func TestDocumentRoundTrip(t *testing.T) {
	t.Parallel()
	s := builtin(t)
	raw, err := json.Marshal(s.Current())
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Current(), again); diff != "" {
		t.Error(diff)
	}
}

func TestUse(t *testing.T) {
	t.Parallel()
	s := builtin(t)
	before, err := s.General("zh-CN")
	if err != nil {
		t.Fatal(err)
	}
	changed := *s.Current()
	changed.MaxConvRound = before.MaxConvRound + 5
	if look, err := s.With(&changed).General("zh-CN"); err != nil || look.MaxConvRound != changed.MaxConvRound || s.MaxConvRound() != before.MaxConvRound {
		t.Errorf("a look gives %d (%v) and leaves %d", look.MaxConvRound, err, s.MaxConvRound())
	}
	s.Use(&changed)
	if got := s.MaxConvRound(); got != changed.MaxConvRound {
		t.Errorf("%d rounds, want %d", got, changed.MaxConvRound)
	}
	s.Use(nil)
	if diff := cmp.Diff(before.MaxConvRound, s.MaxConvRound()); diff != "" {
		t.Error("after taking it away:", diff)
	}
	if _, err := Parse([]byte(`{"maxConvRound":0}`)); err == nil || !strings.Contains(err.Error(), "maxConvRound") {
		t.Errorf("a broken document: %v", err)
	}
}
