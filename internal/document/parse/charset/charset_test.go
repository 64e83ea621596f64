package charset

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

const (
	simplified  = "问渠那得清如许为有源头活水来。这份报告说明了灌区在过去一年里的用水情况，其中东干渠的水量最多，西干渠的水量比去年少了一成。管理处要求各站每天上报水位，遇到大雨要随时报告。合同规定乙方应当在三十天内完成清淤，逾期每天支付违约金。"
	traditional = "問渠那得清如許為有源頭活水來。這份報告說明了灌區在過去一年裡的用水情況，其中東幹渠的水量最多，西幹渠的水量比去年少了一成。管理處要求各站每天上報水位，遇到大雨要隨時報告。合約規定乙方應當在三十天內完成清淤，逾期每天支付違約金。"
	nihongo     = "この報告書は過去一年間の用水の状況を説明するものです。東の水路の水量が最も多く、西の水路は去年より少なくなりました。管理所は毎日の水位を報告してください。"
)

// TestGuessing decodes random parts of texts, of several lengths. Of the shortest parts, a few may
// be decoded wrongly.
func TestGuessing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct {
		name string
		enc  encoding.Encoding
		text string
	}{
		{"GBK", simplifiedchinese.GBK, simplified},
		{"GB18030", simplifiedchinese.GB18030, simplified},
		{"Big5", traditionalchinese.Big5, traditional},
		{"Shift-JIS", japanese.ShiftJIS, nihongo},
		{"UTF-8", unicode.UTF8, simplified},
		{"UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), simplified},
		{"UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), traditional},
		{"UTF-16LE without a mark", UTF16LE, simplified + "\n"},
		{"UTF-16BE without a mark", UTF16BE, "abc " + simplified},
	} {
		all := []rune(tt.text)
		for _, n := range []int{8, 14, 30, len(all)} {
			wrong := 0
			for range 100 {
				at := r.IntN(len(all) - n + 1)
				want := string(all[at : at+n])
				if strings.Contains(tt.name, "without") {
					want = tt.text // the detection needs a line end or a space; only the whole text has one
				}
				data, err := tt.enc.NewEncoder().Bytes([]byte(want))
				if err != nil {
					t.Fatal(err)
				}
				in := &parse.Input{ReaderAt: strings.NewReader(string(data)), Size: int64(len(data))}
				d, err := Decode(in)
				if err != nil {
					wrong++
					continue
				}
				if got, _ := io.ReadAll(d); string(got) != want {
					wrong++
				}
			}
			if allowed := map[bool]int{true: 12, false: 0}[n < 14]; wrong > allowed {
				t.Errorf("%s: %d of 100 texts of %d characters are read wrong", tt.name, wrong, n)
			}
		}
	}
}
