package reading

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

const (
	asksBatch = "请翻译下面 JSON 数组里的每一项"
	asksTerms = "请给出它们在英语里的译法"
)

// list decodes the JSON list of the paragraphs in a prompt.
func list(t *testing.T, q llmtest.Request) (batch []string) {
	t.Helper()
	p := q.Prompt()
	if err := json.Unmarshal([]byte(p[strings.LastIndex(p, "\n\n")+2:]), &batch); err != nil {
		t.Errorf("%v in %s", err, p)
	}
	return batch
}

// english makes the model translate each piece by putting "EN " before it.
func english(t *testing.T, r *harness) {
	r.model.On(asksTerms, says(`{"租金":"rent","别的":"other","押金":""}`))
	r.model.OnFunc(asksBatch, func(q llmtest.Request) llmtest.Script {
		batch := list(t, q)
		for i := range batch {
			batch[i] = "EN " + batch[i]
		}
		b, _ := json.Marshal(batch)
		return says(string(b))
	})
}

// translate repeats the request until the translation is complete or has failed.
func (r *harness) translate(t *testing.T, w Wish) (got Translation) {
	t.Helper()
	domaintest.Eventually(t, "a translation", func() bool {
		var err error
		if got, err = r.Translate(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		w.Again = false
		return got.State == Ready || got.State == Failed
	})
	return got
}

// Paragraphs are translated once, with the glossary's terms; program text and blocks without words
// are unchanged. The content rules mask and withhold translations.
func TestTranslate(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		f := contract()
		f.units[1].Blocks = append(f.units[1].Blocks, parsed.Block{Kind: parsed.Code, Text: "x := 1"}, parsed.Block{Kind: parsed.Paragraph, Text: "12 / 34"},
			parsed.Block{Kind: parsed.Paragraph, Text: "这是敏感的一段。"}, parsed.Block{Kind: parsed.Paragraph, Text: "违禁的一段。"})
		r.library.add(t, f)
		english(t, r)
		r.models.connect(r.modelAt)
		var got translateAnswer
		r.post(t, "/api/user/agent/doc/translate", alice, `{"docId":"doc-contract","from":2,"lang":"en"}`, &got)
		if got.State != Queued || got.Complete || got.Engine != "deepseek-chat" || got.Progress != 0 || len(got.Items) != 7 {
			t.Errorf("at first: %+v", got)
		}
		r.work(t)
		r.translate(t, Wish{Owner: alice, ID: f.ID, From: 2, Lang: "en"})
		r.post(t, "/api/user/agent/doc/translate", alice, `{"docId":"doc-contract","from":2,"lang":"en"}`, &got)
		want := []Paragraph{
			{Unit: 2, Block: 0, Kind: "heading", Level: 1, Source: "租金", Target: "EN 租金", Done: true},
			{Unit: 2, Block: 1, Kind: "paragraph", Source: "每月租金为人民币6,500元，乙方应当在每月五日前支付当月租金。", Target: "EN 每月租金为人民币6,500元，乙方应当在每月五日前支付当月租金。", Done: true},
			{Unit: 2, Block: 2, Kind: "paragraph", Source: "乙方在签订合同时支付押金13,000元，期满全额退还押金。", Target: "EN 乙方在签订合同时支付押金13,000元，期满全额退还押金。", Done: true},
			{Unit: 2, Block: 3, Kind: "code", Source: "x := 1", Target: "x := 1", Done: true},
			{Unit: 2, Block: 4, Kind: "paragraph", Source: "12 / 34", Target: "12 / 34", Done: true},
			{Unit: 2, Block: 5, Kind: "paragraph", Source: "这是敏感的一段。", Target: "EN 这是**的一段。", Done: true},
			{Unit: 2, Block: 6, Kind: "paragraph", Source: "违禁的一段。", Target: "", Done: true},
		}
		if diff := cmp.Diff(want, got.Items); diff != "" || !got.Complete || got.State != Ready || got.Progress != 1 || got.Lang != "en" {
			t.Errorf("%s %+v", diff, got)
		}
		last := r.model.Requests()[r.model.Calls()-1]
		if !strings.Contains(last.System(), "租金 → rent") || strings.Contains(last.System(), "别的") {
			t.Errorf("the fixed words: %s", last.System())
		}
		// The second time, the stored translation is returned, without a model.
		calls := r.model.Calls()
		r.models.disconnect()
		r.post(t, "/api/user/agent/doc/translate", alice, `{"docId":"doc-contract","from":2,"to":2,"lang":"en"}`, &got)
		if diff := cmp.Diff(want, got.Items); diff != "" || got.Engine != "" || r.model.Calls() != calls {
			t.Errorf("the second time: %s", diff)
		}
		status, _, body := r.call(t, http.MethodPost, "/api/user/agent/doc/translate", alice, `{"docId":"doc-contract","from":1,"lang":"en"}`)
		if status != 501 || !strings.Contains(body, string(errs.NoTranslator)) {
			t.Errorf("without a model: %d %s", status, body)
		}
		for _, bad := range []string{`{"docId":"doc-contract","from":1,"to":9}`, `{"docId":"doc-contract","from":3,"to":1}`, `{"docId":"doc-contract","lang":"xx"}`} {
			if status, _, body := r.call(t, http.MethodPost, "/api/user/agent/doc/translate", alice, bad); status != 400 {
				t.Errorf("%s: %d %s", bad, status, body)
			}
		}
	})
}

