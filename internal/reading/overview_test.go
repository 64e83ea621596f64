package reading

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// Without a model an overview consists of sentences of the file. It is made once, and again
// after the file's content has changed.
func TestOverviewWithoutAModel(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		f := contract()
		r.library.add(t, f)
		var got overviewAnswer
		r.post(t, "/api/user/agent/doc/overview", alice, `{"docId":"doc-contract"}`, &got)
		if got.Engine != Offline || got.State != Ready || len(got.Summary) == 0 || len(got.KeyPoints) == 0 || len(got.Keywords) == 0 || got.Partial {
			t.Errorf("%+v", got)
		}
		for _, p := range append(got.Summary, got.KeyPoints...) {
			if !strings.Contains(f.units[p.Unit-1].Text(), p.Quote) || p.Quote == "" {
				t.Errorf("%+v does not stand in the file", p)
			}
		}
		want := []Node{{Text: "房屋", Unit: 1}, {Text: "租金", Unit: 2}, {Text: "违约", Unit: 3}}
		if diff := cmp.Diff(want, got.Outline); diff != "" || got.MindMap.Text != "租赁合同" || len(got.MindMap.Children) != 3 {
			t.Errorf("%s %+v", diff, got.MindMap)
		}
		reads := r.library.reads
		var tree mindMapAnswer
		r.post(t, "/api/user/agent/doc/getMindMap", alice, `{"resourceId":"doc-contract"}`, &tree)
		if diff := cmp.Diff(got.MindMap, tree.MindMap); diff != "" || r.library.reads != reads {
			t.Errorf("made twice: %s", diff)
		}
		f.Version, f.units = "v2", f.units[:1]
		r.post(t, "/api/user/agent/doc/overview", alice, `{"docId":"doc-contract"}`, &got)
		if len(got.Outline) != 1 || r.library.reads == reads {
			t.Errorf("of an older reading: %+v", got.Outline)
		}
	})
}

// The response about an unreadable file has an error code and the name of the file.
func TestUnreadable(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		for status, want := range map[Status]errs.Code{Waiting: errs.StillParsing, Unreadable: errs.FileBroken, Textless: errs.NothingToRead} {
			f := contract()
			f.ID, f.Status, f.Failure = "doc-"+string(status), status, ""
			if status == Unreadable {
				f.Failure = errs.FileBroken
			}
			r.library.add(t, f)
			for _, path := range []string{"doc/overview", "doc/mindMap", "doc/translate", "docDeepMode/search", "doc/mindMap/share"} {
				code, _, body := r.call(t, http.MethodPost, "/api/user/agent/"+path, alice, `{"docId":"`+f.ID+`","query":"x"}`)
				if code < 400 || !strings.Contains(body, `"`+string(want)+`"`) || !strings.Contains(body, "租赁合同") {
					t.Errorf("%s of %s: %d %s", path, status, code, body)
				}
			}
		}
	})
}

const (
	asksPart    = "请记下其中最重要的内容"
	asksSummary = "请写出全文的摘要"
	asksMap     = "整理成思维导图"
	asksThin    = "请选出最重要的"
)

func says(text string) llmtest.Script {
	return llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: llmtest.Pieces(text, 7)})
}

// answering makes the model return usable results with some faults, for example an invented quote, a
// quote with a wrong page, and a summary sentence without a point.
func answering(s *llmtest.Server) {
	s.On(asksPart, says(`{"points":[
		{"text":"房屋面积为八十九平方米","unit":1,"quote":"建筑面积八十九平方米"},
		{"text":"押金是一百万元","unit":2,"quote":"押金一百万元整"},
		{"text":"每月租金 6,500 元","unit":1,"quote":"每月租金为人民币6,500元"},
		{"text":"逾期十五日可以解除，敏感","unit":3,"quote":"甲方有权解除租赁合同"},
		{"text":"违禁内容","unit":3,"quote":"乙方不得将房屋转租"}]}`))
	s.On(asksSummary, says(`{"summary":[{"text":"甲方出租房屋，月租 6,500 元。","from":[2,1]},{"text":"没有依据的一句。","from":[]}],"keyPoints":[3,9,2,3]}`))
	s.On(asksMap, says(`{"text":"租赁合同要点","children":[{"text":"房屋与租金","points":[1,2]},{"text":"违约","children":[{"text":"解除","points":[3]}]},{"text":"空的","points":[]}]}`))
}

