package newfile

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Name is the name of the tool.
const Name = "make_file"

// Card is the kind of the card that shows a file.
const Card = "file"

// Ports are the tool's dependencies on other domains.
type Ports struct {
	// Paper writes Markdown as a Word or Markdown file.
	Paper func(ctx context.Context, p Paper) ([]byte, error)
	// Write runs Task in a worker process.
	Write func(ctx context.Context, body []byte) ([]byte, error)
	// Keep stores the bytes as a file in an owner's library. It fails if the owner has no room for
	// the file.
	Keep func(ctx context.Context, owner, name string, data []byte) (Kept, error)
}

// Paper is a text to write as a file.
type Paper struct {
	Title, Markdown string
	Format          Format
	Locale          string
	Zone            *time.Location
}

// Kept is a stored file in the form for its card.
type Kept struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Size int64  `json:"size"`
	Type string `json:"type"` // type in the library, such as doc or excel
}

// Show returns the card of the file.
func (k Kept) Show(id string) (stream.Card, error) {
	data, err := json.Marshal(k)
	return stream.Card{ID: id, Kind: Card, State: stream.PartDone, Data: data, Fallback: k.Name}, err
}

// wanted matches questions that may ask for a file.
var wanted = regexp.MustCompile(`(?i)文件|文档|文檔|檔案|表格|导出|導出|匯出|下载|下載|生成|保存|存成|存为|写成|寫成|做成|做一[个份]|报告|報告|日历|日曆|行事曆|日程|提醒|word|docx?|excel|xlsx?|csv|markdown|\bmd\b|\bics\b|calendar|file|document|spreadsheet|download|export|save|report`)

// Tool returns the tool.
func Tool(p Ports) answer.Tool {
	return answer.Tool{
		Spec: llm.Tool{
			Name: Name,
			Description: "Makes a file in the asker's library, which they can open and download at this place of the answer. Use it when a file is asked for. " +
				"docx and md take content in Markdown; csv takes rows, xlsx sheets with rows, whose first row is the header and whose numbers are numbers; ics takes events. " +
				"Write the whole content: the reader gets nothing else. Formulas of spreadsheets are not calculated; write results.",
			Parameters: []byte(`{"type":"object","properties":{` +
				`"format":{"type":"string","enum":["docx","xlsx","md","csv","ics"]},` +
				`"name":{"type":"string","description":"name of the file, such as 季度总结; it is the title of a docx too"},` +
				`"content":{"type":"string","description":"Markdown without the title, for docx and md"},` +
				`"rows":{"type":"array","items":{"type":"array","items":{"type":["string","number","boolean","null"]}},"description":"for csv"},` +
				`"sheets":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"rows":{"type":"array","items":{"type":"array","items":{"type":["string","number","boolean","null"]}}}},"required":["rows"]},"description":"for xlsx"},` +
				`"events":{"type":"array","items":{"type":"object","properties":{"title":{"type":"string"},"start":{"type":"string","description":"2026-11-25T09:30, or 2026-11-25 for whole days"},"end":{"type":"string"},` +
				`"place":{"type":"string"},"notes":{"type":"string"},"remind":{"type":"integer","description":"minutes before"},"repeat":{"type":"string","enum":["daily","weekly","monthly","yearly"]},"times":{"type":"integer"}},"required":["title","start"]},"description":"for ics"}` +
				`},"required":["format","name"],"additionalProperties":false}`),
		},
		Title: errs.Text{ZhCN: "生成文件", ZhTW: "產生檔案", En: "Make a file"},
		About: errs.Text{ZhCN: "把内容写成 Word、Excel、Markdown、CSV 或日历文件，存进你的文件。", ZhTW: "把內容寫成 Word、Excel、Markdown、CSV 或行事曆檔案，存進你的檔案。", En: "Writes a Word, Excel, Markdown, CSV or calendar file into your files."},
		Label: label, Consent: answer.ConsentOnce, Timeout: 45 * time.Second,
		// A temporary conversation must not store files.
		Offered: func(t answer.Turn) bool { return !t.Private && wanted.MatchString(t.Question) },
		Call:    maker{p}.call,
	}
}

func label(locale string, input []byte) string {
	var in Order
	_ = json.Unmarshal(input, &in) // a name of an invalid type stays empty
	if name := stem(in.Name, in.Format); name != "" {
		return fmt.Sprintf(errs.Text{ZhCN: "生成文件「%s.%s」", ZhTW: "產生檔案「%s.%s」", En: "Making the file “%s.%s”"}.In(locale), name, in.Format)
	}
	return errs.Text{ZhCN: "生成文件", ZhTW: "產生檔案", En: "Making a file"}.In(locale)
}

type maker struct{ Ports }

func (m maker) call(ctx context.Context, c answer.Call) (answer.Result, error) {
	o, err := Parse(c.Input, c.Turn.Now)
	if err != nil {
		told := "Not made: " + err.Error() + "."
		return answer.Result{Text: told, Note: told}, nil //nolint:nilerr // the model gets the error
	}
	if c.Turn.Private {
		return answer.Result{Text: "Not made: a temporary conversation keeps no files."}, nil
	}
	o.Locale = c.Turn.Locale
	data, err := m.write(ctx, o)
	if err != nil {
		return answer.Result{}, err
	}
	kept, err := m.Keep(ctx, c.Turn.Owner(), o.Name+"."+string(o.Format), data)
	if err != nil {
		return answer.Result{}, err
	}
	card, err := kept.Show(c.ID + ".file")
	if err != nil {
		return answer.Result{}, err
	}
	return answer.Result{
		Text: fmt.Sprintf("The file %s is in the asker's library, and shown at this place with a way to open it. Do not give an address of it.", kept.Name),
		Note: kept.Name, Cards: []stream.Card{card},
	}, nil
}

func (m maker) write(ctx context.Context, o Order) ([]byte, error) {
	if o.Format == Word || o.Format == Markdown {
		return m.Paper(ctx, Paper{Title: o.Name, Markdown: o.Content, Format: o.Format, Locale: o.Locale, Zone: o.Made.Location()})
	}
	if o.Format != Workbook {
		return write(o) // CSV and calendars are plain text, which needs no worker
	}
	body, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return m.Write(ctx, body)
}