// A request contains at most eight pieces; here each piece is a whole paragraph. If the reply has the wrong
// number of translations, the request is repeated once. After a second such reply, each piece is sent in
// its own request.
func TestBatchesAreCounted(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		var paragraphs []string
		for i := range 11 {
			paragraphs = append(paragraphs, fmt.Sprintf("第%d段要翻译的文字。", i))
		}
		f.units = []parsed.Unit{page(1, paragraphs...)}
		r.library.add(t, f)
		r.model.On(asksTerms, says(`{}`))
		r.model.OnFunc("你是译者", func(q llmtest.Request) llmtest.Script { return says("单独：" + q.Prompt()) })
		var sizes []int
		r.model.OnFunc(asksBatch, func(q llmtest.Request) llmtest.Script {
			batch := list(t, q)
			sizes = append(sizes, len(batch))
			if len(batch) == 8 {
				return says(`["只有一段"]`)
			}
			b, _ := json.Marshal(batch)
			return says("译文如下：" + string(b))
		})
		r.model.On("不是要求的 JSON", says(`["还是","两段"]`))
		r.models.connect(r.modelAt)
		r.work(t)
		got := r.translate(t, Wish{Owner: alice, ID: f.ID, From: 1, Lang: "en"})
		if !got.Complete || got.Items[0].Target != "单独：第0段要翻译的文字。" || got.Items[10].Target != "第10段要翻译的文字。" {
			t.Errorf("%+v", got)
		}
		if diff := cmp.Diff([]int{8, 3}, sizes); diff != "" {
			t.Error(diff)
		}
	})
}

// Translations made before a failure of the provider are kept. A call with Again continues the work.
func TestTranslationGoesOn(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		var paragraphs []string
		for i := range 10 {
			paragraphs = append(paragraphs, fmt.Sprintf("第%d段要翻译的文字。", i))
		}
		f.units = []parsed.Unit{page(1, paragraphs...)}
		r.library.add(t, f)
		english(t, r)
		r.models.connect(r.modelAt)
		batches := 0
		r.model.OnFunc(asksBatch, func(q llmtest.Request) llmtest.Script {
			if batches++; batches == 2 {
				return llmtest.Fail(401, `{"error":{"message":"bad key"}}`)
			}
			b, _ := json.Marshal(list(t, q))
			return says(string(b))
		})
		r.work(t)
		got := r.translate(t, Wish{Owner: alice, ID: f.ID, From: 1, Lang: "en"})
		if got.Complete || got.State != Failed || got.Failure != errs.ModelKey || !got.Items[7].Done || got.Items[8].Done || got.Progress != 0.8 {
			t.Errorf("%+v", got)
		}
		got = r.translate(t, Wish{Owner: alice, ID: f.ID, From: 1, Lang: "en", Again: true})
		if !got.Complete || batches != 3 {
			t.Errorf("%+v, %d batches", got, batches)
		}
		r.model.On(asksBatch, llmtest.Fail(401, `{"error":{"message":"bad key"}}`))
		if got = r.translate(t, Wish{Owner: alice, ID: f.ID, From: 1, Lang: "fr"}); got.Failure != errs.ModelKey || got.Progress != 0 {
			t.Errorf("nothing was translated: %+v", got)
		}
	})
}

