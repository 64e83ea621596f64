package xlsx

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// TestFormulasWithoutValues reads a file of a library that writes formulas without their values. The
// formulas are calculated; those that cannot be calculated are shown as formulas.
func TestFormulasWithoutValues(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	for cell, v := range map[string]any{"A1": "品名", "B1": "单价", "C1": "数量", "D1": "小计", "A2": "笔", "B2": 2.5, "C2": 4, "A3": "纸", "B3": 0.1, "C3": 3, "A4": "合计"} {
		if err := f.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	// D4 refers to formulas that may be calculated after it, D5 and D6 refer to each
	// other, D7 to whole columns, D8 to another file, and D9 depends on the time.
	for cell, formula := range map[string]string{
		"D2": "B2*C2", "D3": "B3*C3", "D4": "SUM(D2:D3)", "E4": `IF(D4>10,"多","少")`, "D5": "D6+1", "D6": "D5+1", "D7": "SUM(A:XFD)", "D8": "[1]Sheet1!A1", "D9": "NOW()", "E9": "1/0", "F9": "SUM(A1:XFD1048576)",
	} {
		if err := f.SetCellFormula("Sheet1", cell, formula); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	k := &parsetest.Sink{}
	c := parse.NewCollector(t.Context(), k, parse.Options{})
	in := &parse.Input{ReaderAt: bytes.NewReader(b.Bytes()), Size: int64(b.Len()), Ext: "xlsx", Options: parse.Options{Tools: parse.Tools{Temp: t.TempDir()}}}
	if err := Read(t.Context(), in, c); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range k.Units {
		for _, block := range u.Blocks {
			for _, row := range block.Rows {
				got = append(got, strings.Join(row, "|"))
			}
		}
	}
	want := []string{
		"品名|单价|数量|小计", "笔|2.5|4|10", "纸|0.1|3|0.3", "合计|||10.3|多", "|||=D6+1", "|||=D5+1", "|||=SUM(A:XFD)", "|||=[1]Sheet1!A1", "|||=NOW()|=1/0|=SUM(A1:XFD1048576)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func FuzzFormula(f *testing.F) {
	for _, s := range []string{"SUM(A1:B2)", "A1+A2*2", `IF(A1>1,"x","y")`, "SUM(A:A)", "A1:A9999999", "((((1))))", "SUM(A1:A1:A1)", "1E9", "XFD1048576"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, formula string) {
		c := &formulas{open: map[string]string{"C3": formula}, has: map[string]string{"A1": "1", "B2": sharedMark + "0"}, done: map[string]string{}, busy: map[string]bool{}, calc: excelize.NewFile(), until: time.Now().Add(maxCalculated), left: maxReferences}
		if v, ok := c.value("C3", 0); ok && len(v) > 40*maxFormula {
			t.Fatalf("%d bytes of %q", len(v), formula)
		}
	})
}
