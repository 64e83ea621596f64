//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestServeAndSignals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := started(t, dir, "WENQU_DRAIN=10s")

	// A second server on the same address does not start, and its error names WENQU_ADDR.
	_, port, _ := strings.Cut(strings.TrimPrefix(s.url, "http://"), ":")
	if out, err := wenqu(t.Context(), "serve", "--addr", "127.0.0.1:"+port, "--data", t.TempDir()).CombinedOutput(); err == nil || !strings.Contains(string(out), "WENQU_ADDR") {
		t.Errorf("a second server on the address: %v\n%s", err, out)
	}

	// The health check succeeds for a running server and fails for an unused address.
	if out, err := wenqu(t.Context(), "health", s.url).CombinedOutput(); err != nil {
		t.Errorf("health of a running server: %v\n%s", err, out)
	}
	if out, err := wenqu(t.Context(), "health", "--addr", "127.0.0.1:1").CombinedOutput(); err == nil {
		t.Errorf("health where nothing listens: %s", out)
	}

	// The database of a running server can be backed up.
	copied := filepath.Join(t.TempDir(), "copy.db")
	if out, err := wenqu(t.Context(), "backup", "--data", dir, copied).CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != copied {
		t.Errorf("backup: %v\n%s", err, out)
	}
	if st, err := os.Stat(copied); err != nil || st.Size() == 0 {
		t.Errorf("the backup: %v", err)
	}

	if err := s.stop(); err != nil {
		t.Errorf("SIGTERM ended it with %v\n%s", err, s.log(t))
	}
	if log := s.log(t); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("errors in the log:\n%s", log)
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tests := []struct {
		args []string
		ok   bool
		says string
	}{
		{nil, true, "wenqu serve"},
		{[]string{"help"}, true, "wenqu doctor"},
		{[]string{"version"}, true, "devel"},
		{[]string{"dance"}, false, `there is no command "dance"`},
		{[]string{"serve", "--no-such-flag"}, false, "no-such-flag"},
		{[]string{"serve", "--help"}, true, "-trusted-proxies"},
		{[]string{"serve", "--drain", "soon"}, false, "WENQU_DRAIN (from flag): must be a duration"},
		{[]string{"doctor", "--data", dir}, true, "No problems found"},
		{[]string{"doctor", "--data", dir, "--drain", "soon"}, false, "WENQU_DRAIN"},
		{[]string{"doctor", "--config", "/no/such/file"}, false, "no file"},
		{[]string{"backup", "--data", dir}, false, "no database to back up"},
		{[]string{"migrate", "--data", dir}, true, "SQLite: schema version"},
		{[]string{"backup", "--data", dir}, true, filepath.Join(dir, "backup", "wenqu-")},
		{[]string{"settings"}, true, "WENQU_ADDR"},
		{[]string{"serve", "--data", dir, "--database-url", "postgres://u:hunter2@127.0.0.1:1/x", "--addr", "127.0.0.1:0"}, false, "PostgreSQL at 127.0.0.1"},
	}
	for _, tt := range tests {
		out, err := wenqu(t.Context(), tt.args...).CombinedOutput()
		if (err == nil) != tt.ok || !strings.Contains(string(out), tt.says) {
			t.Errorf("wenqu %s: %v, want it to say %q\n%s", strings.Join(tt.args, " "), err, tt.says, out)
		}
		if strings.Contains(string(out), "hunter2") {
			t.Errorf("wenqu %s shows a secret: %s", strings.Join(tt.args, " "), out)
		}
	}
}
