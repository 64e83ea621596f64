package docx

import "testing"

func TestNext(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"%1.%2":  "3.1",
		"第%1条":   "第3条",
		"%%1":    "%3", // a percent sign before the number is part of the text
		"%%1 %3": "%3 7",
		"%":      "%",
		"":       "",
	} {
		n := &numbering{
			abstract: map[string]*[9]numLevel{"a": {{format: "decimal", start: 3}, {format: "decimal", text: text, start: 1}, {format: "decimal", start: 7}}},
			nums:     map[string]string{"1": "a"}, counts: map[string]*[9]int{},
		}
		if got := n.next("1", 1); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
