package retrieve

import "testing"

// A sentence gets a passage of its own document, also if another document has the same wording in the
// same unit.
func TestQuotedKeepsDocumentsApart(t *testing.T) {
	t.Parallel()
	a := Answer{
		Sentences: []Sentence{{DocumentID: "two", Unit: 1, Text: "租金每月三千元。"}},
		Passages: []Passage{
			{DocumentID: "one", Unit: 1, Text: "甲合同。租金每月三千元。"},
			{DocumentID: "two", Unit: 1, Text: "乙合同。租金每月三千元。"},
		},
	}
	got := a.Quoted(2)
	if len(got) != 2 || got[0].Text != a.Passages[1].Text || got[1].Text != a.Passages[0].Text {
		t.Errorf("%+v", got)
	}
}
