package card_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/card"
)

// Task draws short, long, empty and strange texts at the right size. Each text results in a
// different picture. Task fails if the body is not JSON.
func TestDraw(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range []card.Card{
		{"问渠", "怎样写周报", "周报写三件事：做成了什么、卡在哪里、下周做什么。"},
		{"问渠", strings.Repeat("很长的标题", 60), strings.Repeat("word ", 400)},
		{"", "", ""},
		{"问渠", "\u202e\x00\n\t😀𠮷", strings.Repeat("a", 5000)},
	} {
		body, _ := json.Marshal(c)
		got, err := card.Task(t.Context(), body)
		if errs.Is(err, errs.NoFont) {
			t.Skip("this test needs the tag font")
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.DecodeConfig(bytes.NewReader(got))
		if err != nil || m.Width != card.Width || m.Height != card.Height {
			t.Errorf("%+v: %v %v", c, m, err)
		}
		if seen[string(got)] {
			t.Errorf("%+v looks like another one", c)
		}
		seen[string(got)] = true
	}
	if _, err := card.Task(t.Context(), []byte("[")); err == nil {
		t.Error("no card was sent, and it is drawn")
	}
}
