package text

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

func FuzzCSV(f *testing.F) {
	for _, name := range []string{"gbk.csv", "tabs.tsv"} {
		f.Add(parsetest.Sample(f, name))
	}
	for _, s := range []string{"a,b\n\"c\nd\",e\n", "\"", "a\tb|c;d，e\n", ",,,\n\n,1", "=1+1,@x,-1,+2\n", "a,\"b\"c\",d\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &parse.Input{ReaderAt: strings.NewReader(string(data)), Size: int64(len(data)), Ext: "csv"}
		parsetest.Collect(t, func(c *parse.Collector) error { return ReadCSV(t.Context(), in, c) })
	})
}

func FuzzMarkdown(f *testing.F) {
	f.Add(string(parsetest.Sample(f, "notes.md")))
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 8<<10 {
			t.Skip("long enough")
		}
		in := &parse.Input{ReaderAt: strings.NewReader(s), Size: int64(len(s)), Ext: "md"}
		parsetest.Collect(t, func(c *parse.Collector) error { return ReadMarkdown(t.Context(), in, c) })
	})
}
