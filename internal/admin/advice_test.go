package admin

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Every sentence of advice exists in the three languages and differs from the sentence in the
// catalogue. No sentence tells an administrator to ask an administrator.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for code, words := range advice {
		if words.ZhCN == "" || words.ZhTW == "" || words.En == "" {
			t.Errorf("%s: %+v", code, words)
		}
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			said := advise(errs.New(code), locale)
			if said != words.In(locale) || said == code.Row().Text.In(locale) {
				t.Errorf("%s in %s: %q", code, locale, said)
			}
			for _, who := range []string{"管理员", "管理員", "administrator"} {
				if strings.Contains(said, who) {
					t.Errorf("%s in %s sends an administrator to an administrator: %q", code, locale, said)
				}
			}
		}
	}
	if said := advise(errs.New(errs.NotFound), "zh-CN"); said != errs.New(errs.NotFound).Message("zh-CN") {
		t.Errorf("without advice: %q", said)
	}
}
