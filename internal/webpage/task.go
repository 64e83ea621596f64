package webpage

import (
	"context"
	"encoding/json"
	"errors"
)

// TaskName is the name of Task in worker processes.
const TaskName = "webpage"

// outcome is the result of Task: a page, or the reason why there is none.
type outcome struct {
	Page   Page   `json:"page"`
	Reason Reason `json:"reason,omitempty"`
	Cause  string `json:"cause,omitempty"`
}

// Task runs Extract in a worker process: it takes a Raw and returns an outcome, both in JSON.
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

// ExtractIn returns an Extract that runs Task by call.
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
		case err != nil: // the page crashed the worker, or took too long
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
