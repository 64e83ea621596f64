package newfile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/answer"
)

var shanghai = time.FixedZone("+08", 8*3600)

func parse(t *testing.T, input string) Order {
	t.Helper()
	o, err := Parse([]byte(input), time.Date(2026, 11, 23, 15, 4, 5, 0, shanghai))
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	return o
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`[]`:                                                  "right form",
		`{"format":"exe","name":"a"}`:                         "format must be",
		`{"format":"md","name":" ../ "}`:                      "name must be",
		`{"format":"md","name":"a"}`:                          "content must be",
		`{"format":"docx","name":"a","content":" "}`:          "content must be",
		`{"format":"csv","name":"a"}`:                         "rows must not be empty",
		`{"format":"csv","name":"a","rows":[[{}]]}`:           "right form",
		`{"format":"csv","name":"a","rows":[[[1]]]}`:          "right form",
		`{"format":"xlsx","name":"a","sheets":[]}`:            "sheets must be",
		`{"format":"xlsx","name":"a","sheets":[{"rows":[]}]}`: "rows must not be empty",
		`{"format":"csv","name":"a","rows":[[` + strings.TrimSuffix(strings.Repeat("1,", 201), ",") + `]]}`:        "at most 200 cells",
		`{"format":"csv","name":"a","rows":[` + strings.TrimSuffix(strings.Repeat("[1],", 5001), ",") + `]}`:       "at most 5000 rows",
		`{"format":"csv","name":"a","rows":[["` + strings.Repeat("x", 9000) + `"]]}`:                               "at most 8 KB",
		`{"format":"ics","name":"a","events":[]}`:                                                                  "events must be",
		`{"format":"ics","name":"a","events":[{"title":"","start":"2026-11-25"}]}`:                                 "event 1: it has no title",
		`{"format":"ics","name":"a","events":[{"title":"x","start":"明天"}]}`:                                        "write times like",
		`{"format":"ics","name":"a","events":[{"title":"x","start":"2026-11-25T10:00","end":"2026-11-25T09:00"}]}`: "ends before",
		`{"format":"ics","name":"a","events":[{"title":"x","start":"2026-11-25","end":"2026-11-25T09:00"}]}`:       "both be times",
		`{"format":"ics","name":"a","events":[{"title":"x","start":"0001-01-01"}]}`:                                "year must be",
		`{"format":"ics","name":"a","events":[{"title":"x","start":"2026-11-25","repeat":"hourly"}]}`:              "repeat must be",
		`{"format":"ics","name":"a","events":[{"title":"x","start":"2026-11-25","remind":-5}]}`:                    "remind must be",
	} {
		if _, err := Parse([]byte(input), time.Now()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.90s: %v, want %q", input, err, want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"季度总结": "季度总结", "a.md": "a", "a.MD": "a", "../../etc/passwd": "etc-passwd", "a\nb": "a b", "con:*?": "con", "a.docx": "a.docx", strings.Repeat("长", 200): strings.Repeat("长", 80),
	} {
		if got := stem(name, Markdown); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestCSV(t *testing.T) {
	t.Parallel()
	o := parse(t, `{"format":"csv","name":"a","rows":[["项目","金额"],["=HYPERLINK(\"http://x\")",-1.50],["@SUM(A1)",null],["-2+3",true],["a,\"b\"\n",12345678901234567890]]}`)
	b, err := write(o)
	want := "\uFEFF项目,金额\r\n\"'=HYPERLINK(\"\"http://x\"\")\",-1.50\r\n'@SUM(A1),\r\n'-2+3,true\r\n\"a,\"\"b\"\"\r\n\",12345678901234567890\r\n"
	if err != nil || string(b) != want {
		t.Errorf("%q %v", b, err)
	}
}

func TestWorkbook(t *testing.T) {
	t.Parallel()
	o := parse(t, `{"format":"xlsx","name":"a","sheets":[{"name":"销售/明细","rows":[["月份","金额"],["1 月",1200.5],["=1+1",null],["\u0001+cmd|' /C calc'!A0",true]]},{"name":"销售-明细","rows":[["x"]]},{"rows":[["y"]]}]}`)
	body, _ := json.Marshal(o)
	b, err := Task(t.Context(), body)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := fmt.Sprint(f.GetSheetList()); got != "[销售-明细 销售-明细 (2) Sheet3]" {
		t.Error(got)
	}
	for cell, want := range map[string]string{"A1": "月份", "B2": "1200.5", "A3": "=1+1", "A4": "+cmd|' /C calc'!A0", "B4": "TRUE"} {
		if got, err := f.GetCellValue("销售-明细", cell); err != nil || got != want {
			t.Errorf("%s: %q %v", cell, got, err)
		}
		if formula, _ := f.GetCellFormula("销售-明细", cell); formula != "" {
			t.Errorf("%s is a formula: %s", cell, formula)
		}
	}
	if kind, _ := f.GetCellType("销售-明细", "B2"); kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
		t.Errorf("a number is kept as %v", kind)
	}
}

// excelize allows 31 UTF-16 units, and no quote at either end.
func TestSheetNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 30)
	names := []string{strings.Repeat("😀", 20), strings.Repeat("😀", 20), long + "'y", long + "'y", strings.Repeat("x", 25) + "'yyyyyy", "' '", "'a' ", strings.Repeat("长", 40)}
	want := []string{
		strings.Repeat("😀", 15), strings.Repeat("😀", 13) + " (2)", long, long[:26] + " (2)", strings.Repeat("x", 25) + "'yyyyy", "Sheet6", "a", strings.Repeat("长", 31),
	}
	o := Order{Format: Workbook}
	for _, n := range names {
		o.Sheets = append(o.Sheets, Sheet{Name: n, Rows: []Row{{{Value: "a"}}}})
	}
	b, err := write(o)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := f.GetSheetList(); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestCalendar(t *testing.T) {
	t.Parallel()
	o := parse(t, `{"format":"ics","name":"日程","events":[
		{"title":"周会，第 1 次; 很长的标题很长的标题很长的标题很长的标题","start":"2026-11-25T09:30","end":"2026-11-25T10:15","place":"A\\B, 3 楼","notes":"一\n二","remind":15,"repeat":"weekly","times":4},
		{"title":"出差\nEND:VEVENT","start":"2026-12-01","end":"2026-12-03"},
		{"title":"UTC","start":"2026-12-01T08:00:00Z"}]}`)
	b, err := write(o)
	if err != nil {
		t.Fatal(err)
	}
	got := string(b)
	for _, want := range []string{
		"DTSTART:20261125T093000\r\n", "DTEND:20261125T101500\r\n", "LOCATION:A\\\\B\\, 3 楼\r\n", "DESCRIPTION:一\\n二\r\n", "RRULE:FREQ=WEEKLY;COUNT=4\r\n", "TRIGGER:-PT15M\r\n",
		"DTSTART;VALUE=DATE:20261201\r\n", "DTEND;VALUE=DATE:20261204\r\n", "SUMMARY:出差 END:VEVENT\r\n", "DTSTART:20261201T080000Z\r\n", "DTEND:20261201T090000Z\r\n", "DTSTAMP:20261123T070405Z\r\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for line := range strings.SplitSeq(got, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsRune(line, '\n') {
			t.Errorf("the line %q", line)
		}
	}
	if whole := strings.ReplaceAll(got, "\r\n ", ""); !strings.Contains(whole, "SUMMARY:周会，第 1 次\\; "+strings.Repeat("很长的标题", 4)+"\r\n") || strings.Count(whole, "BEGIN:VEVENT\r\n") != 3 || strings.Count(whole, "\nEND:VEVENT\r\n") != 3 {
		t.Errorf("%s", whole)
	}
}

