package app

import (
	"context"
	"errors"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// loginDoc is the settings document about logging in: values of the account settings by key. If a
// key is missing, the value of variables, file and flags applies.
type loginDoc map[string]string

// over returns a copy of `fixed` with the document's values in place of the fixed values.
func (d loginDoc) over(fixed account.Settings) (account.Settings, error) {
	c := Config{Login: fixed}
	for key, value := range d {
		s := accountSetting(key)
		if s == nil {
			return account.Settings{}, setting.Wrong(setting.UnknownField, text.Cut(key, 40))
		}
		err := s.set(&c, strings.TrimSpace(value))
		if fault, ok := errors.AsType[*setting.Fault](err); ok {
			err = fault.Named(loginWords[key].label)
		}
		if err != nil {
			return account.Settings{}, err
		}
	}
	return c.Login, nil
}

// check normalises the document. `fixed` contains the values of variables, file and flags. A secret in
// `fixed` must not be sent to another address than the one in `fixed`. If the document has another address
// for the service, check therefore fails unless the document has the secret, too.
func (d loginDoc) check(fixed map[string]string) error {
	for key, value := range d {
		if value = strings.TrimSpace(value); value == "" {
			delete(d, key) // empty: the fixed value applies
		}
	}
	if _, err := d.over(account.Settings{}); err != nil {
		return setting.Bad(err)
	}
	for key, value := range d {
		if value == fixed[key] || !strings.HasSuffix(key, "_url") && !strings.HasSuffix(key, "_issuer") {
			continue
		}
		group, _, _ := strings.Cut(key, "_")
		for _, secret := range loginSecrets() {
			if strings.HasPrefix(secret, group+"_") && fixed[secret] != "" && d[secret] == "" {
				return errs.New(errs.SecretAgain)
			}
		}
	}
	return nil
}

func accountSetting(key string) *configRow {
	for _, s := range accountSettings {
		if s.Key == key {
			return s
		}
	}
	return nil
}

// loginSecrets are the keys whose values are never displayed.
func loginSecrets() (keys []string) {
	for _, s := range accountSettings {
		if s.Secret {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// loginSection is the section of the administration's settings about logging
// in.
const loginSection = "login"

// loginSections describes the account settings as a section of the administration. Variables,
// the file and flags can set them, too.
func (a *App) loginSections() []setting.Section {
	out := setting.Of(loginSection, loginSecrets(), func(d *loginDoc) error { return d.check(a.config.values) }, func(_ context.Context, d *loginDoc) error {
		if d == nil {
			a.logins.Use(nil)
			return nil
		}
		use, err := d.over(a.logins.fixed)
		if err == nil {
			a.logins.Use(&use)
		}
		return err
	})
	out.Default = func() any { return loginDoc{} }
	out.Fields = a.loginFields
	return []setting.Section{out}
}

// loginFields describes the account settings. The default of a setting is the value that applies
// when the document does not contain the setting. Secrets have no default.
func (a *App) loginFields(locale string) []setting.Field {
	out := make([]setting.Field, len(accountSettings))
	for i, s := range accountSettings {
		words := loginWords[s.Key]
		f := setting.Field{Key: s.Key, Label: words.label.In(locale), Help: words.help.In(locale), Kind: setting.Text, Secret: s.Secret}
		if !s.Secret {
			f.Default = a.config.values[s.Key]
		}
		if s.Switch {
			f.Choice = []string{"on", "off"}
		}
		out[i] = f
	}
	return out
}
