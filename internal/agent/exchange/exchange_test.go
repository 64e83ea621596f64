package exchange_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/agent/exchange"
	"github.com/wenqu-ai/wenqu/internal/text"
)

var limits = exchange.Limits{Name: 30, Description: 200, Persona: 8000, Opening: 1000, Question: 100, Questions: 5, Tools: 20}

const v1 = `{"name":"阿莲","description":"{{char}} 是茶馆的老板娘。","personality":"爽快","scenario":"{{user}} 走进茶馆","first_mes":"客官，{{user}}，坐。","mes_example":"<START>\n{{user}}: 你好"}`

const v2 = `{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Ada","description":"A mathematician.","personality":"","scenario":"","first_mes":"Hello.","mes_example":"",
"creator_notes":"Likes engines.\nMore.","system_prompt":"Be {{char}}. {{original}}","post_history_instructions":"Stay polite.","alternate_greetings":["Hi."],
"tags":["x"],"creator":"y","extensions":{"regex_scripts":[{"script":"alert(1)"}]},
"character_book":{"entries":[{"keys":["sea"],"content":"Only about the sea.","enabled":true},{"keys":[],"content":"Always true.","constant":true},{"content":"Never.","enabled":false}]}}}`

const v3 = `{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Ada Lovelace","nickname":"Ada","description":"{{char}} counts.","first_mes":"Hi","assets":[{"type":"icon","uri":"https://example.com/a.png"}]}}`

const gpt = `{"name":"Planner","description":"Plans","instructions":"You plan.","conversation_starters":["Plan my day","","Plan my day"],"tools":[{"type":"browser"},"code_interpreter",{"type":"function"}],"files":[{"id":"f"}],"temperature":0.3,"top_p":7}`

const gizmo = `{"gizmo":{"instructions":"You plan.","display":{"name":"Planner","description":"Plans","prompt_starters":["Plan my day"],"welcome_message":"Hi"}}}`

const markdown = "---\nname: reviewer\ndescription: 'Reviews code'\ntools: Read, web_search\nconversation_starters:\n  - Review this\n  - 12\nmodel: gpt-5\n---\n\nYou review code.\n\n- Be kind.\n"

func number(f float64) *float64 { return &f }

