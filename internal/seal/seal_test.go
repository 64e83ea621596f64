package seal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/seal"
)

func TestSealedOpensInItsPlaceAlone(t *testing.T) {
	t.Parallel()
	key := seal.NewKey("a passphrase")
	s := key.Sealer("one purpose")
	sealed := s.Seal("a place", "the secret")
	if !seal.Sealed(sealed) || seal.Sealed("the secret") || strings.Contains(sealed, "secret") {
		t.Fatalf("sealed: %q", sealed)
	}
	if again := s.Seal("a place", "the secret"); again == sealed {
		t.Error("two sealed values are equal: whoever sees them knows that their secrets are")
	}
	if text, err := s.Open("a place", sealed); err != nil || text != "the secret" {
		t.Fatalf("opened: %q, %v", text, err)
	}
	for name, open := range map[string]func() (string, error){
		"another place":   func() (string, error) { return s.Open("b place", sealed) },
		"another purpose": func() (string, error) { return key.Sealer("another purpose").Open("a place", sealed) },
		"another key": func() (string, error) {
			return seal.NewKey("b passphrase").Sealer("one purpose").Open("a place", sealed)
		},
		"cut":       func() (string, error) { return s.Open("a place", sealed[:len(sealed)-4]) },
		"empty":     func() (string, error) { return s.Open("a place", "sealed:1:") },
		"no base64": func() (string, error) { return s.Open("a place", "sealed:1:%%%") },
	} {
		if text, err := open(); !errors.Is(err, seal.ErrKey) || text != "" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// Values sealed by an earlier version must stay readable.
func TestOpensWhatWasSealedBefore(t *testing.T) {
	t.Parallel()
	const before = "sealed:1:yaqK9NixKd1oct7kNC4byIO6RA0FKAjxdxlgD4GlrVA"
	text, err := seal.NewKey("p").Sealer("wenqu admin settings").Open("providers.providers[x].key@https://x", before)
	if err != nil || text != "sk-1" {
		t.Fatalf("%q, %v", text, err)
	}
}

func TestFingerprintTellsKeysApart(t *testing.T) {
	t.Parallel()
	a, again, b := seal.NewKey("a").Fingerprint(), seal.NewKey("a").Fingerprint(), seal.NewKey("b").Fingerprint()
	if a != again || a == b || len(a) < 20 {
		t.Errorf("%q %q %q", a, again, b)
	}
}

func TestKeyFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "secret.key")
	one, err := seal.File(name)
	if err != nil || len(one) < 32 {
		t.Fatal(one, err)
	}
	if two, err := seal.File(name); err != nil || two != one {
		t.Errorf("the second start: %q %v", two, err)
	}
	if err := os.Chmod(name, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.File(name); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that others can read: %v", err)
	}
	short := filepath.Join(t.TempDir(), "short.key")
	if err := os.WriteFile(short, []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.File(short); err == nil {
		t.Error("a file without a key was taken for one")
	}
}
