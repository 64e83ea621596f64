package view_test

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestFilled checks that entered texts fill the blanks outside of code.
func TestFilled(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"兹因____请假 ____ 天":               "兹因搬家请假 ____ 天",
		`兹因\_\_\_\_，＿＿＿`:                "兹因搬家，＿＿＿",
		"`____`：____，____":              "`____`：搬家，____",
		"____\n```\n姓名：____\n```\n____": "搬家\n```\n姓名：____\n```\n____",
		"~~~\n____\n~~~\n____ ____":     "~~~\n____\n~~~\n搬家 ____",
		"``a`____`` ____ ____":          "``a`____`` 搬家 ____",
		"____ ____ ____":                "____ ____ ____", // different number of blanks
		"____ ____\n```\n____":          "搬家 ____\n```\n____",
	} {
		items := []stream.Item{{Event: stream.Text{Msg: text}}}
		got := view.Filled(items, []string{"搬家", ""})[0].Event.(stream.Text).Msg
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if items[0].Event.(stream.Text).Msg != text {
			t.Errorf("%q was changed itself", text)
		}
	}
}
