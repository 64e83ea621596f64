package admin

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// UsageView contains the numbers of answers and tokens.
type UsageView struct {
	Day              string `json:"day" doc:"2006-01-02; empty in a sum over days"`
	Model            string `json:"model" doc:"empty in a sum over models"`
	Owner            string `json:"owner" doc:"empty in a sum over owners"`
	Owners           int64  `json:"owners" doc:"different ones, in a sum by day"`
	Answers          int64  `json:"answers"`
	Failures         int64  `json:"failures"`
	PromptTokens     int64  `json:"promptTokens"`
	CompletionTokens int64  `json:"completionTokens"`
}

// EntryView is one act of an administrator.
type EntryView struct {
	ID      string       `json:"id"`
	At      int64        `json:"at" doc:"Unix ms"`
	ActorID string       `json:"actorId"`
	Action  Action       `json:"action"`
	Target  string       `json:"target" doc:"what it was done to: an account's id, the name of a section, or a name in words; empty: nothing, or something that is gone"`
	Detail  string       `json:"detail"`
	Network string       `json:"network"`
	Changes []ChangeView `json:"changes" doc:"of a saved section; empty otherwise"`
}

// ChangeView is a change of an element of a list, or of the fields outside of lists.
type ChangeView struct {
	How    How            `json:"how" enum:"added,removed,changed,moved,reset,same,more" doc:"moved: the order of the list; reset: the section was removed; more: further changes were not recorded"`
	List   string         `json:"list" doc:"the field that is the list; empty: fields outside of lists"`
	Name   string         `json:"name" doc:"of the element"`
	Fields []ChangedField `json:"fields" doc:"what changed, when it was neither added nor removed as a whole"`
}

// ChangedField is a field without its values.
type ChangedField struct {
	Path  string `json:"path" doc:"within the element; elements of an inner list are in brackets"`
	Label string `json:"label" doc:"empty: the page has a name for it"`
}

// FactView is one line of the system page.
type FactView struct {
	Group string `json:"group"`
	Name  string `json:"name"`
	Value string `json:"value"`
	OK    bool   `json:"ok"`
}

func (s *Service) systemRoutes(r *httpapi.Router, p Ports) {
	type usageIn struct {
		Body struct {
			PageIn
			From string `json:"from" doc:"2006-01-02"`
			To   string `json:"to" doc:"2006-01-02, included"`
			By   string `json:"by" enum:"day,model,owner" doc:"day, model or owner"`
		}
	}
	type usageOut struct {
		Body struct {
			Code int         `json:"code" doc:"0"`
			Rows []UsageView `json:"rows"`
		}
	}
	httpapi.Route(r, op("usage", "How much was answered, by day, by day and model, or by owner"), func(ctx context.Context, in *usageIn) (*usageOut, error) {
		span := Span{From: in.Body.From, To: in.Body.To}
		var rows []Usage
		var err error
		switch in.Body.By {
		case "model":
			rows, err = s.UsageByModel(ctx, span)
		case "owner":
			rows, err = s.UsageByOwner(ctx, span, in.Body.Offset, in.Body.Limit)
		default:
			rows, err = s.UsageByDay(ctx, span)
		}
		if err != nil {
			return nil, err
		}
		out := &usageOut{}
		out.Body.Rows = make([]UsageView, len(rows))
		for i, row := range rows {
			out.Body.Rows[i] = UsageView(row)
		}
		return out, nil
	})
	type auditIn struct {
		Body struct {
			PageIn
			Action Action `json:"action" doc:"empty: any"`
			Actor  string `json:"actorId" doc:"empty: anybody"`
		}
	}
	type auditOut struct {
		Body struct {
			Code    int         `json:"code" doc:"0"`
			Entries []EntryView `json:"entries"`
		}
	}
	httpapi.Route(r, op("audit", "What administrators did, the newest first"), func(ctx context.Context, in *auditIn) (*auditOut, error) {
		rows, err := s.Audit(ctx, in.Body.Action, in.Body.Actor, in.Body.Offset, in.Body.Limit)
		if err != nil {
			return nil, err
		}
		out := &auditOut{}
		out.Body.Entries = make([]EntryView, len(rows))
		words := s.teller(ctx, p, httpapi.Locale(ctx))
		for i, row := range rows {
			if out.Body.Entries[i], err = words.tell(ctx, row); err != nil {
				return nil, err
			}
		}
		return out, nil
	})
	type factsOut struct {
		Body struct {
			Code  int        `json:"code" doc:"0"`
			Facts []FactView `json:"facts"`
		}
	}
	httpapi.Route(r, op("system", "The state of the program and its surroundings"), func(ctx context.Context, _ *nothing) (*factsOut, error) {
		out := &factsOut{}
		for _, f := range p.System.Facts(ctx, httpapi.Locale(ctx)) {
			out.Body.Facts = append(out.Body.Facts, FactView(f))
		}
		return out, nil
	})
	type backupOut struct {
		Body struct {
			Code int    `json:"code" doc:"0"`
			File string `json:"file" doc:"its name in the folder of backups"`
			Size int64  `json:"size" doc:"bytes"`
		}
	}
	backup := op("system/backup", "Copy the database now")
	backup.Aside = true
	httpapi.Route(r, backup, func(ctx context.Context, _ *nothing) (*backupOut, error) {
		file, size, err := p.System.Backup(ctx)
		if err != nil {
			return nil, err
		}
		out := &backupOut{}
		out.Body.File, out.Body.Size = file, size
		s.noteSecurity(ctx, security.Exported, "", "backup")
		return out, s.Note(ctx, actor(ctx), MakeBackup, file, "")
	})
	diagnose := op("system/diagnostics", "What helps to find a fault, without secrets, as a ZIP")
	diagnose.Aside = true
	httpapi.Raw(r, diagnose, "application/zip", func(ctx context.Context, _ *nothing, w httpapi.ResponseWriter) error {
		if err := s.Note(ctx, actor(ctx), Diagnose, "", ""); err != nil {
			return err
		}
		w.Header().Set("Content-Disposition", `attachment; filename="wenqu-diagnostics.zip"`)
		return p.System.Diagnostics(ctx, w)
	})
}