// An event is at the requested local time, even if daylight saving time begins or ends between the
// creation of the file and the event.
func TestCalendarZone(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	for event, want := range map[string]string{
		`"start":"2027-07-01T09:00"`: "DTSTART:20270701T070000Z\r\nDTEND:20270701T080000Z\r\n",
		// A repeated event is at its local time, also if daylight saving time begins or ends between two occurrences.
		`"start":"2027-07-01T09:00","repeat":"weekly"`:                               "DTSTART:20270701T090000\r\nDTEND:20270701T100000\r\n",
		`"start":"2027-07-01T09:00","end":"2027-07-01T09:00Z","repeat":"daily"`:      "DTSTART:20270701T090000\r\nDTEND:20270701T110000\r\n",
		`"start":"2027-07-01T09:00+08:00","end":"2027-07-01T09:30","repeat":"daily"`: "DTSTART:20270701T010000Z\r\nDTEND:20270701T073000Z\r\n",
		`"start":"2027-07-01","repeat":"daily"`:                                      "DTSTART;VALUE=DATE:20270701\r\nDTEND;VALUE=DATE:20270702\r\n",
	} {
		o, err := Parse([]byte(`{"format":"ics","name":"a","events":[{"title":"x",`+event+`}]}`), time.Date(2026, 12, 1, 0, 0, 0, 0, berlin))
		if err != nil {
			t.Fatalf("%s: %v", event, err)
		}
		if b, _ := write(o); !strings.Contains(string(b), want) {
			t.Errorf("%s: %s", event, b)
		}
	}
}

