package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Name is the name of the tool.
const Name = "run_program"

// Card is the kind of the card that shows a program.
const Card = "program"

// Ports are the tool's dependencies on other domains.
type Ports struct {
	// Run runs Task in a worker process. If the process was killed or crashed, the result is an
	// Outcome with Ended set.
	Run func(ctx context.Context, j Job) (Outcome, error)
	// Files returns the files of a turn and of the rounds before it, for a program.
	Files func(ctx context.Context, t answer.Turn) ([]File, error)
	// Keep stores a file written by a program in the owner's library and returns its card.
	Keep func(ctx context.Context, owner, name string, data []byte) (stream.Card, error)
}

// reads matches programs that read files.
var reads = regexp.MustCompile(`\bread(Text|Tables?)\b|\bfiles\b`)

// wanted matches questions that may need a program.
var wanted = regexp.MustCompile(`(?i)程序|程式|代码|代碼|脚本|腳本|运行|運行|執行|计算|計算|算|统计|統計|模拟|模擬|排序|正则|正則|转换|轉換|解析|多少|几|幾|随机|隨機|概率|機率|矩阵|方程|javascript|code|program|script|run|comput|calculat|simulat|sort|regex|convert|parse|random|probab|how many|how much`)

// Tool returns the tool.
func Tool(p Ports) answer.Tool {
	return answer.Tool{
		Spec: llm.Tool{
			Name: Name,
			Description: "Runs a small program in JavaScript (QuickJS, ES2023) in a sandbox and gives what it prints and its last value. Use it for what is too long for the calculator: loops, statistics, simulations, work on texts and tables. " +
				"There is no network, no DOM and no modules; 10 seconds, 256 MB, 32 KB of output. Functions: print(...); files (names of the conversation's files); readText(name); readTable(name, table) gives rows of texts; " +
				"readTables(name) gives [{name, rows}]; writeFile(name, text or Uint8Array) makes a file in the asker's library. await works outside of functions.",
			Parameters: []byte(`{"type":"object","properties":{"code":{"type":"string","description":"the program"},` +
				`"title":{"type":"string","description":"what it does, in a few words of the asker's language"}},"required":["code"],"additionalProperties":false}`),
		},
		Title: errs.Text{ZhCN: "运行小程序", ZhTW: "執行小程式", En: "Run a small program"},
		About: errs.Text{ZhCN: "在隔离的环境里运行一段 JavaScript：不联网，只能读这个对话的文件，最多 10 秒。", ZhTW: "在隔離的環境裡執行一段 JavaScript：不連網，只能讀這個對話的檔案，最多 10 秒。", En: "Runs JavaScript in a sandbox: no network, no files but those of the conversation, 10 seconds at most."},
		Label: label, Consent: answer.ConsentOnce, Timeout: Time + 20*time.Second,
		Offered: func(t answer.Turn) bool { return len(t.Files) > 0 || wanted.MatchString(t.Question) },
		Call:    runner{p}.call,
	}
}

// order is the arguments of a call.
type order struct {
	Code  string `json:"code"`
	Title string `json:"title"`
}

func (o order) title(locale string) string {
	if title := text.Cut(text.OneLine(o.Title), 80); title != "" {
		return title
	}
	return errs.Text{ZhCN: "一段程序", ZhTW: "一段程式", En: "A program"}.In(locale)
}

func label(locale string, input []byte) string {
	var in order
	_ = json.Unmarshal(input, &in) // a title of an invalid type stays empty
	return fmt.Sprintf(errs.Text{ZhCN: "运行程序：%s", ZhTW: "執行程式：%s", En: "Running a program: %s"}.In(locale), in.title(locale))
}

type runner struct{ Ports }

func (r runner) call(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in order
	if err := json.Unmarshal(c.Input, &in); err != nil || strings.TrimSpace(in.Code) == "" || len(in.Code) > MaxCode {
		text := fmt.Sprintf("Not run: code must be a program of at most %d KB.", MaxCode>>10)
		return answer.Result{Text: text, Note: text}, nil //nolint:nilerr // the model gets the error
	}
	j := Job{Code: in.Code}
	_, seconds := c.Turn.Now.Zone()
	j.Offset = seconds / 60
	if reads.MatchString(in.Code) {
		var err error
		if j.Files, err = r.Files(ctx, c.Turn); err != nil {
			return answer.Result{}, err
		}
	}
	out, err := r.Run(ctx, j)
	if err != nil {
		return answer.Result{}, err
	}
	result := answer.Result{Text: out.modelText(), Note: out.note(c.Turn.Locale)}
	card, err := out.show(c.ID+".program", in, c.Turn.Locale)
	if err != nil {
		return answer.Result{}, err
	}
	result.Cards = append(result.Cards, card)
	return r.keep(ctx, c, out, result)
}

