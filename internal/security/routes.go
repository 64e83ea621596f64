package security

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Schema lists the kinds for clients.
func (Kind) Schema(huma.Registry) *huma.Schema {
	out := &huma.Schema{Type: huma.TypeString}
	for _, k := range Kinds {
		out.Enum = append(out.Enum, string(k))
	}
	return out
}

// EventView is an event of the security log.
type EventView struct {
	ID        string `json:"id"`
	At        int64  `json:"at" doc:"Unix ms; of the last of them"`
	Kind      Kind   `json:"kind"`
	AccountID string `json:"userId" doc:"whom it is about; empty: nobody that is known"`
	ActorID   string `json:"actorId" doc:"who did it; empty: the user themselves"`
	Network   string `json:"network" doc:"loopback, or shortened to /24 or /48"`
	Detail    string `json:"detail" doc:"a login type, a call, a section"`
	Code      string `json:"reason" doc:"code of the error catalogue; empty: it went well"`
	Times     int64  `json:"times" doc:"how often the same came within a second"`
}

// Routes registers the call that lists events for administrators.
func (l *Log) Routes(r *httpapi.Router) {
	type query struct {
		Body struct {
			Kind   string `json:"kind" doc:"empty: any"`
			UserID string `json:"userId" doc:"whom it is about, or who did it; empty: anybody"`
			Since  int64  `json:"since" doc:"Unix ms; 0: from the beginning"`
			Until  int64  `json:"until" doc:"Unix ms, not included; 0: to the end"`
			Offset int    `json:"offset"`
			Limit  int    `json:"limit" doc:"at most 100"`
		}
	}
	type list struct {
		Body struct {
			Code   int         `json:"code" doc:"0"`
			Events []EventView `json:"events"`
		}
	}
	httpapi.Route(r, httpapi.Op{
		Method: http.MethodPost, Path: "/api/admin/security", Domain: "admin", Owner: httpapi.Admin,
		Summary: "Logins, refused rights and changes of rights and secrets, the newest first",
	}, func(ctx context.Context, in *query) (*list, error) {
		b := in.Body
		rows, err := l.Events(ctx, Query{Kind: Kind(b.Kind), AccountID: b.UserID, Since: b.Since, Until: b.Until, Offset: b.Offset, Limit: b.Limit})
		if err != nil {
			return nil, err
		}
		out := &list{}
		out.Body.Events = make([]EventView, len(rows))
		for i, e := range rows {
			out.Body.Events[i] = EventView(e)
		}
		return out, nil
	})
}
