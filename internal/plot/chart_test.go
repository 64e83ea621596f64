package plot

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"kind":"bar","labels":["一","二"],"series":[{"values":[1,null]}]}`:                                  "",
		`{"kind":"scatter","series":[{"name":"甲","values":[1,2],"x":[0.5,3]}]}`:                             "",
		`{"kind":"pie","labels":["一","二"],"series":[{"values":[1,0]}]}`:                                     "",
		`{"kind":"radar","labels":["一"],"series":[{"values":[1]}]}`:                                         "kind must be",
		`{"kind":"bar","labels":["一"],"series":[]}`:                                                         "1 to 8 series",
		`{"kind":"bar","series":[{"values":[1]}]}`:                                                          "labels must have",
		`{"kind":"bar","labels":["一","二"],"series":[{"values":[1]}]}`:                                       "1 values for 2 labels",
		`{"kind":"bar","labels":["一"],"series":[{"values":["NaN"]}]}`:                                       "right form",
		`{"kind":"bar","labels":["一"],"series":[{"values":[1e300]}]}`:                                       "beyond",
		`{"kind":"bar","labels":["一"],"series":[{"values":[1e999]}]}`:                                       "right form",
		`{"kind":"bar","labels":["一"],"series":[{"values":[null]}]}`:                                        "no values",
		`{"kind":"pie","labels":["一","二"],"series":[{"values":[1,-1]}]}`:                                    "must not be negative",
		`{"kind":"pie","labels":["一"],"series":[{"values":[0]}]}`:                                           "must not be negative",
		`{"kind":"pie","labels":["一"],"series":[{"values":[1]},{"values":[2]}]}`:                            "one series",
		`{"kind":"stacked","labels":["一"],"series":[{"values":[-1]}]}`:                                      "must not be negative",
		`{"kind":"scatter","series":[{"values":[1,2],"x":[1]}]}`:                                            "1 x for 2 values",
		`{"kind":"scatter","series":[{"values":[1],"x":[null]}]}`:                                           "no values",
		`{"kind":"bar","labels":[` + list(`"a"`, 201) + `],"series":[{"values":[` + list("1", 201) + `]}]}`: "labels must have",
		`{"kind":"pie","labels":[` + list(`"a"`, 25) + `],"series":[{"values":[` + list("1", 25) + `]}]}`:   "at most 24",
		`{"kind":"scatter","series":[{"values":[` + list("1", 801) + `],"x":[` + list("1", 801) + `]}]}`:    "at most 800",
		`[]`: "right form",
	} {
		_, err := Parse([]byte(input))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.90s: %v, want %q", input, err, want)
		}
	}
}

func list(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+",", n), ",") }

func TestTable(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"kind":"line","x":"月份","unit":"万元","labels":["1 月","<b>|"],"series":[{"name":"收入","values":[1.50,null]},{"name":"支出","values":[-2,0.1]}]}`: "| 月份 | 收入 (万元) | 支出 (万元) |\n| --- | --- | --- |\n| 1 月 | 1.5 | -2 |\n| \\<b>\\| |  | 0.1 |\n",
		`{"kind":"scatter","x":"身高","series":[{"name":"甲","values":[60],"x":[170]}]}`:                                                                "|  | 身高 | y |\n| --- | --- | --- |\n| 甲 | 170 | 60 |\n",
	} {
		c, err := Parse([]byte(input))
		if err != nil || c.Table(20_000) != want {
			t.Errorf("%s: %v\n%s", input, err, c.Table(20_000))
		}
	}
}

// every is a list of charts of each kind, including values that are hard to draw.
var every = []string{
	`{"kind":"bar","title":"销售","y":"金额","unit":"万元","x":"季度","labels":["一季度很长的名字","二季度","三季度"],"series":[{"name":"<b>华东","values":[12000,null,-3000]},{"name":"华北","values":[800,0,95000]}]}`,
	`{"kind":"stacked","labels":["一","二"],"series":[{"name":"甲","values":[1,2]},{"name":"乙","values":[3,null]}]}`,
	`{"kind":"line","labels":["1","2","3","4"],"series":[{"values":[5.2,5.3,null,5.1]}]}`,
	`{"kind":"area","labels":["1"],"series":[{"values":[0]}]}`,
	`{"kind":"pie","labels":["研发","行政","无"],"series":[{"values":[86,14,null]}]}`,
	`{"kind":"pie","labels":["全部"],"series":[{"values":[1e-9]}]}`,
	`{"kind":"scatter","x":"身高","y":"体重","series":[{"name":"甲","values":[60,70,null],"x":[170,180,1]}]}`,
	`{"kind":"line","labels":["1","2"],"series":[{"values":[1e15,-1e15]}]}`,
	`{"kind":"bar","labels":[` + list(`"一个相当长的名字"`, 30) + `],"series":[{"values":[` + list("7", 30) + `]}]}`,
}

