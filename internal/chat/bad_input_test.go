package chat

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// TestBadInput sends invalid requests: each gets an error code, and nothing is stored. Only the
// edit of an unknown conversation may create a visitor.
func TestBadInput(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const chat = "/api/chat/conv-0001"
		deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
		for name, c := range map[string]struct {
			path, body string
			status     int
			code       errs.Code
		}{
			"not JSON":            {chat, `{"prompt":`, 400, errs.BadRequest},
			"an array":            {chat, `[]`, 400, errs.BadRequest},
			"no prompt":           {chat, `{}`, 400, errs.EmptyPrompt},
			"no body":             {chat, ``, 400, errs.EmptyPrompt},
			"blank prompt":        {chat, `{"prompt":" \n\u3000 "}`, 400, errs.EmptyPrompt},
			"NUL prompt":          {chat, `{"prompt":"\u0000"}`, 400, errs.EmptyPrompt},
			"prompt is a number":  {chat, `{"prompt":7}`, 400, errs.BadRequest},
			"prompt is an object": {chat, `{"prompt":{"a":1}}`, 400, errs.BadRequest},
			"invalid UTF-8":       {chat, "{\"prompt\":\"a\xff\"}", 400, errs.BadRequest},
			"too deep":            {chat, `{"prompt":"x","options":` + deep + `}`, 400, errs.BadRequest},
			"prompt too long":     {chat, `{"prompt":"` + strings.Repeat("字", MaxPrompt+1) + `"}`, 413, errs.TooLarge},
			"body too large":      {chat, `{"prompt":"` + strings.Repeat("x", 2<<20) + `"}`, 413, errs.TooLarge},
			"a foreign address":   {chat, `{"prompt":"","multimedia":[{"type":"pdf","fileName":"报告.pdf","url":"https://evil.example/x"}]}`, 404, errs.AttachmentGone},
			"an unknown file":     {chat, `{"prompt":"x","multimedia":[{"id":"nobody's","type":"pdf"}]}`, 404, errs.AttachmentGone},
			"an unknown address":  {chat, `{"prompt":"x","parsingPromptUrl":["/api/resource/content/f-9"]}`, 404, errs.AttachmentGone},
			"an online document":  {chat, `{"prompt":"x","multimedia":[{"type":"smartcanvas","fileName":"周会","url":"https://docs.example/1"}]}`, 400, errs.CloudDocument},
			"too many files":      {chat, `{"prompt":"x","multimedia":[` + strings.Repeat(`{"type":"txt"},`, MaxFiles) + `{"type":"txt"}]}`, 413, errs.TooLarge},
			"short cid":           {"/api/chat/abc", `{"prompt":"x"}`, 400, errs.BadRequest},
			"odd cid":             {"/api/chat/conv%200001", `{"prompt":"x"}`, 400, errs.BadRequest},
			"NUL cid":             {"/api/chat/conv%000001", `{"prompt":"x"}`, 404, errs.NotFound},
			"long cid":            {"/api/chat/" + strings.Repeat("a", 129), `{"prompt":"x"}`, 400, errs.BadRequest},
			"odd agent":           {chat, `{"prompt":"x","agentId":"a b"}`, 400, errs.BadRequest},
			"a visitor's project": {chat, `{"prompt":"x","projectId":"` + strings.Repeat("a", 200) + `"}`, 401, errs.NeedLogin},
			"temporary is text":   {chat, `{"prompt":"x","isTemporary":"yes"}`, 400, errs.BadRequest},
			"edit of nothing":     {chat, `{"prompt":"x","editIndex":3}`, 404, errs.NotFound},
			"odd agent to create": {conversation + "create", `{"agentId":"../x"}`, 400, errs.BadRequest},
		} {
			res, raw := h.do(t, call{Path: c.path, Body: c.body})
			var e struct {
				Error struct{ Code, Message string }
				Msg   string
			}
			if err := json.Unmarshal([]byte(raw), &e); err != nil {
				t.Errorf("%s: %d %q", name, res.StatusCode, raw)
				continue
			}
			if res.StatusCode != c.status || e.Error.Code != string(c.code) || e.Msg == "" || e.Msg != e.Error.Message {
				t.Errorf("%s: %d %s", name, res.StatusCode, raw)
			}
			if name != "edit of nothing" && len(res.Cookies()) > 0 {
				t.Errorf("%s: made a visitor", name)
			}
		}
		if rows := h.everything(t); len(rows) > 0 {
			t.Errorf("stored: %v", rows)
		}
	})
}

