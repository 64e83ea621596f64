package xlsx

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// TestFormulasWithoutValues reads a workbook in the form written by some libraries: the formulas have no
// stored values. They are calculated. A formula that cannot be calculated is shown as a formula.
func TestFormulasWithoutValues(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	for cell, v := range map[string]any{"A1": "品名", "B1": "单价", "C1": "数量", "D1": "小计", "A2": "笔", "B2": 2.5, "C2": 4, "A3": "纸", "B3": 0.1, "C3": 3, "A4": "合计"} {
		if err := f.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	// D4 refers to other formulas. D5 and D6 refer to each other, D7 refers to whole columns, and D8
	// refers to another file. D9 depends on the time.
	for cell, formula := range map[string]string{
		"D2": "B2*C2", "D3": "B3*C3", "D4": "SUM(D2:D3)", "E4": `IF(D4>10,"多","少")`, "D5": "D6+1", "D6": "D5+1", "D7": "SUM(A:XFD)", "D8": "[1]Sheet1!A1", "D9": "NOW()", "E9": "1/0", "F9": "SUM(A1:XFD1048576)",
	} {
		if err := f.SetCellFormula("Sheet1", cell, formula); err != nil {
			t.Fatal(err)
		}
	}
	got := rowsOf(t, f)
	want := []string{
		"品名|单价|数量|小计", "笔|2.5|4|10", "纸|0.1|3|0.3", "合计|||10.3|多", "|||=D6+1", "|||=D5+1", "|||=SUM(A:XFD)", "|||=[1]Sheet1!A1", "|||=NOW()|=1/0|=SUM(A1:XFD1048576)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFormulasOfUnknownCells checks formulas that refer to a cell without a known value: its formula comes
// after the first maxFormulas formulas, or is only a reference to a shared formula. The referring cell shows
// its formula, not a wrong number. Numbers after the first maxFormulas formulas still count.
func TestFormulasOfUnknownCells(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	set := func(cell, formula string, opts ...excelize.FormulaOpts) {
		if err := f.SetCellFormula("Sheet1", cell, formula, opts...); err != nil {
			t.Fatal(err)
		}
	}
	end := maxFormulas + 10
	set("A1", fmt.Sprintf("SUM(A%d:A%d)", end-1, end))
	set("B1", fmt.Sprintf("B%d+1", end))
	set("C1", "SUM(D2:D3)")
	kind, area := excelize.STCellFormulaTypeShared, "D2:D3"
	set("D2", "1+1", excelize.FormulaOpts{Type: &kind, Ref: &area})
	for row := 2; row <= end; row++ {
		set("B"+strconv.Itoa(row), "NOW()")
	}
	if err := f.SetCellValue("Sheet1", "A"+strconv.Itoa(end), 7); err != nil {
		t.Fatal(err)
	}
	first, want := rowsOf(t, f)[0], fmt.Sprintf("7|=B%d+1|=SUM(D2:D3)", end)
	if first != want {
		t.Errorf("%s, want %s", first, want)
	}
}

// rowsOf writes a workbook, reads it, and returns the rows of its tables with | between the cells.
func rowsOf(t *testing.T, f *excelize.File) (rows []string) {
	t.Helper()
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
	for _, u := range k.Units {
		for _, block := range u.Blocks {
			for _, row := range block.Rows {
				rows = append(rows, strings.Join(row, "|"))
			}
		}
	}
	return rows
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
