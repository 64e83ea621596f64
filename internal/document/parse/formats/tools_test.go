package formats

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// TestLibreOffice reads the old formats with LibreOffice, if it is installed.
func TestLibreOffice(t *testing.T) {
	t.Parallel()
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice is not installed")
	}
	for name, want := range map[string][]string{
		"contract.doc": {"heading 2 \"第二条 费用\"", "| 下半年合计 |  | 234,000 |", "一、清除渠内淤泥"},
		"deck.ppt.gz":  {"slide 2 \"投资与效益\"", "| 2024 | 2,240 | 384 |", "note \"开场先说明"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := parse.Options{Name: strings.TrimSuffix(name, ".gz"), Tools: tools(t)}
			o.Tools.Office = office
			sum, units, err := parseBytes(t, parsetest.Sample(t, name), o)
			parsetest.Sound(t, sum, units, err, o)
			got := parsetest.Describe(sum, units, err)
			for _, s := range want {
				if !strings.Contains(got, s) {
					t.Errorf("%q is not in\n%s", s, got)
				}
			}
		})
	}
	// If LibreOffice cannot convert a file, a reader of this program reads the file.
	o := parse.Options{Tools: tools(t)}
	o.Tools.Office = "/bin/false"
	o.Name = "a.doc"
	if sum, _, err := parseBytes(t, parsetest.Sample(t, "contract.doc"), o); err != nil || sum.Chars == 0 {
		t.Error(sum, err)
	}
}

// TestTesseract reads a scanned page, if tesseract is installed.
func TestTesseract(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("tesseract")
	if err != nil {
		t.Skip("tesseract is not installed")
	}
	o := parse.Options{Tools: tools(t)}
	o.Tools.Tesseract = program
	sum, units, err := parseBytes(t, parsetest.Sample(t, "scanned.pdf"), o)
	if err != nil || !slices.Contains(sum.Warnings, parsed.Recognised) || !strings.Contains(units[0].Text(), "灌区用水报告") || !strings.Contains(units[0].Text(), "数据由各县水务局报送") {
		t.Errorf("%v %v", parsetest.Describe(sum, units, err), err)
	}
}

func TestRecognisedPicture(t *testing.T) {
	t.Parallel()
	page := parsetest.Sample(t, "scanned.pdf")
	from := strings.Index(string(page), "\xff\xd8\xff")
	picture := page[from:]
	asked := 0
	sum, units, err := parseBytes(t, picture, parse.Options{Name: "照片.jpg", Recognise: func(_ context.Context, got []byte) (string, error) {
		asked++
		return "停 水 公 告\n五月三日 起", nil
	}})
	if err != nil || asked != 1 || sum.Chars == 0 || units[0].Kind != parsed.Page {
		t.Error(sum, err)
	}
	_, _, err = parseBytes(t, picture, parse.Options{Name: "照片.jpg"})
	if code, _ := parse.CodeOf(err); code != parse.NoText {
		t.Error(err)
	}
}

// TestWithoutOffice reads files of old and foreign formats without helper programs.
func TestWithoutOffice(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"water.xls", "gbk95.xls", "contract.rtf", "contract.odt", "water.ods", "deck.odp", "contract.doc", "deck.ppt.gz"} {
		sum, _, err := parseBytes(t, parsetest.Sample(t, name), parse.Options{Name: strings.TrimSuffix(name, ".gz")})
		if err != nil || sum.Chars < 100 {
			t.Errorf("%s: %d runes, %v", name, sum.Chars, err)
		}
	}
}

func TestDamagedUTF8StaysUTF8(t *testing.T) {
	t.Parallel()
	in := strings.Repeat("问渠那得清如许为有源头活水来。管理处要求各站每天上报水位，遇到大雨要随时报告。", 9)
	_, units, err := parseBytes(t, []byte(in[:100]+"\xff"+in[101:]), parse.Options{Name: "a.txt"})
	if err != nil || !strings.Contains(units[0].Text(), "管理处要求各站每天上报水位") {
		t.Error(err, units)
	}
}

func FuzzText(f *testing.F) {
	for _, name := range []string{"gbk.txt", "big5.txt", "sjis.txt", "utf16le.txt", "utf16be-nomark.txt", "latin1.txt", "utf8.txt"} {
		f.Add(parsetest.Sample(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			t.Skip("long enough")
		}
		sum, units, err := parseBytes(t, data, parse.Options{Name: "a.txt", Tools: parse.Tools{Cache: "none"}})
		parsetest.Sound(t, sum, units, err, parse.Options{})
	})
}
