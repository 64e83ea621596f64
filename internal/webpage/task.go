package webpage

import (
	"context"
	"encoding/binary"
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

// Task runs Extract in a worker process. It takes a Raw encoded by packed and returns
// an outcome in JSON. The page in the outcome has no Text, because the caller derives
// the text from the units.
func Task(_ context.Context, body []byte) ([]byte, error) {
	r, err := unpacked(body)
	if err != nil {
		return nil, err
	}
	var o outcome
	o.Page, err = Extract(r)
	o.Page.Text = ""
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

// packed encodes a Raw: first the length of its fields in JSON, then these fields,
// then the body.
func packed(r Raw) ([]byte, error) {
	body := r.Body
	r.Body = nil
	fields, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, binary.MaxVarintLen64+len(fields)+len(body))
	out = binary.AppendUvarint(out, uint64(len(fields)))
	return append(append(out, fields...), body...), nil
}

func unpacked(b []byte) (r Raw, err error) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return Raw{}, errors.New("not a packed page")
	}
	fields, body := b[n:n+int(size)], b[n+int(size):]
	err = json.Unmarshal(fields, &r)
	r.Body = body
	return r, err
}

// ExtractIn returns a function for ReadOptions.Extract. The function runs Task with `call`.
func ExtractIn(call func(ctx context.Context, task string, body []byte) ([]byte, error)) func(context.Context, Raw) (Page, error) {
	return func(ctx context.Context, r Raw) (Page, error) {
		in, err := packed(r)
		if err != nil {
			return Page{}, err
		}
		out, err := call(ctx, TaskName, in)
		switch {
		case ctx.Err() != nil:
			return Page{}, context.Cause(ctx)
		case err != nil: // for example, the page crashed the worker or took too long
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
		o.Page.Text = TextOf(o.Page.Units)
		return o.Page, nil
	}
}