func TestFormats(t *testing.T) {
	t.Parallel()
	own, err := exchange.Write(exchange.Agent{Name: "周报", Persona: "写<周报>", Questions: []string{"写"}, Temperature: number(0)})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		file []byte
		want exchange.Read
	}{
		"own": {own, exchange.Read{Format: exchange.Wenqu, Agent: exchange.Agent{
			Name: "周报", Persona: "写<周报>", Questions: []string{"写"}, Temperature: number(0),
		}}},
		"v1": {[]byte(v1), exchange.Read{Format: exchange.Character, Agent: exchange.Agent{
			Name: "阿莲", Opening: "客官，用户，坐。",
			Persona: "阿莲 是茶馆的老板娘。\n\n性格：爽快\n\n情境：用户 走进茶馆\n\n对话示例：\n<START>\n用户: 你好",
		}}},
		"v2": {[]byte("\ufeff" + v2), exchange.Read{
			Format: exchange.Character,
			Agent: exchange.Agent{
				Name: "Ada", Description: "Likes engines.", Opening: "Hello.",
				Persona: "Be Ada.\n\nA mathematician.\n\nAlways true.\n\nStay polite.",
			},
			Left: []exchange.Left{exchange.LeftLorebook, exchange.LeftOpenings, exchange.LeftScripts},
		}},
		"v3": {[]byte(v3), exchange.Read{
			Format: exchange.Character,
			Agent:  exchange.Agent{Name: "Ada Lovelace", Opening: "Hi", Persona: "Ada counts."},
			Left:   []exchange.Left{exchange.LeftPicture},
		}},
		"picture": {png("tEXt", "chara", []byte(v1)), exchange.Read{
			Format: exchange.Character,
			Agent: exchange.Agent{
				Name: "阿莲", Opening: "客官，用户，坐。",
				Persona: "阿莲 是茶馆的老板娘。\n\n性格：爽快\n\n情境：用户 走进茶馆\n\n对话示例：\n<START>\n用户: 你好",
			},
			Left: []exchange.Left{exchange.LeftPicture},
		}},
		"newer picture": {append(png("tEXt", "chara", []byte(v1)), chunk("tEXt", "ccv3", []byte(v3))...), exchange.Read{
			Format: exchange.Character,
			Agent:  exchange.Agent{Name: "Ada Lovelace", Opening: "Hi", Persona: "Ada counts."},
			Left:   []exchange.Left{exchange.LeftPicture},
		}},
		"instructions": {[]byte(gpt), exchange.Read{
			Format: exchange.Instruction,
			Agent: exchange.Agent{
				Name: "Planner", Description: "Plans", Persona: "You plan.", Questions: []string{"Plan my day"},
				Tools: []string{"web_search", "run_program"}, Temperature: number(0.3),
			},
			Left: []exchange.Left{exchange.LeftFiles, exchange.LeftActions},
		}},
		"gizmo": {[]byte(gizmo), exchange.Read{Format: exchange.Instruction, Agent: exchange.Agent{
			Name: "Planner", Description: "Plans", Persona: "You plan.", Questions: []string{"Plan my day"}, Opening: "Hi",
		}}},
		"front matter": {[]byte(markdown), exchange.Read{Format: exchange.Markdown, Agent: exchange.Agent{
			Name: "reviewer", Description: "Reviews code", Persona: "You review code.\n\n- Be kind.",
			Questions: []string{"Review this", "12"}, Tools: []string{"Read", "web_search"}, Model: "gpt-5",
		}}},
		"heading": {[]byte("# 译者\r\n\r\n你是译者。"), exchange.Read{Format: exchange.Markdown, Agent: exchange.Agent{Name: "译者", Persona: "你是译者。"}}},
	} {
		got, err := exchange.Parse(test.file, limits)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file string
		want error
	}{
		"empty":         {"", exchange.ErrUnknown},
		"any text":      {"just a text", exchange.ErrUnknown},
		"other JSON":    {`{"a":1}`, exchange.ErrUnknown},
		"broken JSON":   {`{"spec":"chara_card_v2"`, exchange.ErrUnknown},
		"no data":       {`{"spec":"chara_card_v2"}`, exchange.ErrUnknown},
		"no name":       {`{"instructions":"x"}`, exchange.ErrUnknown},
		"binary":        {"# a\x00b", exchange.ErrUnknown},
		"newer":         {`{"format":"wenqu-agent","version":2,"agent":{}}`, exchange.ErrNewer},
		"large text":    {"# a\n" + strings.Repeat("x", 1<<20), exchange.ErrTooLarge},
		"large file":    {strings.Repeat("x", exchange.MaxBytes+1), exchange.ErrTooLarge},
		"large card":    {string(png("tEXt", "chara", bytes.Repeat([]byte("x"), 2<<20))), exchange.ErrTooLarge},
		"plain picture": {string(png("tEXt", "other", []byte("x"))), exchange.ErrUnknown},
		"open front":    {"---\nname: x\n", exchange.ErrUnknown},
		"aliases":       {"---\na: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nname: [*e,*e,*e,*e,*e,*e,*e,*e]\n---\nx", exchange.ErrUnknown},
	} {
		if _, err := exchange.Parse([]byte(test.file), limits); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A hostile file cannot exceed the limits and cannot hide parts of its text.
func TestHostile(t *testing.T) {
	t.Parallel()
	file := `{"name":"` + strings.Repeat("n", 500_000) + `","personality":"` + strings.Repeat("{{char}}", 60_000) + `"}`
	r, err := exchange.Parse([]byte(file), limits)
	if err != nil || text.Len(r.Agent.Name) != limits.Name || text.Len(r.Agent.Persona) != limits.Persona {
		t.Errorf("%v: %d, %d", err, text.Len(r.Agent.Name), text.Len(r.Agent.Persona))
	}
	if !cmp.Equal(r.Left, []exchange.Left{exchange.LeftLength}) {
		t.Error(r.Left)
	}
	hidden := "# a\u202eb\n\nx\u200by\u0007z\U000e0041"
	if r, err = exchange.Parse([]byte(hidden), limits); err != nil || r.Agent.Name != "ab" || r.Agent.Persona != "xyz" {
		t.Errorf("%v %+v", err, r.Agent)
	}
	// Scripts and addresses are kept as plain text.
	script := `{"name":"<img src=x onerror=alert(1)>","instructions":"<script>fetch('//x')</script>","profile_picture":"https://example.com/x.png"}`
	r, err = exchange.Parse([]byte(script), limits)
	if err != nil || r.Agent.Name != "<img src=x onerror=alert(1)>" || !cmp.Equal(r.Left, []exchange.Left{exchange.LeftPicture}) {
		t.Errorf("%v %+v", err, r)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{v1, v2, v3, gpt, gizmo, markdown, "# a\nb"} {
		f.Add([]byte(seed))
		f.Add(png("tEXt", "chara", []byte(seed)))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := exchange.Parse(file, limits)
		if err != nil {
			return
		}
		a := r.Agent
		if text.Len(a.Name) > limits.Name || text.Len(a.Persona) > limits.Persona || text.Len(a.Opening) > limits.Opening ||
			len(a.Questions) > limits.Questions || len(a.Tools) > limits.Tools {
			t.Fatalf("over the limits: %+v", a)
		}
		written, err := exchange.Write(a)
		if err != nil {
			t.Fatal(err)
		}
		again, err := exchange.Parse(written, limits)
		if diff := cmp.Diff(a, again.Agent); err != nil || diff != "" {
			t.Fatalf("%v\n%s", err, diff)
		}
	})
}

// png returns the signature of a PNG picture and one text chunk.
func png(kind, key string, value []byte) []byte {
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk(kind, key, value)...)
}

func chunk(kind, key string, value []byte) []byte {
	body := append([]byte(kind+key+"\x00"), base64.StdEncoding.EncodeToString(value)...)
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}
