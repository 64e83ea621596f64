package answer

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// A request to remember something is confirmed even if files were found for the request. Remembered
// facts never replace an answer from files.
func TestToldBesideFiles(t *testing.T) {
	t.Parallel()
	files := Found{Finding: source.Finding{Intent: source.Answer, Pictures: []source.Picture{{Name: "白板.png"}}}}
	noted := Found{Finding: source.Finding{Intent: source.Statement, Statement: "好的，记下了。"}}
	recalled := Found{Finding: source.Finding{Intent: source.Statement, Statement: "你说过：", Sentences: []source.Source{{Text: "我住在杭州"}}}}
	for name, c := range map[string]struct {
		first, more Found
		want        source.Intent
	}{
		"noted after files": {files, noted, source.Statement}, "noted before files": {noted, files, source.Statement},
		"recalled beside files": {files, recalled, source.Answer}, "recalled alone": {Found{}, recalled, source.Statement},
	} {
		if got := c.first.with(c.more).Finding.Intent; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
