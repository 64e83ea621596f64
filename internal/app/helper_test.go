//go:build unix

package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

func square(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 300, 300))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func squareURL(t *testing.T) string {
	t.Helper()
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(square(t))
}

// cookied is a client that sends all cookies that it has received.
type cookied struct {
	person
	kept []*http.Cookie
}

// post makes a call that must succeed and returns its data.
func (c *cookied) post(t *testing.T, address, body string) map[string]any {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if c.id != "" {
		req.Header.Set("X-ID", c.id)
		req.Header.Set("X-Token", c.token)
	}
	for _, k := range c.kept {
		req.AddCookie(k)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	c.kept = append(c.kept, res.Cookies()...)
	var out struct{ Data map[string]any }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", address, res.StatusCode, err)
	}
	return out.Data
}

// bindOnline binds an account of the online document service to a user's account.
func bindOnline(t *testing.T, base string, who person) {
	t.Helper()
	c := &cookied{person: who}
	to := c.post(t, base+"/api/user/docs/account/address", `{"redirect_uri":"`+base+`/setting"}`)["url"].(string)
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := stay.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	back, err := url.Parse(res.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	c.post(t, base+"/api/user/docs/account/bind", `{"code":"`+back.Query().Get("code")+`","redirect_uri":"`+base+`/setting"}`)
}

// byScan logs a user in on another device by scanning a code.
func byScan(t *testing.T, base string, who person) person {
	t.Helper()
	device := &cookied{}
	ticket := device.post(t, base+"/api/joint/scan/create", `{}`)["ticket"].(string)
	for _, path := range []string{"/api/joint/scan/scan", "/api/joint/scan/confirm"} {
		if status, out := who.call(t, base, path, `{"ticket":"`+ticket+`"}`); status != http.StatusOK {
			t.Fatalf("%s: %d %v", path, status, out)
		}
	}
	in := device.post(t, base+"/api/joint/login", `{"type":"scan","ticket":"`+ticket+`"}`)
	return person{in["userId"].(string), in["token"].(string)}
}

// unpacked returns the content of a file. For a zip archive, it returns the names and contents of
// all files in the archive.
func unpacked(t *testing.T, file []byte) []byte {
	t.Helper()
	if !bytes.HasPrefix(file, []byte("PK")) {
		return file
	}
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(f.Name + "\n")
		if _, err := io.Copy(&all, r); err != nil {
			t.Fatal(err)
		}
	}
	return all.Bytes()
}

// modelAnswers waits until a configured model answers. Until the server has found the models, the
// built-in engine answers.
func modelAnswers(t *testing.T, url string) {
	t.Helper()
	domaintest.Eventually(t, "a model of the operator's answers", func() bool {
		_, out := person{}.call(t, url, "/api/agent/model/list", `{}`)
		first := out["modelList"].([]any)[0].(map[string]any)
		return first["offline"] == false
	})
}