// Translations stored before the job queue stops are kept. When the queue runs again, the job
// continues after these translations.
func TestTranslationSurvivesItsProcess(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		f := contract()
		var paragraphs []string
		for i := range 20 {
			paragraphs = append(paragraphs, fmt.Sprintf("第%d段要翻译的文字。", i))
		}
		f.units = []parsed.Unit{page(1, paragraphs...)}
		r.library.add(t, f)
		english(t, r)
		r.models.connect(r.modelAt)
		second := make(chan struct{})
		var mu sync.Mutex
		var batches [][]string
		r.model.OnFunc(asksBatch, func(q llmtest.Request) llmtest.Script {
			mu.Lock()
			defer mu.Unlock()
			batch := list(t, q)
			batches = append(batches, batch)
			if len(batches) == 2 {
				close(second)
				return llmtest.Script{Steps: []llmtest.Step{{Do: llmtest.Stall}}}
			}
			b, _ := json.Marshal(batch)
			return says(string(b))
		})
		w := Wish{Owner: alice, ID: f.ID, From: 1, Lang: "en"}
		if got, err := r.Translate(t.Context(), w); err != nil || got.State != Queued {
			t.Fatalf("%+v %v", got, err)
		}
		stop := domaintest.Background(t, r.jobs.Run)
		<-second
		got, err := r.Translate(t.Context(), w)
		if err != nil || got.State != Running || got.Progress != 0.4 || !got.Items[7].Done || got.Items[8].Done {
			t.Errorf("in between: %+v %v", got, err)
		}
		stop()
		r.work(t)
		got = r.translate(t, w)
		mu.Lock()
		defer mu.Unlock()
		if !got.Complete || len(batches) != 4 || batches[2][0] != batches[1][0] {
			t.Errorf("%v of %q", got.Complete, batches)
		}
	})
}

// The queue per owner is limited, and a deleted file is not translated further.
func TestTranslationsAreBounded(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		f.units = nil
		for i := range translationsWaiting + 1 {
			f.units = append(f.units, page(i+1, fmt.Sprintf("第%d页的文字。", i+1)))
		}
		r.library.add(t, f)
		english(t, r)
		r.models.connect(r.modelAt)
		for i := range translationsWaiting {
			if _, err := r.Translate(t.Context(), Wish{Owner: alice, ID: f.ID, From: i + 1, Lang: "en"}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.Translate(t.Context(), Wish{Owner: alice, ID: f.ID, From: translationsWaiting + 1, Lang: "en"}); !errs.Is(err, errs.TooMany) {
			t.Errorf("one more: %v", err)
		}
		if got, err := r.Translate(t.Context(), Wish{Owner: alice, ID: f.ID, From: 1, Lang: "en"}); err != nil || got.State != Queued {
			t.Errorf("one of them again: %+v %v", got, err)
		}
		r.library.remove(t, f.ID)
		r.work(t)
		domaintest.Eventually(t, "the end of the jobs", func() bool {
			open, err := r.jobs.Open(t.Context(), alice, TranslationJob)
			return err == nil && open == 0
		})
		if n := r.model.Calls(); n > 0 {
			t.Errorf("%d calls for a file that is gone", n)
		}
	})
}

// If the request has no target language, the beginning of the file determines the target language.
// This also applies to a later page in another language.
func TestLanguageByTheFile(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		f.units = []parsed.Unit{page(1, "这是一份中文文件的第一页。"), page(2, "An English appendix with many words in it.")}
		r.library.add(t, f)
		english(t, r)
		r.models.connect(r.modelAt)
		for from, want := range map[int]string{1: "en", 2: "en"} {
			if got, err := r.Translate(t.Context(), Wish{Owner: alice, ID: f.ID, From: from}); err != nil || got.Lang != want {
				t.Errorf("page %d: %s %v", from, got.Lang, err)
			}
		}
	})
}

