package mail

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// page is a web page saved by Word in one file.
const page = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"--=_P\"\r\n\r\n这是单个文件网页\r\n\r\n----=_P\r\nContent-Location: file:///C:/a.htm\r\n" +
	"Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/html; charset=\"gb2312\"\r\n\r\n<html><head><title>=CB=AE</title></head><body><h1>=CB=AE=C7=FE</h1>=\r\n<p>=CE=C4</p></body></html>\r\n" +
	"----=_P\r\nContent-Type: text/html\r\n\r\n<p>header</p>\r\n----=_P\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0K\r\n----=_P--\r\n"

var letter = "From: =?UTF-8?B?5byg5LiJ?= <a@b.cn>\r\nTo: c@d.cn\r\nSubject: =?GB2312?B?y67H/g==?=\r\nDate: Mon, 6 May 2024 10:00:00 +0800\r\nMIME-Version: 1.0\r\n" +
	"Content-Type: multipart/mixed; boundary=M\r\n\r\n--M\r\nContent-Type: multipart/alternative; boundary=A\r\n\r\n--A\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nplain\r\n" +
	"--A\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte("<p>正文</p>")) + "\r\n--A--\r\n" +
	"--M\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nattached\r\n--M--\r\n"

// read reads a message and returns its blocks as lines.
func read(t *testing.T, s string) (string, parse.Code) {
	t.Helper()
	k := &parsetest.Sink{}
	c := parse.NewCollector(t.Context(), k, parse.Options{})
	err := Read(t.Context(), &parse.Input{ReaderAt: strings.NewReader(s), Size: int64(len(s)), Ext: "eml"}, c)
	if err == nil {
		err = c.Flush()
	}
	code, _ := parse.CodeOf(err)
	out := ""
	for _, u := range k.Units {
		out += u.Text() + "\n"
	}
	return strings.TrimSpace(out), code
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file, want string
		code       parse.Code
	}{
		"a page":   {page, "水渠\n文", ""},
		"a letter": {letter, "水渠\nFrom: 张三 <a@b.cn>\nTo: c@d.cn\nDate: Mon, 6 May 2024 10:00:00 +0800\n正文", ""},
		"attached among alternatives": {
			"Subject: 水渠\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=A\n\n--A\nContent-Type: text/plain; charset=utf-8\n\n正文\n" +
				"--A\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nattached\n--A--\n", "正文", "",
		},
		"plain":              {"From: a@b.cn\nMIME-Version: 1.0\nContent-Type: text/plain\n\n你好\n", "From: a@b.cn\n你好", ""},
		"cut":                {page[:strings.Index(page, "<p>")], "水渠", ""},
		"without an end":     {strings.Repeat("X: y\n", maxHeader), "", parse.Broken},
		"no boundary":        {"MIME-Version: 1.0\nContent-Type: multipart/mixed\n\nx\n", "", ""},
		"nested without end": {strings.Repeat("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n--a\n", 1_000), "", ""},
	} {
		if got, code := read(t, tt.file); got != tt.want || code != tt.code {
			t.Errorf("%s: %q %q, want %q %q", name, got, code, tt.want, tt.code)
		}
	}
}

func TestLooks(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{page: true, letter: true, "Dear: a\nb": false, "MIME-Version is a header\nContent-Type: x": false, "# MIME-Version: 1.0\nContent-Type: a": false} {
		if got := Looks([]byte(s)); got != want {
			t.Errorf("%.40q: %t", s, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(page)
	f.Add(letter)
	f.Add("From: a\nContent-Type: multipart/alternative; boundary=\"\"\n\n--\n\n--\n")
	f.Fuzz(func(t *testing.T, s string) {
		in := &parse.Input{ReaderAt: strings.NewReader(s), Size: int64(len(s)), Ext: "eml"}
		parsetest.Collect(t, func(c *parse.Collector) error { return Read(t.Context(), in, c) })
	})
}