// If a model is connected, the first overview is still made without it. Later the model replaces the
// summary, the key points and the mind map. Statements of the model without support in the file are
// left out.
func TestOverviewByAModel(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		answering(r.model)
		r.models.connect(r.modelAt)
		first, err := r.Overview(t.Context(), alice, "doc-contract", false)
		if err != nil || first.State != Queued || first.Engine != Offline || len(first.Summary) == 0 {
			t.Fatalf("%+v %v", first, err)
		}
		r.work(t)
		var got Made
		domaintest.Eventually(t, "the model's overview", func() bool {
			got, err = r.Overview(t.Context(), alice, "doc-contract", false)
			return err != nil || got.State == Ready
		})
		if err != nil {
			t.Fatal(err)
		}
		want := Overview{
			Engine:  "deepseek-chat",
			Summary: []Point{{Text: "甲方出租房屋，月租 6,500 元。", Unit: 2, Quote: "每月租金为人民币6,500元"}},
			KeyPoints: []Point{
				{Text: "逾期十五日可以解除，**", Unit: 3, Quote: "甲方有权解除租赁合同"},
				{Text: "每月租金 6,500 元", Unit: 2, Quote: "每月租金为人民币6,500元"},
			},
			Outline: first.Outline, Keywords: first.Keywords,
			MindMap: Node{Text: "租赁合同要点", Children: []Node{
				{Text: "房屋与租金", Unit: 1, Children: []Node{{Text: "房屋面积为八十九平方米", Unit: 1}, {Text: "每月租金 6,500 元", Unit: 2}}},
				{Text: "违约", Unit: 3, Children: []Node{{Text: "解除", Unit: 3, Children: []Node{{Text: "逾期十五日可以解除，**", Unit: 3}}}}},
			}},
		}
		if diff := cmp.Diff(want, got.Overview); diff != "" {
			t.Error(diff)
		}
		for _, q := range r.model.Requests() {
			if strings.Contains(q.Prompt(), asksPart) && !strings.Contains(q.Prompt(), "[[2]]\n租金\n每月租金为人民币6,500元") {
				t.Errorf("the part does not say where its text stands: %s", q.Prompt())
			}
		}
		calls := r.model.Calls()
		if again, err := r.Overview(t.Context(), alice, "doc-contract", true); err != nil || again.State != Ready || r.model.Calls() != calls {
			t.Errorf("what is good is made again: %+v %v", again.State, err)
		}
	})
}

// Invalid JSON from a model is repaired if possible. Otherwise the model is asked once more. If the
// second result is unusable too, the result made without a model is used.
func TestBadJSON(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		answering(r.model)
		tries := map[string]int{}
		r.model.OnFunc(asksPart, func(llmtest.Request) llmtest.Script {
			tries[asksPart]++
			return says("好的，以下是要点：\n```json\n{\"points\":[{\"text\":\"月租\"6,500\"元\",\"unit\":2,\"quote\":\"每月租金为人民币6,500元\",},]\n```")
		})
		r.model.OnFunc("不是要求的 JSON", func(q llmtest.Request) llmtest.Script {
			tries["again"]++
			if strings.Contains(q.Messages[1].Content, asksSummary) {
				return says(`{"summary":[{"text":"月租 6,500 元。","from":[1]}],"keyPoints":[1]}`)
			}
			return says("还是不会。")
		})
		r.model.On(asksSummary, says("我不知道怎么写。"))
		r.model.On(asksMap, says(`{"text":"x","children":[]}`))
		r.models.connect(r.modelAt)
		r.work(t)
		var got Made
		var err error
		domaintest.Eventually(t, "the overview", func() bool {
			got, err = r.Overview(t.Context(), alice, "doc-contract", false)
			return err != nil || got.State == Ready
		})
		if err != nil || got.Engine != "deepseek-chat" || got.Summary[0].Text != "月租 6,500 元。" || got.KeyPoints[0].Text != `月租"6,500"元` {
			t.Errorf("%+v %v", got, err)
		}
		if len(got.MindMap.Children) != 3 || got.MindMap.Children[0].Text != "房屋" {
			t.Errorf("the mind map without a model: %+v", got.MindMap)
		}
		if diff := cmp.Diff(map[string]int{asksPart: 1, "again": 2}, tries); diff != "" {
			t.Error(diff)
		}
	})
}

