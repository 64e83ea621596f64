package formats

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// relationsTo contains hyperlinks to a web page and to a script.
const relationsTo = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://a.cn/b?c=1" TargetMode="External"/>
<Relationship Id="rId8" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:alert(1)" TargetMode="External"/>
</Relationships>`

// TestLinks checks that the address of a web page or a mail address is added after the link's text.
// No address is added if the text is a heading or contains the address. Addresses of other kinds are
// left out.
func TestLinks(t *testing.T) {
	t.Parallel()
	docx := func(body string) []byte {
		return parsetest.Zip(t, "word/document.xml", `<w:document><w:body>`+body+`</w:body></w:document>`, 1, "word/_rels/document.xml.rels", relationsTo, 1)
	}
	odt := func(body string) []byte {
		return parsetest.Zip(t, "mimetype", "application/vnd.oasis.opendocument.text", 1, "content.xml",
			`<office:document-content><office:body><office:text>`+body+`</office:text></office:body></office:document-content>`, 1)
	}
	pptx := func(body string) []byte {
		return parsetest.Zip(t, "ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>`, 1,
			"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="rId1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>`, 1,
			"ppt/slides/slide1.xml", `<p:sld><p:sp><p:nvPr><p:ph type="body"/></p:nvPr><p:txBody>`+body+`</p:txBody></p:sp></p:sld>`, 1,
			"ppt/slides/_rels/slide1.xml.rels", relationsTo, 1)
	}
	for name, tt := range map[string]struct {
		ext  string
		data []byte
		want string
	}{
		"docx":                   {"docx", docx(`<w:p><w:r><w:t>见</w:t></w:r><w:hyperlink r:id="rId7"><w:r><w:t>办</w:t></w:r><w:r><w:t>法</w:t></w:r></w:hyperlink><w:r><w:t>。</w:t></w:r></w:p>`), "见办法 (https://a.cn/b?c=1)。"},
		"docx, to the same file": {"docx", docx(`<w:p><w:hyperlink w:anchor="x"><w:r><w:t>第二章</w:t></w:r></w:hyperlink></w:p>`), "第二章"},
		"docx, a program":        {"docx", docx(`<w:p><w:hyperlink r:id="rId8"><w:r><w:t>点我</w:t></w:r></w:hyperlink></w:p>`), "点我"},
		"docx, a heading":        {"docx", docx(`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:hyperlink r:id="rId7"><w:r><w:t>总则</w:t></w:r></w:hyperlink></w:p>`), "总则"},
		"docx, a field": {"docx", docx(`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://a.</w:instrText></w:r><w:r><w:instrText>cn/f" </w:instrText></w:r>` +
			`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>办法</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>，第</w:t></w:r>` +
			`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> PAGE </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>3</w:t><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>页</w:t></w:r></w:p>`),
			"办法 (https://a.cn/f)，第3页"},
		"docx, a field within a link": {"docx", docx(`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText> HYPERLINK "https://a.cn/f" </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>第</w:t>` +
			`<w:fldChar w:fldCharType="begin"/><w:instrText> PAGEREF x </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>3</w:t><w:fldChar w:fldCharType="end"/></w:r>` +
			`<w:r><w:t>页</w:t><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>。</w:t></w:r></w:p>`),
			"第3页 (https://a.cn/f)。"},
		"docx, a simple field": {"docx", docx(`<w:p><w:fldSimple w:instr='HYPERLINK "mailto:a@b.cn"'><w:r><w:t>张三</w:t></w:r></w:fldSimple></w:p>`), "张三 (a@b.cn)"},
		"docx, in a table":     {"docx", docx(`<w:tbl><w:tr><w:tc><w:p><w:hyperlink r:id="rId7"><w:r><w:t>甲</w:t></w:r></w:hyperlink></w:p></w:tc><w:tc><w:p><w:r><w:t>乙</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>丙</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>`), "甲 (https://a.cn/b?c=1)\t乙\n丙\t"},
		"Markdown":             {"md", []byte("见[办法](https://a.cn/b)和[引文][1]，<https://c.cn/>。\n\n[脚本](javascript:alert(1))\n\n# [总则](https://a.cn/b)\n\n[1]: https://a.cn/d\n"), "见办法 (https://a.cn/b)和引文 (https://a.cn/d)，https://c.cn/。\n脚本\n总则"},
		"odt":                  {"odt", odt(`<text:p>见<text:a xlink:href="https://a.cn/b"><text:span>办法</text:span></text:a>。</text:p>`), "见办法 (https://a.cn/b)。"},
		"odt, inside":          {"odt", odt(`<text:p><text:a xlink:href="#总则">总则</text:a></text:p>`), "总则"},
		"odt, a heading":       {"odt", odt(`<text:h text:outline-level="1"><text:a xlink:href="https://a.cn/b">总则</text:a></text:h>`), "总则"},
		"odt, the words":       {"odt", odt(`<text:p><text:a xlink:href="https://a.cn/">https://a.cn</text:a></text:p>`), "https://a.cn"},
		"pptx": {"pptx", pptx(`<a:p><a:r><a:t>见</a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="rId7"/></a:rPr><a:t>办</a:t></a:r><a:r><a:rPr b="1"><a:hlinkClick r:id="rId7"/></a:rPr><a:t>法</a:t></a:r><a:r><a:t>。</a:t></a:r></a:p>` +
			`<a:p><a:r><a:rPr><a:hlinkClick r:id="rId8"/></a:rPr><a:t>点我</a:t></a:r></a:p>`), "见办法 (https://a.cn/b?c=1)。\n点我"},
	} {
		_, units, err := parseBytes(t, tt.data, parse.Options{Name: "x." + tt.ext})
		var got []string
		for _, u := range units {
			got = append(got, u.Text())
		}
		if s := strings.Join(got, "|"); err != nil || s != tt.want {
			t.Errorf("%s: %q, want %q, %v", name, s, tt.want, err)
		}
	}
}
