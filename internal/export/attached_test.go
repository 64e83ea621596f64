package export

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// A Markdown file contains the names of attached files at their question, even if only one answer
// is exported. A citation of a file keeps its number, and the list of sources states the page. No
// link leads to an address of this server.
func TestAttachedFiles(t *testing.T) {
	t.Parallel()
	s := service(Transcript{Title: "合同", Rounds: []Round{{
		Question: "付款期限是多久？", Files: []string{"合同_[终].pdf", "附表.xlsx"},
		Answer: answered(
			stream.SearchGuid{Docs: []stream.Doc{{Index: 3, DocID: "f-1", Title: "合同_[终].pdf", WebSiteName: "第 3 页", Page: 3, URL: "/tool/file-viewer?id=f-1&page=3"}}},
			stream.Text{Msg: "三十日[citation:3]。"}),
	}}})
	for name, index := range map[string]int{"conversation": 0, "answer": 2} {
		o := order(Markdown)
		o.Place.Index = index
		f, err := s.Export(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`附件：合同\_\[终].pdf、附表.xlsx`, `三十日\[3]。`, `\[3] 合同\_\[终].pdf · 第 3 页`} {
			if !strings.Contains(string(f.Data), want) {
				t.Errorf("%s lacks %q:\n%s", name, want, f.Data)
			}
		}
		if strings.Contains(string(f.Data), "file-viewer") {
			t.Errorf("%s has a link of this house: %s", name, f.Data)
		}
	}
}
