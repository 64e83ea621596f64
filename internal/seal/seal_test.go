package seal_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
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

// TestKeyFileIsMadeOnce checks that servers started at the same time get the same passphrase, and
// leave no other file.
func TestKeyFileIsMadeOnce(t *testing.T) {
	t.Parallel()
	for range 50 {
		dir := t.TempDir()
		name := filepath.Join(dir, "secret.key")
		var got [8]string
		var group sync.WaitGroup
		for i := range got {
			group.Go(func() {
				var err error
				if got[i], err = seal.File(name); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		stored, err := seal.File(name)
		for _, one := range got {
			if err != nil || one != stored {
				t.Fatalf("%q, stored %q, %v", one, stored, err)
			}
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
	}
}

// A link to a missing file fails, and does not loop.
func TestKeyFileIsABrokenLink(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "secret.key")
	if err := os.Symlink("missing", name); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.File(name); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
