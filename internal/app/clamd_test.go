//go:build unix

package app_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/clamd/clamdtest"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// nobody returns an address without a listening server.
func nobody(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// If a virus scanner is set, an uploaded file is scanned before it is stored. No part of an infected
// file remains. While the scanner cannot be reached, WENQU_CLAMD_REQUIRED decides whether files are
// accepted, and the security log records the failed scan.
func TestUploadsAreScanned(t *testing.T) {
	t.Parallel()
	scanner := (&clamdtest.Server{}).Start(t, "")
	for name, c := range map[string]struct {
		env    []string
		file   string
		want   int
		code   errs.Code
		logged string
	}{
		"clean":         {[]string{"WENQU_CLAMD=" + scanner.Addr}, "好的", http.StatusOK, "", ""},
		"infected":      {[]string{"WENQU_CLAMD=" + scanner.Addr}, "好的 " + clamdtest.Sign, http.StatusUnprocessableEntity, errs.FileInfected, "upload.infected"},
		"infected, off": {[]string{"WENQU_CLAMD=" + scanner.Addr, "WENQU_CLAMD_REQUIRED=off"}, clamdtest.Sign, http.StatusUnprocessableEntity, errs.FileInfected, "upload.infected"},
		"down":          {[]string{"WENQU_CLAMD=" + nobody(t)}, "好的", http.StatusServiceUnavailable, errs.FileUnscanned, "upload.unscanned"},
		"down, off":     {[]string{"WENQU_CLAMD=" + nobody(t), "WENQU_CLAMD_REQUIRED=off"}, "好的", http.StatusOK, "", "upload.unscanned"},
		"none":          {nil, clamdtest.Sign, http.StatusOK, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			url, stop := start(t, dir, c.env...)
			status, out := newPerson(t, url).call(t, url, "/api/user/docs/upload?fileName=a.txt", c.file)
			failure, _ := out["error"].(map[string]any)
			if code, _ := failure["code"].(string); status != c.want || code != string(c.code) {
				t.Errorf("%d %v", status, out)
			}
			if err := stop(); err != nil {
				t.Fatal(err)
			}
			if kept := len(foldersOf(t, dir)) > 0; kept != (c.want == http.StatusOK) {
				t.Errorf("bytes on the disk: %v", kept)
			}
			d, err := db.Connect(t.Context(), db.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			var log string
			if err := d.Read().QueryRow(`SELECT coalesce(group_concat(kind || detail), '') FROM security_event WHERE kind LIKE 'upload.%'`).Scan(&log); err != nil {
				t.Fatal(err)
			}
			if log != c.logged || strings.Contains(log, "a.txt") {
				t.Errorf("the log has %q", log)
			}
		})
	}
}