// Events are checked in the zone in which they are written.
func TestCalendarChecksInItsZone(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 23, 15, 4, 5, 0, shanghai)
	if _, err := Parse([]byte(`{"format":"ics","name":"a","events":[{"title":"x","start":"2026-11-25T03:00Z","end":"2026-11-25T10:00"}]}`), made); err == nil || !strings.Contains(err.Error(), "ends before") {
		t.Errorf("an event from 11:00 to 10:00 at +08: %v", err)
	}
	o, err := Parse([]byte(`{"format":"ics","name":"a","events":[{"title":"x","start":"2026-11-25T09:00","end":"2026-11-25T02:00Z"}]}`), made)
	if err != nil {
		t.Fatalf("an event from 9:00 to 10:00 at +08: %v", err)
	}
	if b, _ := write(o); !strings.Contains(string(b), "DTSTART:20261125T010000Z\r\nDTEND:20261125T020000Z\r\n") {
		t.Errorf("%s", b)
	}
}

func TestTool(t *testing.T) {
	t.Parallel()
	var kept []string
	full := errors.New("no room")
	tool := Tool(Ports{
		Paper: func(_ context.Context, p Paper) ([]byte, error) { return []byte(p.Title + ":" + p.Markdown), nil },
		Write: Task,
		Keep: func(_ context.Context, owner, name string, data []byte) (Kept, error) {
			if owner == "full" {
				return Kept{}, full
			}
			kept = append(kept, owner+" "+name)
			return Kept{ID: "d1", Name: name, Size: int64(len(data)), Type: "word"}, nil
		},
	})
	call := func(owner, input string, private bool) (answer.Result, error) {
		return tool.Call(t.Context(), answer.Call{ID: "2.0.1.0", Input: []byte(input), Turn: answer.Turn{
			Owner: func() string { return owner }, Locale: "zh-CN", Now: time.Now(), Private: private,
		}})
	}
	r, err := call("alice", `{"format":"docx","name":"总结.docx","content":"正文"}`, false)
	if err != nil || len(r.Cards) != 1 || r.Cards[0].Kind != Card || string(r.Cards[0].Data) != `{"id":"d1","name":"总结.docx","size":13,"type":"word"}` || fmt.Sprint(kept) != "[alice 总结.docx]" {
		t.Errorf("%+v %v %v", r, err, kept)
	}
	if _, err = call("alice", `{"format":"xlsx","name":"表","sheets":[{"rows":[["a"],[1]]}]}`, false); err != nil {
		t.Error(err)
	}
	for input, private := range map[string]bool{`{"format":"docx"}`: false, `{"format":"md","name":"a","content":"b"}`: true} {
		if r, err := call("alice", input, private); err != nil || len(r.Cards) != 0 || !strings.HasPrefix(r.Text, "Not made") {
			t.Errorf("%+v %v", r, err)
		}
	}
	if _, err = call("full", `{"format":"md","name":"a","content":"b"}`, false); !errors.Is(err, full) {
		t.Error(err)
	}
	if len(kept) != 2 || tool.Replay || tool.Consent != answer.ConsentOnce || !json.Valid(tool.Spec.Parameters) {
		t.Errorf("%v", kept)
	}
	for question, want := range map[string]bool{"写成 Word 文件给我": true, "export as csv": true, "你好": false} {
		if tool.Offered(answer.Turn{Question: question}) != want || tool.Offered(answer.Turn{Question: question, Private: true}) {
			t.Errorf("%s is offered wrongly", question)
		}
	}
	if tool.Label("zh-CN", []byte(`{"format":"csv","name":"账.csv"}`)) != "生成文件「账.csv」" || tool.Label("en", []byte(`7`)) != "Making a file" {
		t.Error("the labels")
	}
}

func FuzzWrite(f *testing.F) {
	for _, s := range []string{
		`{"format":"csv","name":"a","rows":[["=1",2]]}`, `{"format":"xlsx","name":"a","sheets":[{"name":"x","rows":[["=1",2]]}]}`,
		`{"format":"ics","name":"a","events":[{"title":"x","start":"2026-11-25","notes":"\n"}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		o, err := Parse(input, time.Now())
		if err != nil || o.Format == Word || o.Format == Markdown {
			return
		}
		b, err := write(o)
		if err != nil || len(b) == 0 {
			t.Fatalf("%s: %v", input, err)
		}
		for line := range strings.SplitSeq(string(b), "\r\n") {
			if o.Format == Calendar && (len(line) > 75 || !utf8.ValidString(line)) {
				t.Errorf("%q of %s", line, input)
			}
		}
	})
}