// If the model gives no usable output, the overview stays unchanged and its state is Failed. A request
// with "again" starts another attempt.
func TestModelThatCannot(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		r.model.On("", says("你好！"))
		r.models.connect(r.modelAt)
		r.work(t)
		wait := func(want State) (got overviewAnswer) {
			domaintest.Eventually(t, string(want), func() bool {
				r.post(t, "/api/user/agent/doc/overview", alice, `{"docId":"doc-contract"}`, &got)
				return got.State == want
			})
			return got
		}
		got := wait(Failed)
		if got.Engine != Offline || len(got.Summary) == 0 || got.ErrorCode != errs.Misshapen || !strings.Contains(got.ErrorMsg, "没有按要求写出内容") {
			t.Errorf("%+v", got)
		}
		// An empty reply of the model must not become errs.NoAnswer: its message is about an answer to a
		// question.
		r.model.On("", says(" "))
		r.post(t, "/api/user/agent/doc/overview", alice, `{"docId":"doc-contract","again":true}`, &got)
		if got = wait(Failed); got.ErrorCode != errs.Misshapen {
			t.Errorf("said nothing: %v %s", got.ErrorCode, got.ErrorMsg)
		}
		answering(r.model)
		r.post(t, "/api/user/agent/doc/overview", alice, `{"docId":"doc-contract","again":true}`, &got)
		if got.State != Queued || got.ErrorCode != "" {
			t.Errorf("asked again: %+v", got.State)
		}
		if got = wait(Ready); got.Engine != "deepseek-chat" {
			t.Errorf("%+v", got)
		}
	})
}

// If the provider fails, the job makes up to maxAttempts attempts. If the provider refuses the key, the
// job does not try again.
func TestProviderDown(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		r.model.On("", llmtest.Fail(500, `{"error":{"message":"down"}}`))
		r.models.connect(r.modelAt)
		if _, err := r.Overview(t.Context(), alice, "doc-contract", false); err != nil {
			t.Fatal(err)
		}
		r.work(t)
		for i := range maxAttempts - 1 {
			var j job.Job
			domaintest.Eventually(t, "the next attempt waits", func() (ok bool) {
				found, err := r.jobs.Find(t.Context(), alice, OverviewJob, "doc-contract")
				if err != nil {
					t.Fatal(err)
				}
				j = found
				return j.State == job.Queued && j.Attempts == i+1
			})
			if wait := j.NextAt.Sub(r.clock.Now()); wait > retryAfter<<i || wait < retryAfter<<i/2 {
				t.Errorf("attempt %d waits %s, want %s", i+2, wait, retryAfter<<i)
			}
			m, err := r.Overview(t.Context(), alice, "doc-contract", false)
			if err != nil || m.State != Queued || len(m.Summary) == 0 {
				t.Fatalf("%+v %v", m, err)
			}
			r.clock.Add(retryAfter << i)
		}
		r.comesTo(t, Failed)
		r.model.On("", llmtest.Fail(401, `{"error":{"message":"bad key"}}`))
		calls := r.model.Calls()
		m, err := r.Overview(t.Context(), alice, "doc-contract", true)
		if err != nil || m.State != Queued {
			t.Fatal(m.State, err)
		}
		if m = r.comesTo(t, Failed); m.Failure != errs.ModelKey || r.model.Calls() != calls+1 {
			t.Errorf("a refused key: %+v after %d calls", m.Failure, r.model.Calls()-calls)
		}
		r.models.disconnect()
		if m, err = r.Overview(t.Context(), alice, "doc-contract", true); err != nil || m.State != Failed || m.Failure != errs.ModelKey {
			t.Errorf("%+v %v", m, err)
		}
	})
}

// comesTo waits until the overview of the contract is in the wanted state.
func (r *harness) comesTo(t *testing.T, want State) (m Made) {
	t.Helper()
	domaintest.Eventually(t, string(want), func() bool {
		var err error
		if m, err = r.Overview(t.Context(), alice, "doc-contract", false); err != nil {
			t.Fatal(err)
		}
		return m.State == want
	})
	return m
}