// Without a target language, all units of a file, and its download, have the same one.
func TestOneLanguageForAFile(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		f.units = []parsed.Unit{page(1, "A cover page in English")}
		for n := 2; n <= 5; n++ {
			f.units = append(f.units, page(n, "这一页是中文的正文。"))
		}
		f.units = append(f.units, page(6, strings.Repeat("An English appendix with many words in it. ", 20)))
		r.library.add(t, f)
		english(t, r)
		r.models.connect(r.modelAt)
		for _, from := range []int{1, 2, 6} {
			if got, err := r.Translate(t.Context(), Wish{Owner: alice, ID: f.ID, From: from}); err != nil || got.Lang != "en" {
				t.Errorf("page %d: %s %v", from, got.Lang, err)
			}
		}
		if _, lang, _, err := r.translated(t.Context(), alice, f.ID, ""); err != nil || lang != "en" {
			t.Errorf("the whole file: %s %v", lang, err)
		}
	})
}

// The pieces of a paragraph contain its whole text, in order.
func TestPiecesLoseNothing(t *testing.T) {
	t.Parallel()
	for _, p := range []Paragraph{
		{Source: "短。"},
		{Source: strings.Repeat("一句不长的话。", 500)},
		{Source: strings.Repeat("没有句号", 1000)},
		{Source: strings.Repeat("Words and words. ", 300)},
		{Kind: "table", Source: strings.Repeat("甲\t乙\t丙\n", 900)},
	} {
		pieces := p.pieces()
		for _, s := range pieces {
			if n := len([]rune(s)); n > pieceLength {
				t.Errorf("a piece of %d characters", n)
			}
		}
		if strings.Join(pieces, "") != p.Source {
			t.Errorf("%d pieces are not the paragraph", len(pieces))
		}
		if got := join(pieces, pieces); strings.TrimSpace(got) != strings.TrimSpace(p.Source) {
			t.Errorf("joined: %.80q… of %d", got, len(got))
		}
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ sources, targets, want string }{
		{"One.|Two.", "一。|二。", "一。二。"},
		{"One.|Two.", "一。\n|二。 ", "一。二。"},
		{"一。|二。", "One. | Two.", "One. Two."},
		{"一。\n|二。", "One.|Two.", "One.\nTwo."},
		{"一。|二。|三。", "One.| |Three.", "One. Three."},
	} {
		if got := join(strings.Split(tt.sources, "|"), strings.Split(tt.targets, "|")); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.targets, got, tt.want)
		}
	}
}

// A translation can be downloaded only when it is complete; the file states that it was
// machine-translated.
func TestDownloadTranslation(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		f.units = f.units[:2]
		f.units[1].Blocks = append(f.units[1].Blocks, parsed.Block{Kind: parsed.Table, Text: "项目\t金额\n押金|*\t13,000", Rows: [][]string{{"项目", "金额"}, {"押金|*", "13,000"}}})
		r.library.add(t, f)
		english(t, r)
		r.models.connect(r.modelAt)
		r.work(t)
		translate := func(from int) {
			t.Helper()
			r.translate(t, Wish{Owner: alice, ID: f.ID, From: from, Lang: "en"})
		}
		translate(1)
		wish := Download{Owner: alice, ID: f.ID, Lang: "en", Format: "docx", Locale: "en", Zone: time.UTC}
		if _, err := r.DownloadTranslation(t.Context(), wish); !errs.Is(err, errs.TranslationShort) || errs.From(err).Params["done"].En != "3" || errs.From(err).Params["total"].En != "7" {
			t.Errorf("half: %v", err)
		}
		translate(2)
		status, header, body := r.call(t, http.MethodPost, "/api/user/agent/doc/translate/download", alice, `{"docId":"doc-contract","lang":"en","format":"md"}`)
		for _, want := range []string{"## EN 房屋\n\n> 房屋", "> 房屋内的家具见附件清单。\n\nEN 房屋内的家具见附件清单。", "| EN 项目 | 金额 |\n| --- | --- |\n| 押金\\|\\* | 13,000 |"} {
			if !strings.Contains(body, want) {
				t.Errorf("no %q in %s", want, body)
			}
		}
		if status != 200 || !strings.HasPrefix(header.Get("Content-Disposition"), "attachment;") || !r.papers.last.Generated {
			t.Errorf("%d %v %+v", status, header, r.papers.last)
		}
		wish.Alone = true
		if got, err := r.DownloadTranslation(t.Context(), wish); err != nil || strings.Contains(string(got.Data), "> ") {
			t.Errorf("alone: %s %v", got.Data, err)
		}
		wish.Format = "exe"
		if _, err := r.DownloadTranslation(t.Context(), wish); !errs.Is(err, errs.BadRequest) {
			t.Error(err)
		}
	})
}
