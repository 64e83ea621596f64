package app

import (
	"regexp"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// latin matches two words in Latin letters, which are an English phrase. A single word may be the name
// of a field.
var latin = regexp.MustCompile(`[A-Za-z]{2,} [a-z]{2,}`)

// Every section of the settings says in the reader's language why it refuses a document.
func TestRefusedSettingsAreToldInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	many := func(element string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(element+",", 400), ",") + "]"
	}
	const general = `{"maxConvRound":1,"promotion":{"from":"2026-01-01T00:00:00Z","to":"2026-01-01T00:00:00Z"},`
	sections := map[string]setting.Section{}
	for _, s := range all(newApp(t).services.domains, Configured.Sections) {
		sections[s.Name] = s
	}
	for section, documents := range map[string][]string{
		"login":    {`{"session_days":"0"}`, `{"captcha":"maybe"}`, `{"sms_url":"gateway"}`, `{"nothing":"1"}`, `{"captcha":1}`},
		"limits":   {`{"questionsPerMinute":-1}`, `{"questionsPerDay":{"user":"many"}}`, `{"nothing":1}`, `[]`, `{`},
		"research": {`{"nothing":1}`},
		"apikeys":  {`{"user":{"keys":-1}}`, `{"nothing":1}`, `{"user":1}`},
		"tools":    {`null`, `{"nothing":{}}`, `{"connectors":{"ask":"maybe"}}`},
		"providers": {
			`{"providers":` + many(`{"id":"a"}`) + `}`,
			`{"providers":[{"id":"a","baseUrl":"https://a.example","models":` + many(`{"id":"m"}`) + `}]}`,
			`{"providers":[{"id":"a","baseUrl":"https://a.example","models":[{"id":"m","search":"maybe"}]}]}`,
			`{"nothing":1}`,
		},
		"search": {`{"sources":` + many(`{"id":"a"}`) + `}`, `{"media":"maybe"}`, `{"sources":[{"id":"a","engine":"nothing"}]}`, `{"nothing":1}`},
		"moderation": {
			`{"words":[{"word":"甲乙"}]}`, `{"words":[{"word":"甲乙","level":"bloc"}]}`, `{"words":[{"word":" ,","level":"log"}]}`,
			`{"words":[],"allow":[]} {}`, `{"words":[{"word":"` + strings.Repeat("甲", 65) + `","level":"log"}]}`,
			`{"words":[{"word":"甲","level":"log"}],"allow":["甲",""]}`,
		},
		"general": {
			`{"maxConvRound":0}`, `{"maxConvRound":1}`, `{"nothing":1}`,
			general + `"inspirationTags":` + many(`{"tag":"a"}`) + `}`,
			general + `"inspirationTags":[{"tag":"a"},{"tag":"a"}]}`,
			general + `"inspirationTags":[{"tag":""}]}`,
			general + `"inspirations":` + many(`{}`) + `}`,
			general + `"inspirations":[{"visible":true}]}`, general + `"feedback":{"textToText":[{"type":2}]}}`,
			general + `"inspirations":[{"title":{"zh-CN":"` + strings.Repeat("长", 201) + `"}}]}`,
		},
	} {
		for _, document := range documents {
			_, err := sections[section].Check([]byte(document))
			if !errs.Is(err, errs.SettingBad) {
				t.Errorf("%s takes %.80s: %v", section, document, err)
				continue
			}
			for _, locale := range []string{"zh-CN", "zh-TW"} {
				if said := errs.From(err).Message(locale); latin.MatchString(said) || strings.Contains(said, "{") {
					t.Errorf("%s, %.80s: %s", section, document, said)
				}
			}
		}
	}
}