// TestOddButGood sends unusual but valid requests of older clients, which must be answered.
func TestOddButGood(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.models.context = 1 << 20
		h.files.add(alice, request.File{ID: "f-1", Type: "pdf", FileName: "报告.pdf"}, "一页")
		for i, body := range []string{
			`{"prompt":"x","model":null,"agentId":null,"multimedia":null,"supportFunctions":null,"chatModelExtInfo":null,"projectId":null,"offsetOfHour":null,"isTemporary":null}`,
			`{"prompt":"x","multimedia":{"a":1},"supportFunctions":{"internetSearch":"autoInternetSearch"},"chatModelExtInfo":{"modelId":"m"},"offsetOfHour":"8"}`,
			`{"prompt":"x","multimedia":[1,null,{}],"supportFunctions":"supportInternetSearch","chatModelExtInfo":"not JSON","offsetOfHour":99}`,
			`{"prompt":"x","chatModelId":"no such model","chatSource":11,"reportExtParams":"{\"isHotRecommand\":true}","plugin":""}`,
			`{"prompt":"x","chatModelId":"` + strings.Repeat("m", 300) + `","skillId":"ai_image"}`,
			`{"prompt":"[DONE]\n\ndata: [DONE]\u0000 \u2028","displayPrompt":"event: error"}`,
			`{"prompt":"` + strings.Repeat("字", MaxPrompt) + `"}`,
			`{"prompt":"","multimedia":[{"type":"image","fileName":"别的名字.pdf","url":"https://other.example/api/resource/content/f-1","size":"12"}]}`,
		} {
			res, frames := h.do(t, call{Path: "/api/chat/conv-000" + string(rune('a'+i)), Owner: alice, Body: body})
			if res.StatusCode != http.StatusOK || strings.Count(frames, "\ndata: [DONE]\n") != 1 {
				t.Errorf("%.80s: %d %.300s", body, res.StatusCode, frames)
			}
		}
		d, err := h.Detail(t.Context(), Key{alice, "conv-000h"}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if f := d.MultiMediaInfo[0]; f.FileName != "报告.pdf" || f.URL != "/api/resource/content/f-1" || f.Type != "pdf" || d.Title != "报告.pdf" {
			t.Errorf("attachment: %+v, title %q", f, d.Title)
		}
	})
}

// TestOddReads sends unusual arguments, some of which a database could reject. It calls routes other
// than the route that asks a question. Each call gets the expected status.
func TestOddReads(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "问")
		for _, c := range []struct {
			path, body string
			status     int
		}{
			{conversation + "list", `{"offset":-1}`, 400},
			{conversation + "list", `{"limit":-5}`, 400},
			{conversation + "list", `{"limit":1000000,"offset":2147483647}`, 200},
			{conversation + "list", `{"offset":9223372036854775807}`, 400},
			{conversation + "list", `{"agentId":"\u0000"}`, 404},
			{conversation + "v3/list", `{"top_time":"abc","last_replied_at":[1],"last_id":"\u0000"}`, 200},
			{conversation + "v3/list", `{"top_time":-1e300,"last_replied_at":1e18}`, 200},
			{conversation + "v3/list", `{"page_size":-1}`, 400},
			{conversation + "v1/detail", `{"conversationId":"conv-0001","offset":-1}`, 400},
			{conversation + "v1/detail", `{"conversationId":"conv-0001","offset":9223372036854775807,"limit":9223372036854775807}`, 200},
			{conversation + "v1/detail", `{"conversationId":"co\u0000nv-0001"}`, 404},
			{conversation + "v1/detail", `{}`, 404},
			{conversation + "selectRepeatIndex", `{"conversationId":"conv-0001","index":9223372036854775807,"repeatIndex":-9223372036854775808}`, 404},
			{conversation + "selectBranch", `{"conversationId":"conv-0001","index":-1}`, 404},
			{conversation + "update", `{"conversationId":"conv-0001","title":"\ud800"}`, 200},
			{conversation + "hintV2", `{"conversationId":"conv-0001","msgId":"conv-0001_x"}`, 404},
			{conversation + "hintV2", `{"conversationId":"conv-0001","index":-3}`, 400},
			{conversation + "hintV2", `{"conversationId":"conv-0001","index":1e15,"speechIndex":1e15}`, 404},
			{"/api/chat/repeat/conv-0001", `{"index":99}`, 404},
			{"/api/ai/feedback", `{"conversationId":"conv-0001","type":2}`, 400},
			{"/api/ai/feedback", `{"conversationId":"conv-0001","type":1,"codes":["201"]}`, 400},
			{"/api/ai/feedback", `{"conversationId":"conv-0001","type":1,"codes":["none"]}`, 400},
			{"/api/ai/feedback", `{"conversationId":"conv-0001","type":1,"text":"` + strings.Repeat("字", feedback.MaxText+1) + `"}`, 413},
			{conversation + "updateModel", `{"cid":"conv-0001","chatModelId":"\u0000","chatModelExtInfo":"{\"modelId\":\"\\u0000\"}"}`, 200},
		} {
			if res, body := h.do(t, call{Path: c.path, Owner: alice, Body: c.body}); res.StatusCode != c.status {
				t.Errorf("%s %.120s: %d %.200s", c.path, c.body, res.StatusCode, body)
			}
		}
	})
}
