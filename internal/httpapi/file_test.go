package httpapi_test

import (
	"mime"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

func TestAttachment(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"周报 2026.md", `a"b\c%d.md`, "plain.md", "家😀.pdf", "a+b&c;d='e'.md", "行一\r\nX-Evil: 1.pdf"} {
		kind, params, err := mime.ParseMediaType(httpapi.Attachment(name))
		if err != nil || kind != "attachment" || params["filename"] != name {
			t.Errorf("%q: %q %v %v", name, kind, params, err)
		}
		for _, r := range httpapi.Attachment(name) {
			if r < ' ' || r > '~' {
				t.Errorf("%q: the header has %q", name, r)
			}
		}
	}
}
