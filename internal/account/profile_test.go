//go:build unix

package account_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func picture(t *testing.T, w, h int) string {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		img.Set(i%w, i/w, color.RGBA{uint8(i), 100, 200, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestProfile(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	if r := p.browser().get("/api/profile"); r.status != http.StatusOK || r.str("name") != "" {
		t.Errorf("a visitor's profile: %s", r.text)
	}
	b.login(alice)
	if r := b.ok("/api/profile", m{"name": "  李  雷 ", "avatar": picture(t, 300, 200)}); r.str("name") != "李 雷" {
		t.Errorf("the profile: %s", r.text)
	}
	path := b.get("/api/profile").str("avatar")
	avatar := p.browser().get(path)
	c, err := jpeg.DecodeConfig(strings.NewReader(avatar.text))
	if err != nil || c.Width != 128 || c.Height != 128 || avatar.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("the picture at %s: %d %v %v", path, avatar.status, c, err)
	}
	b.ok("/api/profile", m{"avatar": picture(t, 5, 5)})
	if r := p.browser().get(path); r.status != http.StatusNotFound {
		t.Errorf("the picture before: %d", r.status)
	}
	svg := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`))
	for name, bad := range map[string]string{
		"SVG": "data:image/svg+xml;base64," + svg, "an address": "http://169.254.169.254/latest", "broken": "data:image/png;base64,AAAA",
		"not base64": "data:image/png,xx", "huge": "data:image/png;base64," + strings.Repeat("A", 3<<20), "many pixels": hugeGIF(),
	} {
		if r := b.post("/api/profile", m{"avatar": bad}); r.code() != errs.BadAvatar {
			t.Errorf("%s: %d %.200s", name, r.status, r.text)
		}
	}
	for _, bad := range []string{"", " ", "\n\t", strings.Repeat("字", 25), "\u200b\u200b"} {
		b.refused(errs.BadName, "/api/profile", m{"name": bad})
	}
	if r := b.ok("/api/profile", m{"avatar": ""}); r.str("avatar") != "" {
		t.Errorf("without a picture: %s", r.text)
	}
	if n := p.count(`SELECT count(*) FROM account_avatar`); n != 0 {
		t.Errorf("%d pictures are left", n)
	}
}

func TestHiddenPicture(t *testing.T) {
	t.Parallel()
	var hidden atomic.Bool
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) { o.HidePicture = hidden.Load })
	b := p.browser()
	b.login(alice)
	path := b.ok("/api/profile", m{"avatar": picture(t, 5, 5)}).str("avatar")
	for _, hide := range []bool{false, true, false} {
		hidden.Store(hide)
		want := path
		if hide {
			want = ""
		}
		if got := b.get("/api/getuserinfo").str("avatar"); got != want {
			t.Errorf("hidden %v: the picture of who asks is %q, want %q", hide, got, want)
		}
		if got := b.get("/api/profile").str("avatar"); got != path {
			t.Errorf("hidden %v: the picture of the profile is %q, want %q", hide, got, path)
		}
	}
}

// hugeGIF returns the data URL of a small file whose header states 60,000 by 60,000 pixels.
func hugeGIF() string {
	head := []byte("GIF89a\x60\xea\x60\xea\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x60\xea\x60\xea\x00\x02\x02D\x01\x00;")
	return "data:image/gif;base64," + base64.StdEncoding.EncodeToString(head)
}
