package webpage

import (
	"context"
	"encoding/json"
	"errors"
)

// TaskName is the name of Task among those of worker processes.
const TaskName = "webpage"

// outcome is what Task gives: a page, or why there is none.
type outcome struct {
	Page   Page   `json:"page"`
	Reason Reason `json:"reason,omitempty"`
	Cause  string `json:"cause,omitempty"`
}

// Task is Extract as the task of a worker process: of a Raw and to an outcome,
// both in JSON.
func Task(_ context.Context, body []byte) ([]byte, error) {
	var r Raw
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, err
	}
	var o outcome
	var err error
	o.Page, err = Extract(r)
	if refused, ok := errors.AsType[*Error](err); ok {
		o = outcome{Reason: refused.Reason}
		if refused.Cause != nil {
			o.Cause = refused.Cause.Error()
		}
	} else if err != nil {
		return nil, err
	}
	return json.Marshal(o)
}

// ExtractIn is Extract by Task, which call runs.
func ExtractIn(call func(ctx context.Context, task string, body []byte) ([]byte, error)) func(context.Context, Raw) (Page, error) {
	return func(ctx context.Context, r Raw) (Page, error) {
		in, err := json.Marshal(r)
		if err != nil {
			return Page{}, err
		}
		out, err := call(ctx, TaskName, in)
		switch {
		case ctx.Err() != nil:
			return Page{}, context.Cause(ctx)
		case err != nil: // the worker ended by it, or took too long
			return Page{}, fail(Broken, err)
		}
		var o outcome
		if err := json.Unmarshal(out, &o); err != nil {
			return Page{}, fail(Broken, err)
		}
		if o.Reason != "" {
			e := fail(o.Reason, nil)
			if o.Cause != "" {
				e.Cause = errors.New(o.Cause)
			}
			return Page{}, e
		}
		return o.Page, nil
	}
}
