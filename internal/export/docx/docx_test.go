package docx

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
)

var update = flag.Bool("update", false, "write the golden files")

func write(t testing.TB, d *content.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGolden compares the body of a document with testdata/document.xml, one element per line.
func TestGolden(t *testing.T) {
	t.Parallel()
	got := strings.ReplaceAll(exporttest.Unzip(t, write(t, exporttest.Sample()))["word/document.xml"], "><", ">\n<")
	if *update {
		if err := os.WriteFile("testdata/document.xml", []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	d := exporttest.Sample()
	d.Title = `<标题> & "引号"`
	p := exporttest.Unzip(t, write(t, d))
	for part, wants := range map[string][]string{
		"word/footer1.xml":             {"内容由 AI 生成，仅供参考", " PAGE "},
		"docProps/core.xml":            {"&lt;标题&gt; &amp; &#34;引号&#34;", "内容由 AI 生成", "<cp:keywords>AIGC", "2026-11-20T04:00:00Z"},
		"docProps/custom.xml":          {`name="AIGC"`, `&#34;Label&#34;:&#34;1&#34;`},
		"word/styles.xml":              {`w:eastAsia="Microsoft YaHei"`},
		"word/fontTable.xml":           {`<w:altName w:val="微软雅黑"/>`},
		"word/_rels/document.xml.rels": {`Target="https://example.com/a?b=1&amp;c=2" TargetMode="External"`},
		"word/numbering.xml":           {`<w:startOverride w:val="1"/>`},
		"word/document.xml":            {`w:anchor="source_1_1"`, `w:name="source_1_1"`, "<m:f><m:num>", "<w:tblHeader/>"},
	} {
		for _, want := range wants {
			if !strings.Contains(p[part], want) {
				t.Errorf("%s lacks %s", part, want)
			}
		}
		if strings.Contains(p[part], "{han") || strings.Contains(p[part], "{label") {
			t.Errorf("%s has an open slot", part)
		}
	}
}

func FuzzWrite(f *testing.F) {
	exporttest.Seed(f)
	f.Fuzz(func(t *testing.T, md string) {
		if len(md) > 4096 {
			t.Skip("long enough")
		}
		exporttest.Unzip(t, write(t, exporttest.Of(md, md)))
	})
}
