package factor

import (
	"strings"
	"testing"
	"time"

	"net/url"
)

// TestCodesOfTheStandard checks the codes of RFC 6238, appendix B, shortened to six digits. A
// secret that is not base32 has no code.
func TestCodesOfTheStandard(t *testing.T) {
	t.Parallel()
	secret := encoding.EncodeToString([]byte("12345678901234567890"))
	for at, want := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		if got := Code(secret, time.Unix(at, 0)); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
	if got := Code("no base32!", time.Unix(59, 0)); got != "" {
		t.Errorf("a broken secret shows %s", got)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	secret, now := newSecret(), time.Unix(1_700_000_000, 0)
	here := stepOf(now)
	for name, c := range map[string]struct {
		code string
		last int64
		ok   bool
	}{
		"now":                  {Code(secret, now), 0, true},
		"one before":           {Code(secret, now.Add(-Period)), 0, true},
		"one after":            {Code(secret, now.Add(Period)), 0, true},
		"two before":           {Code(secret, now.Add(-2*Period)), 0, false},
		"two after":            {Code(secret, now.Add(2*Period)), 0, false},
		"used":                 {Code(secret, now), here, false},
		"older than one used":  {Code(secret, now.Add(-Period)), here, false},
		"newer than one used":  {Code(secret, now.Add(Period)), here, true},
		"nothing":              {"", 0, false},
		"of another secret":    {Code(newSecret(), now.Add(-time.Hour)), 0, false},
		"with something after": {Code(secret, now) + "0", 0, false},
	} {
		if step, ok := match(secret, c.code, now, c.last); ok != c.ok || ok && step <= c.last {
			t.Errorf("%s: %d %v", name, step, ok)
		}
	}
	if _, ok := match("", "", now, 0); ok {
		t.Error("no secret and no code match")
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(address("问渠 a.example:8080", "王 小明:x", "ABC"))
	if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/问渠 a.example 8080:王 小明 x" {
		t.Fatalf("%v %+v", err, u)
	}
	if strings.Contains(u.RawQuery, "+") || u.Query().Get("issuer") != "问渠 a.example 8080" || u.Query().Get("secret") != "ABC" {
		t.Errorf("%s", u.RawQuery)
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"123456":                           {"123456", ""},
		" 123 456 ":                        {"123456", ""},
		"１２３４５６":                           {"123456", ""},
		"12345":                            {},
		"1234567":                          {},
		"abcde-fgh23":                      {"", "abcdefgh23"},
		"ABCDE FGH23":                      {"", "abcdefgh23"},
		"abcde-fghi1":                      {}, // i and 1 do not occur in codes
		"":                                 {},
		"١٢٣٤٥٦":                           {},
		"12345\x006":                       {},
		"' OR 1=1 -- ":                     {},
		strings.Repeat(" ", 70) + "123456": {},
	} {
		if code, recovery := typed(text); code != want[0] || recovery != want[1] {
			t.Errorf("%q: %q %q", text, code, recovery)
		}
	}
	seen := map[string]bool{}
	for range 100 {
		one := newRecovery()
		if _, read := typed(one); strings.ReplaceAll(one, "-", "") != read || seen[one] {
			t.Errorf("%s is read as %s", one, read)
		}
		seen[one] = true
	}
}

func FuzzTyped(f *testing.F) {
	for _, s := range []string{"123456", "abcde-fgh23", "１２３", "\xff", "ｱ", strings.Repeat("9", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		code, recovery := typed(s)
		if code != "" && recovery != "" || code != "" && len(code) != Digits || recovery != "" && len(recovery) != recoveryLength {
			t.Errorf("%q: %q %q", s, code, recovery)
		}
	})
}
