package text_test

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/text"
)

func TestCut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"问渠那得清如许", 2, "问渠"},
		{"问渠", 2, "问渠"},
		{"问渠", 9, "问渠"},
		{"a问𠮷b", 3, "a问𠮷"},
		{"问渠", 0, ""},
		{"问渠", -1, ""},
		{"", 3, ""},
	}
	for _, tt := range tests {
		if got := text.Cut(tt.in, tt.n); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestCutBytes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"问渠", 6, "问渠"},
		{"问渠", 5, "问"},
		{"问渠", 3, "问"},
		{"问渠", 2, ""},
		{"a𠮷b", 5, "a𠮷"},
		{"a𠮷b", 4, "a"},
		{"abc", 2, "ab"},
		{"abc", 9, "abc"},
		{"问渠", 0, ""},
	}
	for _, tt := range tests {
		if got := text.CutBytes(tt.in, tt.n); got != tt.want {
			t.Errorf("CutBytes(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestWidth(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int{"": 0, "abc": 3, "问渠": 4, "问a渠，": 7, "ＡＢ": 4} {
		if got := text.Width(in); got != want {
			t.Errorf("Width(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	t.Parallel()
	if got := text.OneLine(" 问\r\n\t渠　水 "); got != "问 渠 水" {
		t.Errorf("OneLine gave %q", got)
	}
}

func TestRadical(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]rune{'⻅': '见', '⺠': '民', '⻳': '龟', '⺁': '厂', '人': '人', 'a': 'a', '⻿': '⻿'} {
		if got := text.Radical(r); got != want {
			t.Errorf("%c is %c, want %c", r, got, want)
		}
	}
}

func TestRoman(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "I", 4: "IV", 49: "XLIX", 2026: "MMXXVI", 3999: "MMMCMXCIX", 0: "0", 4000: "4000"} {
		if got := text.Roman(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func TestStorable(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", "问渠": "问渠", "a\x00b": "ab", "\xff问\xe6": "问", "\x00": ""} {
		if got := text.Storable(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestCutWidth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{{"水库 a", 6, "水库 a"}, {"水库 a", 4, "水库"}, {"水库", 3, "水"}, {"水", 1, ""}, {"", 0, ""}, {"abc", 2, "ab"}} {
		if got := text.CutWidth(c.in, c.n); got != c.want {
			t.Errorf("CutWidth(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}
