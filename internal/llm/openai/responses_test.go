package openai

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// TestResponseErrors reads the errors of OpenAI's Responses API: events with the type `error` (with
// or without a line "event: error"), and answers that failed.
func TestResponseErrors(t *testing.T) {
	t.Parallel()
	const said = `data: {"type":"response.output_text.delta","delta":"x"}` + "\n\n"
	for _, tt := range []struct {
		event  string
		code   errs.Code
		cause  string
		finish llm.Finish
	}{
		{`data: {"type":"error","code":"1113","message":"\u6b20"}`, errs.ModelBalance, "1113: 欠", ""},
		{`data: {"type":"error","code":1113,"message":"no"}`, errs.ModelBalance, "1113: no", ""},
		{`data: {"type":"error","code":null,"message":"say \"it\" again"}`, errs.StreamFail, `say "it" again`, ""},
		{`data: {"type":"error"}`, errs.StreamFail, "an error without a word", ""},
		{"event: error\n" + `data: {"type":"error","code":"rate_limit_exceeded","message":"wait"}`, errs.ModelBusy, "rate_limit_exceeded: wait", ""},
		{`data: {"type":"response.failed","response":{"error":{"code":"1113","message":"no"}}}`, errs.ModelBalance, "1113: no", ""},
		{`data: {"type":"error","code":"content_filter","message":"no"}`, "", "", llm.FinishFilter},
		{`data: {"type":"response.failed","response":{"error":{"code":"content_filter","message":"no"}}}`, "", "", llm.FinishFilter},
	} {
		r := replay([]byte(said + tt.event + "\n\n"))
		if errs.Code(r.Error) != tt.code || r.Cause != tt.cause || r.Finish != tt.finish || r.Text != "x" {
			t.Errorf("%s: %+v", tt.event, r)
		}
	}
}