// If the file's content changes while the model works, the work starts again with the new
// content.
func TestReadAnewMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		answering(r.model)
		asked, answer := r.held()
		r.models.connect(r.modelAt)
		if _, err := r.Overview(t.Context(), alice, "doc-contract", false); err != nil {
			t.Fatal(err)
		}
		r.work(t)
		<-asked
		if m, err := r.Overview(t.Context(), alice, "doc-contract", false); err != nil || m.State != Running {
			t.Errorf("%s %v", m.State, err)
		}
		anew := contract()
		anew.Version, anew.units[1] = "v2", page(2, "# 租金", "每月租金为人民币6,500元，另付水费，乙方应当在每月五日前支付。")
		r.library.add(t, anew)
		if m, err := r.Overview(t.Context(), alice, "doc-contract", false); err != nil || m.State == Ready {
			t.Errorf("of the second version: %s %v", m.State, err)
		}
		close(answer)
		m := r.comesTo(t, Ready)
		row, err := r.overviewRow(t.Context(), alice, "doc-contract")
		if err != nil || row.Version != "v2" || m.Engine == Offline {
			t.Errorf("%s of %s, %v", m.Engine, row.Version, err)
		}
	})
}

// held makes the model wait before it answers a request about a part. `asked` receives a value for
// each such request; closing `answer` ends the wait.
func (r *harness) held() (asked <-chan struct{}, answer chan struct{}) {
	told, answer := make(chan struct{}, 100), make(chan struct{})
	r.model.OnFunc(asksPart, func(llmtest.Request) llmtest.Script {
		told <- struct{}{}
		<-answer
		return says(`{"points":[{"text":"每月租金 6,500 元","unit":2,"quote":"每月租金为人民币6,500元"}]}`)
	})
	return told, answer
}

// A long file is read in parts of limited length. The model selects the most important points of the
// parts, and only the selected points are summarised.
func TestLongFile(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		f := contract()
		f.units = nil
		for i := range 200 {
			f.units = append(f.units, page(i+1, fmt.Sprintf("第%d号仓库在这一年里收到货物%d吨，比前一年增加%d吨，管理人员共有%d名。", i+1, i*7, i*3, i%9)+strings.Repeat("本段记录日常的出入库情况。", 20)))
		}
		f.units = append(f.units, page(201, strings.Repeat("没有句号的一长段文字", 2000)))
		f.Units = len(f.units)
		r.library.add(t, f)
		r.model.OnFunc(asksPart, func(q llmtest.Request) llmtest.Script {
			if n := len([]rune(q.Prompt())); n > 8000 {
				t.Errorf("a part of %d characters", n)
			}
			var points []string
			for _, m := range strings.Split(q.Prompt(), "[[")[2:] {
				n, rest, _ := strings.Cut(m, "]]\n")
				quote := string([]rune(rest)[:12])
				points = append(points, fmt.Sprintf(`{"text":"第 %s 页说了什么","unit":%s,"quote":%q}`, n, n, quote))
			}
			return says(`{"points":[` + strings.Join(points, ",") + `]}`)
		})
		r.model.On(asksThin, says(`{"keep":[1,2,3,4,5,6,7,8,9,10,11,12]}`))
		r.model.OnFunc(asksSummary, func(q llmtest.Request) llmtest.Script {
			if strings.Contains(q.Prompt(), fmt.Sprintf("\n%d. ", mostPoints+1)) {
				t.Error("too many notes at once")
			}
			return says(`{"summary":[{"text":"货物增加。","from":[1]}],"keyPoints":[1,2]}`)
		})
		r.model.On(asksMap, says(`{"text":"仓库","children":[{"text":"甲","points":[1]},{"text":"乙","points":[2]}]}`))
		r.models.connect(r.modelAt)
		if _, err := r.Overview(t.Context(), alice, f.ID, false); err != nil {
			t.Fatal(err)
		}
		r.work(t)
		var m Made
		domaintest.Eventually(t, "the overview", func() bool {
			var err error
			m, err = r.Overview(t.Context(), alice, f.ID, false)
			return err != nil || m.State == Ready || m.State == Failed
		})
		if m.State != Ready || m.Engine != "deepseek-chat" || m.Summary[0].Text != "货物增加。" {
			t.Errorf("%+v", m)
		}
		thins := 0
		for _, q := range r.model.Requests() {
			if strings.Contains(q.Prompt(), asksThin) {
				thins++
			}
		}
		if thins == 0 {
			t.Error("nothing was thinned out")
		}
	})
}

