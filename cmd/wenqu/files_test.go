//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// fileState is the server's description of a file.
type fileState struct {
	Status, ErrorMsg string
	Progress         float64
	Units            int
}

func (p person) fileState(t *testing.T, url, id string) (s fileState) {
	t.Helper()
	res, body := p.read(t, http.MethodPost, url+"/api/user/docs/detail", `{"resourceId":"`+id+`"}`)
	var out struct{ Data fileState }
	if err := json.Unmarshal([]byte(body), &out); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	return out.Data
}

// until waits until `ok` accepts the state of a file. The test fails if parsing fails, or after two
// minutes.
func (p person) until(t *testing.T, url, id, what string, ok func(fileState) bool) fileState {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(2 * time.Minute); ; <-tick.C {
		s := p.fileState(t, url, id)
		if ok(s) {
			return s
		}
		if time.Now().After(end) || s.Status == "failed" {
			t.Fatalf("the file never came to be %s: %+v", what, s)
		}
	}
}

// novel returns a text of `chapters` chapters. Each chapter contains a different number: 7000 in the
// first, 7001 in the second, and so on.
func novel(chapters int) string {
	var b strings.Builder
	for i := range chapters {
		fmt.Fprintf(&b, "第%d章 长夜\n\n%s这一章的暗号是%d。\n\n", i+1, strings.Repeat("那年冬天河上结了冰，人们从桥上走过，谁也没有回头。", 40), 7000+i)
	}
	return b.String()
}

// TestKillWhileFilesAreRead kills the server several times while it parses a file. After the last
// start the file has all its units, and words from its beginning, middle and end are found.
func TestKillWhileFilesAreRead(t *testing.T) {
	t.Parallel()
	const chapters = 1500
	data := t.TempDir()
	s := started(t, data, "WENQU_LIMITS=off")
	me := newPerson(t, s.url)
	id := me.upload(t, s.url, "长夜.txt", novel(chapters))
	for i := range 3 {
		mark := float64(i+1) * 0.15
		me.until(t, s.url, id, "read in part", func(f fileState) bool { return f.Progress >= mark || f.Status == "ready" })
		s.kill()
		s = started(t, data, "WENQU_LIMITS=off")
	}
	whole := me.until(t, s.url, id, "ready", func(f fileState) bool { return f.Status == "ready" })
	if whole.Units < 100 {
		t.Errorf("%+v", whole)
	}
	seen := 0
	for from := 1; from <= whole.Units; from += 50 {
		_, body := me.read(t, http.MethodPost, s.url+"/api/user/docs/units", fmt.Sprintf(`{"resourceId":%q,"from":%d,"to":%d}`, id, from, from+49))
		var out struct{ Units []struct{ Number int } }
		if err := json.Unmarshal([]byte(body), &out); err != nil {
			t.Fatal(err)
		}
		for _, u := range out.Units {
			if seen++; u.Number != seen {
				t.Fatalf("unit %d stands where %d should", u.Number, seen)
			}
		}
	}
	if seen != whole.Units {
		t.Errorf("%d units are there of %d", seen, whole.Units)
	}
	for _, n := range []int{7000, 7000 + chapters/2, 7000 + chapters - 1} {
		_, body := me.read(t, http.MethodPost, s.url+"/api/user/docs/search", `{"keyword":"暗号是`+strconv.Itoa(n)+`"}`)
		var out struct{ Hits []struct{ Quote string } }
		if err := json.Unmarshal([]byte(body), &out); err != nil || len(out.Hits) != 1 || !strings.Contains(out.Hits[0].Quote, strconv.Itoa(n)) {
			t.Errorf("%d: %s", n, body)
		}
	}
	if log := s.log(t); strings.Contains(log, "panic") || strings.Contains(log, "长夜") {
		t.Errorf("the log has a panic or a name:\n%s", log)
	}
}

// TestKillWhileUploading kills the server during an upload, which continues from the stored
// position.
func TestKillWhileUploading(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := started(t, data)
	me := newPerson(t, s.url)
	text := novel(300)
	_, info := me.call(t, s.url+"/api/resource/genUploadInfo", fmt.Sprintf(`{"fileName":"长夜.txt","size":%d}`, len(text)))
	path := info["uploadUrl"].(string)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	half := len(text) / 2
	fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", path, len(text), text[:half])
	there := func() int {
		res := me.send(t, http.MethodHead, s.url+path, "")
		n, err := strconv.Atoi(res.Header.Get("Upload-Offset"))
		if err != nil {
			t.Fatalf("%s %v", res.Status, res.Header)
		}
		return n
	}
	until(t, "some bytes to be there", func() bool { return there() > 0 })
	s.kill()
	s = started(t, data)
	n := there()
	if n == 0 || n > half {
		t.Fatalf("%d of %d bytes are there", n, half)
	}
	res, body := me.read(t, http.MethodPut, s.url+path, text[n:], "Upload-Offset", strconv.Itoa(n))
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `"complete":true`) {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	if _, got := me.read(t, http.MethodGet, s.url+info["resourceUrl"].(string), ""); got != text {
		t.Errorf("%d bytes came back of %d", len(got), len(text))
	}
}

func TestUploadsAreLimited(t *testing.T) {
	t.Parallel()
	s := started(t, t.TempDir(), "WENQU_UPLOADS_PER_MINUTE=3", "WENQU_FILES_PER_PERSON=1")
	me, other := newPerson(t, s.url), newPerson(t, s.url)
	me.upload(t, s.url, "a.txt", "一")
	res, body := me.read(t, http.MethodPost, s.url+"/api/resource/genUploadInfo", `{"fileName":"b.txt"}`)
	if res.StatusCode != http.StatusConflict || !isFailure(body, "20046") && !isFailure(body, "20044") {
		t.Errorf("more files than may be kept: %s %s", res.Status, body)
	}
	for _, path := range []string{"/api/resource/genUploadInfo", "/api/user/docs/upload?fileName=a.txt", "/api/resource/fileParse"} {
		if res, body := me.read(t, http.MethodPost, s.url+path, `{}`); res.StatusCode != http.StatusTooManyRequests || !isFailure(body, "20006") {
			t.Errorf("%s: %s %s", path, res.Status, body)
		}
	}
	other.upload(t, s.url, "a.txt", "一")
}

func TestDoctorAndBackupSpeakOfFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := started(t, dir)
	newPerson(t, s.url).upload(t, s.url, "a.txt", "一")
	files := filepath.Join(dir, "files")
	if out, err := wenqu(t.Context(), "doctor", "--data", dir).CombinedOutput(); err != nil || !strings.Contains(string(out), files+", 1 files") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	out, err := wenqu(t.Context(), "backup", "--data", dir, copied).CombinedOutput()
	if err != nil || !strings.Contains(string(out), copied) || !strings.Contains(string(out), "copy "+files+" as well") {
		t.Errorf("backup: %v\n%s", err, out)
	}
	if st, err := os.Stat(files); err != nil || st.Mode().Perm() != 0o700 {
		t.Errorf("others can look into the folder: %v %v", st.Mode(), err)
	}
}