// keep stores the program's files in the library, unless the conversation is temporary. A file refused
// by the library is reported to the model, and the other files are stored.
func (r runner) keep(ctx context.Context, c answer.Call, out Outcome, to answer.Result) (answer.Result, error) {
	for i, f := range out.Files {
		if c.Turn.Private {
			to.Text += "\nNo file was kept: this is a temporary conversation."
			break
		}
		card, err := r.Keep(ctx, c.Turn.Owner(), f.Name, f.Data)
		if ended := errs.Ended(ctx); ended != nil {
			return answer.Result{}, ended
		}
		if refused, ok := errors.AsType[*errs.Error](err); ok {
			to.Text += fmt.Sprintf("\nThe file %s was not kept: %s", f.Name, refused.Message(c.Turn.Locale))
			continue
		}
		if err != nil {
			return answer.Result{}, err
		}
		card.ID = fmt.Sprintf("%s.file%d", c.ID, i)
		to.Cards = append(to.Cards, card)
		to.Text += fmt.Sprintf("\nThe file %s is in the asker's library and shown at this place.", f.Name)
	}
	return to, nil
}

// ends are the reasons why a program was ended, in texts for models and users.
var ends = map[Ended]struct {
	modelText string
	shown     errs.Text
}{
	TooLong:   {"it was stopped after 10 seconds", errs.Text{ZhCN: "运行超过 10 秒，已停止", ZhTW: "執行超過 10 秒，已停止", En: "Stopped after 10 seconds"}},
	TooMuch:   {"it was stopped because it used more than 256 MB of memory", errs.Text{ZhCN: "内存超过 256 MB，已停止", ZhTW: "記憶體超過 256 MB，已停止", En: "Stopped: more than 256 MB of memory"}},
	TooLoud:   {"it was stopped because it printed too much", errs.Text{ZhCN: "输出太多，已停止", ZhTW: "輸出太多，已停止", En: "Stopped: too much output"}},
	TooBroken: {"the interpreter broke down over it; write it differently", errs.Text{ZhCN: "程序让解释器出错，已停止", ZhTW: "程式讓直譯器出錯，已停止", En: "Stopped: the interpreter broke down"}},
}

func (o Outcome) modelText() string {
	var b strings.Builder
	if o.Output != "" {
		b.WriteString("Output:\n" + o.Output)
		if o.Cut {
			b.WriteString("(more was printed and is left out)\n")
		}
	}
	if o.Result != "" {
		b.WriteString("Result: " + o.Result + "\n")
	}
	if o.Error != "" {
		b.WriteString("Failed: " + o.Error + "\n")
	}
	if o.Ended != "" {
		b.WriteString("The program did not end: " + ends[o.Ended].modelText + ".\n")
	}
	if b.Len() == 0 {
		return "The program ended. It printed nothing and has no value."
	}
	return strings.TrimRight(b.String(), "\n")
}

// note returns a short form of the outcome for users: why the program was ended early, the first line
// of the error, the first line of the result, or the whole output.
func (o Outcome) note(locale string) string {
	first := func(s string) string { line, _, _ := strings.Cut(s, "\n"); return line }
	switch {
	case o.Ended != "":
		return ends[o.Ended].shown.In(locale)
	case o.Error != "":
		return first(o.Error)
	case o.Result != "":
		return first(o.Result)
	}
	return strings.TrimRight(o.Output, "\n")
}

// shown is the data of a program's card.
type shown struct {
	Title  string `json:"title"`
	Code   string `json:"code"`
	Output string `json:"output,omitempty"`
	Result string `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
	MS     int64  `json:"ms"`
}

// Limits of a card's texts in bytes; longer texts are cut.
const (
	cardCode   = 14 << 10
	cardOutput = 12 << 10
	cardResult = 2 << 10
)

func (o Outcome) show(id string, in order, locale string) (stream.Card, error) {
	s := shown{
		Title: in.title(locale), Code: shortened(strings.TrimSpace(in.Code), cardCode), Output: shortened(o.Output, cardOutput), Result: shortened(o.Result, cardResult),
		Error: o.Error, MS: o.Took.Milliseconds(),
	}
	if o.Ended != "" {
		s.Error = ends[o.Ended].shown.In(locale)
	}
	data, err := json.Marshal(s)
	state := stream.PartDone
	if s.Error != "" {
		state = stream.PartFailed
	}
	return stream.Card{ID: id, Kind: Card, State: state, Data: data, Fallback: s.fallback()}, err
}

// fallback formats the program and its outcome in Markdown.
func (s shown) fallback() string {
	out := strings.TrimRight(s.Output, "\n")
	for _, more := range []string{s.Result, s.Error} {
		if more != "" {
			out = strings.TrimLeft(out+"\n"+more, "\n")
		}
	}
	md := s.Title + "\n\n" + fenced("js", shortened(s.Code, 4<<10))
	if out != "" {
		md += "\n\n" + fenced("", shortened(out, 3<<10))
	}
	return md
}

// fenced returns a code block.
func fenced(language, code string) string {
	fence := text.Fence(code)
	return fence + language + "\n" + code + "\n" + fence
}

func shortened(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return cutText(s, n) + "\n…"
}