// If the file is deleted while the model works, the job ends with the outcome job.Lost and
// stores nothing.
func TestDeletedMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		answering(r.model)
		asked, answer := r.held()
		r.models.connect(r.modelAt)
		if _, err := r.Overview(t.Context(), alice, "doc-contract", false); err != nil {
			t.Fatal(err)
		}
		r.work(t)
		<-asked
		r.library.remove(t, "doc-contract")
		if err := r.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		close(answer)
		domaintest.Eventually(t, "the work ends", func() bool { return r.jobs.Stats(OverviewJob).Outcomes[job.Lost] == 1 })
		if row, err := r.overviewRow(t.Context(), alice, "doc-contract"); err != nil || row.Data != "" {
			t.Errorf("%+v %v", row, err)
		}
		if _, err := r.jobs.Find(t.Context(), alice, OverviewJob, "doc-contract"); !errs.Is(err, errs.NotFound) {
			t.Errorf("its job: %v", err)
		}
	})
}

func TestSearch(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		var got passagesAnswer
		r.post(t, "/api/user/agent/docDeepMode/search", alice, `{"docId":"doc-contract","query":"押金13,000元"}`, &got)
		if got.Refused || len(got.Passages) != 1 || got.Passages[0].Unit != 2 {
			t.Errorf("%+v", got)
		}
		if status, _, body := r.call(t, http.MethodPost, "/api/user/agent/docDeepMode/search", alice, `{"docId":"doc-contract"}`); status != 400 {
			t.Errorf("%d %s", status, body)
		}
		var address fileAddressAnswer
		r.post(t, "/api/user/agent/doc/download", alice, `{"docId":"doc-contract"}`, &address)
		if address.Data.URL == "" {
			t.Error("no address")
		}
	})
}

// Splitting a file into parts loses no text if mostParts parts are enough.
func TestPartsLoseNothing(t *testing.T) {
	t.Parallel()
	g := &digest{units: []parsed.Unit{page(1, "一"), page(2, strings.Repeat("长", 9000), "后"), page(3, "三")}}
	g.model.Info.Context = 8000
	parts, partial := g.parts()
	text := ""
	for _, p := range parts {
		for _, u := range p.units {
			text += u.Text()
		}
	}
	want := "一" + strings.Repeat("长", 9000) + "后三"
	if strings.ReplaceAll(text, "\n", "") != want || partial || len(parts) < 2 {
		t.Errorf("%d parts, %d characters of %d", len(parts), len([]rune(text)), len([]rune(want)))
	}
}

// Each part ends with a page, so parts are not full. If there are therefore more than mostParts parts, the
// parts become longer until the whole file is read. With a short context, only the first parts are read.
func TestPartsFit(t *testing.T) {
	t.Parallel()
	g := &digest{}
	for n := range 200 {
		g.units = append(g.units, page(n+1, strings.Repeat("长", 1800)))
	}
	g.model.Info.Context = 128_000
	parts, partial := g.parts()
	units := 0
	for _, p := range parts {
		units += len(p.units)
	}
	if partial || len(parts) > mostParts || units != 200 {
		t.Errorf("%d parts with %d pages, partial: %t", len(parts), units, partial)
	}
	g.model.Info.Context = 4000
	if parts, partial := g.parts(); !partial || len(parts) != mostParts {
		t.Errorf("%d parts for a short context, partial: %t", len(parts), partial)
	}
}

// The scripted provider of development and browser tests answers the prompts of deep reading.
func TestStandardProvider(t *testing.T) {
	on(t, func(t *testing.T, r *harness) {
		r.library.add(t, contract())
		r.models.connect(r.modelAt)
		r.work(t)
		var got Made
		var err error
		domaintest.Eventually(t, "the overview", func() bool {
			got, err = r.Overview(t.Context(), alice, "doc-contract", false)
			return err != nil || got.State != Queued && got.State != Running
		})
		if err != nil || got.State != Ready || got.Engine == Offline || len(got.KeyPoints) < 2 || len(got.MindMap.Children) != 2 || got.MindMap.Text != "租赁合同" {
			t.Errorf("%+v %v", got, err)
		}
		for _, p := range got.KeyPoints {
			if p.Quote == llmtest.InventedQuote {
				t.Errorf("%+v", p)
			}
		}
		translated := r.translate(t, Wish{Owner: alice, ID: "doc-contract", From: 1, To: 3})
		if !translated.Complete || !strings.HasPrefix(translated.Items[1].Target, llmtest.Translated+"甲方") {
			t.Errorf("%+v", translated)
		}
	})
}
