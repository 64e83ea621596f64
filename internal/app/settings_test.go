package app

import (
	"reflect"
	"strings"
	"testing"
)

// Every setting has a description in three languages and accepts its own default.
func TestEverySettingIsWhole(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range settings {
		if seen[s.Key] {
			t.Errorf("%s stands twice", s.Key)
		}
		seen[s.Key] = true
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			if s.Text.In(locale) == "" {
				t.Errorf("%s does not say what it does in %s", s.Key, locale)
			}
			if help := s.Help(locale); s.Switch != strings.HasSuffix(help, "on 或 off") && s.Switch != strings.HasSuffix(help, "on or off") {
				t.Errorf("%s: a switch names its values, and nothing else does: %q", s.Key, help)
			}
		}
		if err := s.set(&Config{}, s.Default); err != nil {
			t.Errorf("%s refuses its own default: %v", s.Key, err)
		}
		if s.Switch && s.Default != "on" && s.Default != "off" {
			t.Errorf("%s is a switch and stands at %q", s.Key, s.Default)
		}
		if s.Secret && s.Default != "" {
			t.Errorf("%s is a secret that everybody knows", s.Key)
		}
	}
}

// A switch takes true as on and false as off, also where its field in Config has the opposite
// meaning.
func TestSwitchesTakeTrueAndFalse(t *testing.T) {
	t.Parallel()
	with := func(s *configRow, value string) *Config {
		c, err := LoadConfig(Inputs{Environ: []string{s.Env() + "=" + value}})
		if err != nil {
			t.Fatal(err)
		}
		c.values = nil // "on" and "true" differ before parsing; only parsed settings are compared
		return c
	}
	for _, s := range settings {
		if !s.Switch {
			continue
		}
		yes, no := with(s, "on"), with(s, "off")
		if reflect.DeepEqual(yes, no) {
			t.Errorf("%s: on and off are the same", s.Key)
		}
		for value, want := range map[string]*Config{"true": yes, "false": no, "True": yes, "FALSE": no} {
			if !reflect.DeepEqual(with(s, value), want) {
				t.Errorf("%s: %s has the opposite meaning", s.Key, value)
			}
		}
	}
}

// The labels of the login section are in the reader's language.
func TestLoginFieldsSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	a := &App{config: &Config{}}
	for locale, want := range map[string]string{"zh-CN": "访客可以提问", "zh-TW": "訪客可以提問", "en": "Visitors may ask"} {
		if f := a.loginFields(locale)[0]; f.Label != want || len(f.Choice) != 2 {
			t.Errorf("%s: %+v", locale, f)
		}
	}
}
