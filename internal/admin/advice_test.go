package admin

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Every sentence of advice exists in the three languages and differs from the catalogue's. None
// tells an administrator to ask an administrator.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for code, words := range advice {
		if words.ZhCN == "" || words.ZhTW == "" || words.En == "" || words.ZhCN == code.Row().Text.ZhCN {
			t.Errorf("%s: %+v", code, words)
		}
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			if said := advise(errs.New(code), locale); said != words.In(locale) || strings.Contains(said, "请管理员") || strings.Contains(said, "請管理員") {
				t.Errorf("%s in %s: %q", code, locale, said)
			}
		}
	}
	if said := advise(errs.New(errs.NotFound), "zh-CN"); said != errs.New(errs.NotFound).Message("zh-CN") {
		t.Errorf("without advice: %q", said)
	}
}
