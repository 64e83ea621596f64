package app

import (
	"strings"
	"testing"
)

// Every login setting has a label, and every label belongs to a login setting.
func TestLoginWords(t *testing.T) {
	t.Parallel()
	for _, s := range accountSettings {
		words, ok := loginWords[s.Key]
		if !ok {
			t.Errorf("%s has no words", s.Key)
		}
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			if label := words.label.In(locale); label == "" || strings.ContainsAny(label, "；：;:{") {
				t.Errorf("%s in %s: %q is no label", s.Key, locale, label)
			}
		}
	}
	for key := range loginWords {
		if accountSetting(key) == nil {
			t.Errorf("there is no %s", key)
		}
	}
}