// TestSVG checks that the drawing of every kind is well-formed XML without scripts, styles or
// addresses.
func TestSVG(t *testing.T) {
	t.Parallel()
	for _, input := range every {
		c, err := Parse([]byte(input))
		if err != nil {
			t.Fatal(input, err)
		}
		for _, width := range []int{320, 640} {
			checkSVG(t, c, width)
		}
	}
}

func checkSVG(t *testing.T, c Chart, width int) {
	t.Helper()
	got := c.SVG(width, "zh-CN", `"><script>`, "chart")
	d := xml.NewDecoder(strings.NewReader(got))
	names := map[string]bool{"svg": true, "path": true, "circle": true, "text": true}
	marks := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, got)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		marks++
		if !names[e.Name.Local] {
			t.Errorf("there is an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Name.Local, "href") || a.Name.Local == "style" || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				t.Errorf("%s=%s in %s", a.Name.Local, a.Value, got)
			}
		}
	}
	if marks < 4 || len(got) > 200_000 {
		t.Errorf("%d elements, %d bytes", marks, len(got))
	}
}

// strongLines is a canvas that records the heights of strong lines, and of the ends of the axis.
type strongLines struct {
	heights     []float64
	top, bottom float64
}

func (s *strongLines) Stroke(points []Point, _ float64, in Ink) {
	if y := points[0].Y; in == Strong {
		s.heights = append(s.heights, y)
	}
	if y := points[0].Y; in == Strong || in == Faint {
		s.top, s.bottom = min(s.top, y), max(s.bottom, y)
	}
}
func (*strongLines) Area([]Point, Ink, float64)            {}
func (*strongLines) Dot(Point, float64, Ink, float64)      {}
func (*strongLines) Text(Point, string, Anchor, Ink, bool) {}

// TestStrongLine checks that one line is strong: the line at zero, or else the lowest line.
func TestStrongLine(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"kind":"bar","labels":["1","2"],"series":[{"values":[3,8]}]}`:      "bottom",
		`{"kind":"bar","labels":["1","2"],"series":[{"values":[-3,8]}]}`:     "inside",
		`{"kind":"bar","labels":["1","2"],"series":[{"values":[-3,-8]}]}`:    "top",
		`{"kind":"area","labels":["1","2"],"series":[{"values":[-7,-8]}]}`:   "top",
		`{"kind":"line","labels":["1","2"],"series":[{"values":[-70,-80]}]}`: "bottom",
		`{"kind":"line","labels":["1","2"],"series":[{"values":[70,80]}]}`:   "bottom",
	} {
		c, err := Parse([]byte(input))
		if err != nil {
			t.Fatal(input, err)
		}
		on := &strongLines{top: math.Inf(1)}
		c.Draw(on, 640, "zh-CN")
		if len(on.heights) != 1 {
			t.Errorf("%s: strong lines at %v", input, on.heights)
			continue
		}
		got := map[float64]string{on.top: "top", on.bottom: "bottom"}[on.heights[0]]
		if got == "" {
			got = "inside"
		}
		if got != want {
			t.Errorf("%s: the strong line is %s, want %s", input, got, want)
		}
	}
}

func TestTickText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v                  float64
		locale, unit, want string
	}{
		{12000, "zh-CN", "", "1.2万"}, {12000, "zh-TW", "元", "1.2萬"}, {12000, "en", "", "12K"}, {3e8, "zh-CN", "", "3亿"},
		{12000, "zh-CN", "万元", "12,000"}, {12000, "en", "kg", "12K"}, {12000, "en", "K", "12,000"}, {-0.5, "en", "", "-0.5"}, {-1234567.8, "zh-CN", "百万", "-1,234,567.8"}, {-0.00001, "en", "", "0"},
	} {
		if got := tickText(c.v, c.locale, c.unit); got != c.want {
			t.Errorf("%v %s %s: %s, want %s", c.v, c.locale, c.unit, got, c.want)
		}
	}
}

func FuzzDraw(f *testing.F) {
	for _, input := range every {
		f.Add([]byte(input))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if c, err := Parse(input); err == nil {
			checkSVG(t, c, 320)
		}
	})
}
