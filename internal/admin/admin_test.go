package admin_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

var ann = admin.Actor{ID: "ann", Network: "198.51.100.0/24"}

// colours makes a section whose documents have a secret in the fields `key`. It records the applied
// documents.
type colours struct {
	applied []string
	refuse  bool
}

func (c *colours) section() setting.Section {
	return setting.Section{
		Name: "colours", Secrets: []string{"key"},
		Check: func(raw json.RawMessage) (json.RawMessage, error) {
			if strings.Contains(string(raw), "mud") {
				return nil, errs.New(errs.SettingBad).With("detail", "mud is no colour")
			}
			return raw, nil
		},
		Apply: func(_ context.Context, raw json.RawMessage) error {
			if c.refuse {
				return errs.New(errs.Unknown)
			}
			c.applied = append(c.applied, string(raw))
			return nil
		},
	}
}

func sealer(passphrase string) *seal.Sealer { return seal.NewKey(passphrase).Sealer(admin.SealPurpose) }

func service(t *testing.T, d *db.DB, c *colours, passphrase string) *admin.Service {
	t.Helper()
	return admin.New(admin.Options{DB: d, Sealer: sealer(passphrase), Sections: []setting.Section{c.section()}, Log: slog.New(slog.DiscardHandler)})
}

func save(t *testing.T, s *admin.Service, value string, version int64) admin.Setting {
	t.Helper()
	var raw json.RawMessage
	if value != "" {
		raw = json.RawMessage(value)
	}
	out, err := s.Save(t.Context(), ann, "colours", raw, version)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSettingsCountAtOnceAndElsewhere(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		here, there := &colours{}, &colours{}
		s, other := service(t, d, here, "pass"), service(t, d, there, "pass")
		one := save(t, s, `{"list":[{"id":"a","key":"s3cret","baseUrl":"https://a.example"}]}`, 0)
		if want := `{"list":[{"baseUrl":"https://a.example","id":"a","key":"` + admin.Kept + `"}]}`; string(one.Value) != want {
			t.Errorf("an administrator sees %s", one.Value)
		}
		if len(here.applied) != 1 || !strings.Contains(here.applied[0], "s3cret") {
			t.Errorf("applied here: %q", here.applied)
		}
		if err := other.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(here.applied, there.applied); diff != "" {
			t.Error("another process:", diff)
		}
		if err := other.Refresh(t.Context()); err != nil || len(there.applied) != 1 {
			t.Errorf("nothing new was applied again: %q %v", there.applied, err)
		}
		// Kept keeps the secret, even when the order of the list changes.
		two := save(t, s, `{"list":[{"id":"b","key":"other"},{"id":"a","key":"`+admin.Kept+`","baseUrl":"https://a.example"}]}`, one.Version)
		if !strings.Contains(here.applied[1], "s3cret") || !strings.Contains(here.applied[1], "other") {
			t.Errorf("applied: %q", here.applied[1])
		}
		if save(t, s, "", two.Version).Value != nil || here.applied[2] != "" {
			t.Errorf("taking the document away applied %q", here.applied[2])
		}
		log, err := s.Audit(t.Context(), "", "", 0, 0)
		if err != nil || len(log) != 3 {
			t.Fatalf("%d acts, %v", len(log), err)
		}
		want := []admin.Change{{How: admin.Added, List: "list", ID: "b"}}
		if diff := cmp.Diff(want, admin.Changes(log[1])); diff != "" || log[1].ActorID != "ann" || log[1].Target != "colours" {
			t.Errorf("the second act is %+v:\n%s", log[1], diff)
		}
	})
}

func TestSaveRefuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := service(t, d, &colours{}, "pass")
		if _, err := s.Save(t.Context(), ann, "colours", json.RawMessage(`{}`), 2); !errs.Is(err, errs.SettingMoved) {
			t.Errorf("a version of a section that has none: %v", err)
		}
		one := save(t, s, `{"key":"s3cret","url":"https://a.example"}`, 0)
		for _, c := range []struct {
			name, value string
			version     int64
			want        errs.Code
		}{
			{"a stale version", `{}`, one.Version - 1, errs.SettingMoved},
			{"what Check refuses", `{"c":"mud"}`, one.Version, errs.SettingBad},
			{"no JSON", `{`, one.Version, errs.BadRequest},
			{"a kept key for another address", `{"key":"` + admin.Kept + `","url":"https://evil.example"}`, one.Version, errs.SecretAgain},
			{"a kept key that never was", `{"deep":{"key":"` + admin.Kept + `"}}`, one.Version, errs.SecretAgain},
		} {
			if _, err := s.Save(t.Context(), ann, "colours", json.RawMessage(c.value), c.version); !errs.Is(err, c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		}
		if _, err := s.Save(t.Context(), ann, "nothing", json.RawMessage(`{}`), 0); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown section: %v", err)
		}
		if now, _ := s.Get(t.Context(), "colours"); now.Version != one.Version {
			t.Error("a refused document changed the settings")
		}
	})
}

// The database alone does not reveal secrets.
func TestSecretsAreSealed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := service(t, d, &colours{}, "pass")
		first := save(t, s, `{"key":"s3cret"}`, 0)
		var stored, detail string
		if err := d.Read().QueryRowContext(t.Context(), "SELECT value FROM admin_setting").Scan(&stored); err != nil {
			t.Fatal(err)
		}
		if err := d.Read().QueryRowContext(t.Context(), "SELECT detail FROM admin_audit").Scan(&detail); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(stored+detail, "s3cret") || !strings.Contains(stored, "sealed:") {
			t.Errorf("stored: %s; noted: %s", stored, detail)
		}
		// With another server key, the section reports unreadable secrets. New secrets repair the
		// section.
		c := &colours{}
		lost := service(t, d, c, "another")
		if err := lost.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		now, err := lost.Get(t.Context(), "colours")
		if err != nil || now.Err == nil || len(c.applied) != 0 {
			t.Fatalf("with another key: %+v, %v, applied %q", now, err, c.applied)
		}
		if after := save(t, lost, `{"key":"new"}`, first.Version); after.Err != nil || len(c.applied) != 1 {
			t.Errorf("after entering it anew: %+v, applied %q", after, c.applied)
		}
	})
}

func TestADocumentThatCannotBeAppliedIsShown(t *testing.T) {
	t.Parallel()
	c := &colours{refuse: true}
	s := service(t, dbtest.OpenSQLite(t), c, "pass")
	got := save(t, s, `{"c":"blue"}`, 0)
	if got.Err == nil {
		t.Error("nobody says that it does not count")
	}
	c.refuse = false
	if got = save(t, s, `{"c":"green"}`, got.Version); got.Err != nil {
		t.Error("still", got.Err)
	}
}

func TestAuditIsSwept(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := admin.New(admin.Options{DB: dbtest.OpenSQLite(t), Sealer: sealer("p"), Now: func() time.Time { return at }})
	if err := s.Note(t.Context(), ann, admin.MakeBackup, "x", ""); err != nil {
		t.Fatal(err)
	}
	at = at.AddDate(3, 0, 0)
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, _ := s.Audit(t.Context(), "", "", 0, 0); len(left) != 0 {
		t.Error("left:", left)
	}
}

// In a flat document, a secret belongs to the addresses whose field names begin with the same word:
// when one of these addresses changes, the secret must be entered again.
func TestAFlatKeyStaysWithItsAddress(t *testing.T) {
	t.Parallel()
	c := &colours{}
	sec := c.section()
	sec.Secrets = []string{"sms_key", "oneid_secret", "wx_public_secret"}
	s := admin.New(admin.Options{DB: dbtest.OpenSQLite(t), Sealer: sealer("p"), Sections: []setting.Section{sec}, Log: slog.New(slog.DiscardHandler)})
	one := save(t, s, `{"sms_key":"k","sms_url":"https://a.example","oneid_secret":"o","oneid_issuer":"https://id.example"}`, 0)
	keep := `{"sms_key":"` + admin.Kept + `","sms_url":"https://a.example","oneid_secret":"` + admin.Kept + `","oneid_issuer":"https://evil.example"}`
	if _, err := s.Save(t.Context(), ann, "colours", json.RawMessage(keep), one.Version); !errs.Is(err, errs.SecretAgain) {
		t.Errorf("a secret went to another issuer: %v", err)
	}
	keep = strings.Replace(keep, "evil", "id", 1)
	save(t, s, keep, one.Version)
	two := save(t, s, `{"wx_public_secret":"w","wx_open_url":"https://open.example","wx_api_url":"https://api.example"}`, 2)
	for _, moved := range []string{`"wx_open_url":"https://evil.example","wx_api_url":"https://api.example"`, `"wx_open_url":"https://open.example","wx_api_url":"https://evil.example"`} {
		if _, err := s.Save(t.Context(), ann, "colours", json.RawMessage(`{"wx_public_secret":"`+admin.Kept+`",`+moved+`}`), two.Version); !errs.Is(err, errs.SecretAgain) {
			t.Errorf("a secret went to another of its addresses, %s: %v", moved, err)
		}
	}
	if !strings.Contains(c.applied[1], `"k"`) || !strings.Contains(c.applied[1], `"o"`) {
		t.Errorf("applied: %s", c.applied[1])
	}
}

