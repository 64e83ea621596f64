//go:build unix

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// sample reads one of the files made by other programs. The README of the files lists the programs.
func sample(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "internal", "document", "parse", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// upload stores a file as the page does, and returns its id.
func (p person) upload(t *testing.T, server, name, content string) string {
	t.Helper()
	asked, _ := json.Marshal(map[string]any{"fileName": name, "docFrom": "localDoc", "size": len(content)})
	status, info := p.call(t, server+"/api/resource/genUploadInfo", string(asked))
	address, _ := info["uploadUrl"].(string)
	id, _ := info["resourceID"].(string)
	if status != 200 || address == "" || id == "" {
		t.Fatalf("upload of %s: %d %v", name, status, info)
	}
	res, body := p.read(t, http.MethodPut, server+address, content, "Content-Type", "application/octet-stream")
	if res.StatusCode != 200 {
		t.Fatalf("upload of %s: %d %s", name, res.StatusCode, body)
	}
	return id
}

// asked is the result of a question.
type asked struct {
	stream.Message
	frames string
}

func (p person) ask(t *testing.T, server, cid, prompt string, ids ...string) asked {
	t.Helper()
	files := []map[string]any{}
	for _, id := range ids {
		files = append(files, map[string]any{"id": id, "type": "file", "fileName": "?"})
	}
	body := map[string]any{"prompt": prompt}
	if len(files) > 0 {
		body["multimedia"] = files
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	res, frames := p.read(t, http.MethodPost, server+"/api/chat/"+cid, string(raw))
	if res.StatusCode != 200 {
		t.Fatalf("%s: %d %s", prompt, res.StatusCode, frames)
	}
	var d stream.Decoder
	m := stream.NewMessage()
	for _, e := range append(d.Write([]byte(frames)), d.Close()...) {
		m.Apply(e.Event)
	}
	if m.State != stream.StateDone {
		t.Fatalf("%s: %s %s %s", prompt, m.State, m.ErrorMsg, m.Text())
	}
	return asked{m, frames}
}

func (a asked) docs() []stream.Doc {
	for _, it := range a.Content {
		if g, ok := it.Event.(stream.SearchGuid); ok {
			return g.Docs
		}
	}
	return nil
}

var citation = regexp.MustCompile(`\[citation:(\d+)\]`)

// checkCitations checks that each source quotes a page of a file, and that the library's text of this
// page contains the quote. The answer must have a citation, and each citation must refer to a source.
func (p person) checkCitations(t *testing.T, server string, a asked) {
	t.Helper()
	listed := map[int]stream.Doc{}
	for _, d := range a.docs() {
		listed[d.Index] = d
		u, err := url.Parse(d.URL)
		if err != nil || u.Path != "/tool/file-viewer" || u.Query().Get("id") != d.DocID || u.Query().Get("page") != strconv.Itoa(d.Page) || d.Quote == "" {
			t.Errorf("source %+v", d)
			continue
		}
		page := strconv.Itoa(d.Page)
		_, raw := p.read(t, http.MethodPost, server+"/api/user/docs/units", `{"resourceId":"`+d.DocID+`","from":`+page+`,"to":`+page+`}`)
		var found struct{ Units []parsed.Unit }
		if err := json.Unmarshal([]byte(raw), &found); err != nil || len(found.Units) != 1 || !strings.Contains(found.Units[0].Text(), d.Quote) {
			t.Errorf("page %d of %s does not say %q: %s", d.Page, d.Title, d.Quote, raw)
		}
	}
	marks := citation.FindAllStringSubmatch(a.Text(), -1)
	if len(marks) == 0 {
		t.Errorf("no citation in %s", a.Text())
	}
	for _, m := range marks {
		if n, _ := strconv.Atoi(m[1]); listed[n].Index != n {
			t.Errorf("%s leads nowhere in %+v", m[0], a.docs())
		}
	}
}

// TestDocumentsAlone asks questions about real files through the whole program, without a model. If the
// files contain the answer, it is a quote with its place. Other questions are refused. No other visitor
// can ask about the files.
func TestDocumentsAlone(t *testing.T) {
	t.Parallel()
	server := started(t, t.TempDir()).url
	alice, bob := newPerson(t, server), newPerson(t, server)
	for name, questions := range map[string]map[string]string{
		"contract.docx": {
			"养护费每年多少钱？":    "四十六万八千元",
			"东干渠全长多少公里？":   "十八点六公里",
			"逾期付款的违约金是多少？": "万分之三",
			"监督电话是多少？":     "028-5550199",
			"总结一下这份合同":     "要句摘录",
		},
		"contract.pdf": {
			"养护费每年多少钱？": "四十六万八千元",
			"乙方是谁？":     "临江水利工程有限公司",
			"监督电话是多少？":  "028-5550199",
			"渠堤缺口多久堵复？": "二十四小时",
			"列出大纲":      "养护范围",
		},
		"deck.pptx": {
			"二〇二四年完成衬砌渠道多少公里？": "三十二公里",
			"汇报人是谁？":         "周水清",
			"每公里每年少漏水多少？":    "十二万立方米",
			"二〇二五年计划衬砌多少公里？": "四十公里",
			"有哪些要点？":         "要点",
		},
		"water.xlsx": {
			"水费合计是多少？":    "2,745.06",
			"水量的平均值是多少？":  "10,400.25",
			"水量最大的是哪个渠段？": "东干渠",
			"每个渠段的水费是多少？": "西干渠",
			"青衣江的完成率是多少？": "87.5",
		},
	} {
		t.Run(name, func(t *testing.T) {
			id := alice.upload(t, server, name, sample(t, name))
			cid := "documents-" + strings.ReplaceAll(name, ".", "-")
			first := true
			for question, want := range questions {
				var ids []string
				if first {
					ids = []string{id}
				}
				first = false
				a := alice.ask(t, server, cid, question, ids...)
				if !strings.Contains(strings.ReplaceAll(a.Text(), "\\", ""), want) || strings.Contains(a.Text(), "没有找到") {
					t.Errorf("%s\nlacks %q:\n%s", question, want, a.Text())
					continue
				}
				alice.checkCitations(t, server, a)
				if a.Meta.ModelID != "offline" {
					t.Errorf("%s: answered by %q", question, a.Meta.ModelID)
				}
			}
			a := alice.ask(t, server, cid, "董事长最喜欢喝哪个牌子的咖啡？")
			if !strings.Contains(a.Text(), "没有找到") {
				t.Errorf("not refused: %s", a.Text())
			}
			for _, body := range []string{
				`{"prompt":"看","multimedia":[{"id":"` + id + `","fileName":"偷.pdf"}]}`,
				`{"prompt":"看","multimedia":[{"type":"pdf","url":"/api/resource/content/` + id + `","fileName":"偷.pdf"}]}`,
			} {
				if status, reply := bob.call(t, server+"/api/chat/stolen-0001", body); status != 404 || strings.Contains(reply["msg"].(string), name) {
					t.Errorf("somebody else asks: %d %v", status, reply)
				}
			}
			_, used := alice.call(t, server+"/api/user/docs/usage", `{"resourceId":"`+id+`"}`)
			if list, _ := used["conversations"].([]any); len(list) != 1 || list[0].(map[string]any)["id"] != cid {
				t.Errorf("used in %v", used)
			}
		})
	}
}

// TestDocumentsWithModel asks about three files with the scripted provider. The prompt contains passages
// of the files. Citations invented by the provider are not displayed.
func TestDocumentsWithModel(t *testing.T) {
	t.Parallel()
	provider, address := llmtest.Start(t, llmtest.Options{})
	server := started(t, t.TempDir(), "LLM_URL="+address+"/v1").url
	alice := newPerson(t, server)
	ids := map[string]string{}
	for _, name := range []string{"contract.docx", "deck.pptx", "water.xlsx"} {
		ids[name] = alice.upload(t, server, name, sample(t, name))
	}
	a := alice.ask(t, server, "with-model-0001", "养护费每年多少钱？", ids["contract.docx"], ids["deck.pptx"], ids["water.xlsx"])
	alice.checkCitations(t, server, a)
	prompt := ""
	for _, r := range provider.Requests() {
		if strings.Contains(r.Prompt(), "[source 1 begin]") {
			prompt = r.Prompt()
		}
	}
	for _, passage := range []string{"养护费每年人民币四十六万八千元", "contract.docx", "周水清", "deck.pptx · 第 1 张幻灯片", "1,500.06", "工作表「用水台账」", "# 问题\n养护费每年多少钱？"} {
		if !strings.Contains(prompt, passage) {
			t.Errorf("the prompt lacks %q:\n%s", passage, prompt)
		}
	}
	text := a.Text()
	if !strings.Contains(text, llmtest.InventedQuote+"”。") || !strings.Contains(text, llmtest.InventedText+"。") {
		t.Errorf("an invented sentence is cited, or was lost: %s", text)
	}
	if len(a.docs()) != 2 || strings.Contains(a.frames, "[citation:0]") || strings.Contains(a.frames, "[citation:9") {
		t.Errorf("%+v\n%s", a.docs(), text)
	}

	// The next question is answered from the files of the earlier question. After one of these files
	// is deleted, the answer to a further question reports that the file is missing.
	if b := alice.ask(t, server, "with-model-0001", "汇报人是谁？"); len(b.docs()) == 0 {
		t.Errorf("the follow-up cites nothing: %s", b.Text())
	}
	alice.call(t, server+"/api/user/docs/delete", `{"resourceIds":["`+ids["contract.docx"]+`"]}`)
	if c := alice.ask(t, server, "with-model-0001", "养护费呢？"); !strings.Contains(c.frames, "找不到附件「contract.docx」") {
		t.Errorf("%s", c.frames)
	}
}

// TestPictureInChat attaches a picture: a model that accepts pictures gets it; without a model, the
// answer states the picture's size and colours.
func TestPictureInChat(t *testing.T) {
	t.Parallel()
	img := image.NewNRGBA(image.Rect(0, 0, 320, 200))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.NRGBA{20, 40, 120, 255}), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(0, 0, 320, 50), image.NewUniform(color.White), image.Point{}, draw.Src)
	var picture bytes.Buffer
	if err := png.Encode(&picture, img); err != nil {
		t.Fatal(err)
	}
	provider, address := llmtest.Start(t, llmtest.Options{Models: []string{"gpt-4o"}})
	seeing := started(t, t.TempDir(), "LLM_URL="+address+"/v1").url
	alone := started(t, t.TempDir()).url

	alice := newPerson(t, seeing)
	a := alice.ask(t, seeing, "pictures-0001", "这是什么？", alice.upload(t, seeing, "图.png", picture.String()))
	if !strings.Contains(a.Text(), "看到了 1 张图片") {
		t.Errorf("%s", a.Text())
	}
	sent := ""
	for _, r := range provider.Requests() {
		if m := r.Messages[len(r.Messages)-1]; len(m.Images) == 1 {
			sent = m.Images[0]
		}
	}
	mime, data, _ := strings.Cut(strings.TrimPrefix(sent, "data:"), ";base64,")
	raw, err := base64.StdEncoding.DecodeString(data)
	if got, format, e := image.Decode(bytes.NewReader(raw)); err != nil || e != nil || "image/"+format != mime || got.Bounds().Dx() != 320 {
		t.Errorf("the model was sent %.60s: %v %v", sent, err, e)
	}

	alice = newPerson(t, alone)
	text := alice.ask(t, alone, "pictures-0001", "这是什么？", alice.upload(t, alone, "图.png", picture.String())).Text()
	for _, part := range []string{"**图片《图.png》**", "格式 PNG，320 × 200 像素", "深蓝 `#1", " 75%", "白 `#f", " 25%", "没有识别出文字", "看不懂画面内容"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %s", part, text)
		}
	}
}
