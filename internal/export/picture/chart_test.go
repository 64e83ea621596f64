package picture_test

import (
	"bytes"
	"image/png"
	"os"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/export/pdf"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
	"github.com/wenqu-ai/wenqu/internal/plot"
)

// TestOfChart checks that a drawn chart has the right width, and enough pixels of the first colour and
// of text.
func TestOfChart(t *testing.T) {
	t.Parallel()
	font, err := pdf.Font()
	if err != nil {
		t.Skip("built without the font")
	}
	for name, input := range map[string]string{
		"bar":  `{"kind":"bar","y":"金额","unit":"万元","labels":["一季度很长的一个名字","二季度","三季度"],"series":[{"name":"华东","values":[12,null,-3]},{"name":"华北","values":[8,1,9]}]}`,
		"line": `{"kind":"area","x":"月份","labels":["1","2","3","4","5"],"series":[{"name":"收入","values":[20000,31000,28000,null,52000]},{"name":"支出","values":[10000,12000,11500,13000,16000]}]}`,
		"pie":  `{"kind":"pie","labels":["研发","行政","市场"],"series":[{"values":[86,14,33]}]}`,
		"many": `{"kind":"bar","labels":["甲乙丙丁戊己","甲乙丙丁戊二","甲乙丙丁戊三","甲乙丙丁戊四","甲乙丙丁戊五","甲乙丙丁戊六","甲乙丙丁戊七","甲乙丙丁戊八","甲乙丙丁戊九","甲乙丙丁戊十"],"series":[{"values":[1,2,3,4,5,6,7,8,9,10]}]}`,
	} {
		c, err := plot.Parse([]byte(input))
		if err != nil {
			t.Fatal(err)
		}
		p, ok := picture.OfChart(c, "zh-CN", font)
		if !ok {
			t.Fatal("not drawn")
		}
		if to := os.Getenv("WENQU_TEST_PICTURES"); to != "" {
			_ = os.WriteFile(to+"/"+name+".png", p.PNG, 0o600)
		}
		m, err := png.Decode(bytes.NewReader(p.PNG))
		if err != nil {
			t.Fatal(err)
		}
		want, dark, seen := plot.Colour(0), 0, 0
		for y := range m.Bounds().Dy() {
			for x := range m.Bounds().Dx() {
				r, g, b, _ := m.At(x, y).RGBA()
				if uint8(r>>8) == want.R && uint8(g>>8) == want.G && uint8(b>>8) == want.B {
					seen++
				}
				if r>>8 < 110 && g>>8 < 120 && b>>8 < 130 {
					dark++
				}
			}
		}
		if seen < 200 || dark < 200 || p.Width != 480 {
			t.Errorf("%s: %d points of the first colour, %d of letters, %v wide", name, seen, dark, p.Width)
		}
	}
	if _, ok := picture.OfChart(plot.Chart{}, "en", []byte("no font")); ok {
		t.Error("drawn without a font")
	}
}