// The operator of a proxy can read everything sent through it. When the proxy changes, the key must
// be entered again.
func TestAKeyStaysWithItsProxy(t *testing.T) {
	t.Parallel()
	for _, proxy := range []string{"", "http://proxy.example:8080", "http://user:pass@proxy.example:8080"} {
		c := &colours{}
		s := service(t, dbtest.OpenSQLite(t), c, "pass")
		doc := `{"list":[{"id":"a","key":"secret","baseUrl":"https://a.example","proxy":"` + proxy + `"}]}`
		one := save(t, s, doc, 0)
		keep := strings.Replace(strings.Replace(doc, "secret", admin.Kept, 1), ":pass@", ":"+admin.Kept+"@", 1)
		two := save(t, s, keep, one.Version)
		if sorted(t, c.applied[1]) != sorted(t, doc) {
			t.Errorf("proxy %q, kept: %s", proxy, c.applied[1])
		}
		moved := strings.Replace(keep, `"proxy":"`+strings.Replace(proxy, ":pass@", ":"+admin.Kept+"@", 1)+`"`, `"proxy":"http://evil.example"`, 1)
		if _, err := s.Save(t.Context(), ann, "colours", json.RawMessage(moved), two.Version); !errs.Is(err, errs.SecretAgain) {
			t.Errorf("proxy %q: the key goes through another one: %v", proxy, err)
		}
	}
}

// The password inside an address is treated as a secret; the rest of the address is
// shown.
func TestThePasswordOfAnAddressIsSealed(t *testing.T) {
	t.Parallel()
	c := &colours{}
	d := dbtest.OpenSQLite(t)
	s := service(t, d, c, "pass")
	const proxy = `{"list":[{"id":"a","proxy":"http://user:s3c:r@t@proxy.example:8080/x@y","other":"http://user@b.example","colour":"direct"}]}`
	one := save(t, s, proxy, 0)
	shown := strings.Replace(proxy, "s3c:r@t", admin.Kept, 1)
	if diff := cmp.Diff(sorted(t, shown), sorted(t, string(one.Value))); diff != "" {
		t.Error("an administrator sees", diff)
	}
	if len(c.applied) != 1 || sorted(t, c.applied[0]) != sorted(t, proxy) {
		t.Errorf("applied: %q", c.applied)
	}
	var stored string
	if err := d.Read().QueryRowContext(t.Context(), "SELECT value FROM admin_setting").Scan(&stored); err != nil || strings.Contains(stored, "s3c") {
		t.Errorf("stored: %s, %v", stored, err)
	}
	two := save(t, s, shown, one.Version)
	if sorted(t, c.applied[1]) != sorted(t, proxy) {
		t.Errorf("kept: %s", c.applied[1])
	}
	for _, elsewhere := range []string{"evil.example", "proxy.example:1"} {
		moved := strings.Replace(shown, "proxy.example:8080", elsewhere, 1)
		if _, err := s.Save(t.Context(), ann, "colours", json.RawMessage(moved), two.Version); !errs.Is(err, errs.SecretAgain) {
			t.Errorf("the password goes to %s: %v", elsewhere, err)
		}
	}
}

// sorted returns a JSON document with its fields in sorted order.
func sorted(t *testing.T, doc string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(doc), &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
