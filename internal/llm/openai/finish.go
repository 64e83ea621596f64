package openai

import (
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// finishes translates the finish reasons of providers. An unknown reason counts
// as FinishStop.
var finishes = map[string]llm.Finish{
	"stop":                          llm.FinishStop,
	"end_turn":                      llm.FinishStop,
	"stop_sequence":                 llm.FinishStop,
	"eos":                           llm.FinishStop,
	"completed":                     llm.FinishStop,
	"length":                        llm.FinishLength,
	"max_tokens":                    llm.FinishLength,
	"max_output_tokens":             llm.FinishLength,
	"model_length":                  llm.FinishLength,
	"model_context_window_exceeded": llm.FinishLength,
	"content_filter":                llm.FinishFilter,
	"sensitive":                     llm.FinishFilter,
	"safety":                        llm.FinishFilter,
	"tool_calls":                    llm.FinishTools,
	"tool_use":                      llm.FinishTools,
	"function_call":                 llm.FinishTools,
}

// breaks are finish reasons of incomplete answers.
var breaks = map[string]errs.Code{
	"abort":                        errs.Incomplete,
	"aborted":                      errs.Incomplete,
	"cancelled":                    errs.Incomplete,
	"interrupted":                  errs.Incomplete,
	"incomplete":                   errs.Incomplete,
	"load":                         errs.Incomplete, // Ollama has only loaded the model
	"unload":                       errs.Incomplete,
	"error":                        errs.StreamFail,
	"network_error":                errs.StreamFail, // sent by Zhipu
	"timeout":                      errs.Timeout,
	"insufficient_system_resource": errs.ModelBusy, // sent by DeepSeek
}

func finishOf(reason string) (llm.Finish, *errs.Error) {
	if code, ok := breaks[reason]; ok {
		return llm.FinishNone, errs.Wrap(code, fmt.Errorf("finish reason %q", reason))
	}
	if f, ok := finishes[reason]; ok {
		return f, nil
	}
	return llm.FinishStop, nil
}
