//go:build unix

package db_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
)

func TestTryLock(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "lock")
	first, err := db.TryLock(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.TryLock(name); !errors.Is(err, db.ErrLocked) {
		t.Errorf("a second lock: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := db.TryLock(name)
	if err != nil {
		t.Fatalf("after it was given back: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	if _, err := db.TryLock(filepath.Join(name, "none")); err == nil || errors.Is(err, db.ErrLocked) {
		t.Errorf("a file that cannot be made: %v", err)
	}
}
