package formats

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// TestDeepTables checks that no text is lost from tables of a Word file nested deeper than parse.MaxTables.
func TestDeepTables(t *testing.T) {
	t.Parallel()
	const depth = parse.MaxTables + 2
	body := "<w:p><w:r><w:t>最里</w:t></w:r></w:p>"
	for range depth {
		body = `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>外面</w:t></w:r></w:p>` + body + `</w:tc><w:tc><w:p><w:r><w:t>旁边</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`
	}
	data := parsetest.Zip(t, "word/document.xml", `<w:document><w:body>`+body+`</w:body></w:document>`, 1)
	_, units, err := parseBytes(t, data, parse.Options{Name: "deep.docx"})
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, u := range units {
		all += u.Text()
	}
	if strings.Count(all, "外面") != depth || strings.Count(all, "最里") != 1 || strings.Count(all, "旁边") != depth {
		t.Errorf("%d tables: %q", depth, all)
	}
}
