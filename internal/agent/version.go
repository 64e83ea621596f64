package agent

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
)

// Version is a stored version of an agent.
type Version struct {
	Number    int
	CreatedAt time.Time
	Live      bool
	Waiting   bool // the version waits for review
}

// Versions returns the versions of one of the owner's agents, the newest first.
func (s *Service) Versions(ctx context.Context, owner, agentID string) ([]Version, error) {
	q := agentdb.New(s.o.DB.Read())
	a, err := s.own(ctx, q, owner, agentID)
	if err != nil {
		return nil, err
	}
	rows, err := q.ListVersions(ctx, agentdb.ListVersionsParams{AgentID: a.ID, OwnerID: owner})
	out := make([]Version, len(rows))
	for i, r := range rows {
		out[i] = Version{Number: int(r.Number), CreatedAt: moment(r.CreatedAt), Live: r.Number == a.Version, Waiting: r.Number == a.AskedVersion}
	}
	return out, stored(err)
}

// Difference is a field that differs between two states of an agent; Field is its JSON name.
type Difference struct {
	Field         string
	Before, After string // values as text; lists have one entry per line
}

// Compare returns the differences between a version and the draft.
func (s *Service) Compare(ctx context.Context, owner, agentID string, number int) ([]Difference, error) {
	a, v, err := s.version(ctx, owner, agentID, number)
	if err != nil {
		return nil, err
	}
	return differences(v, a.Spec), nil
}

// GoBack replaces the draft with a version. The live version stays.
func (s *Service) GoBack(ctx context.Context, owner, agentID string, number int) (Agent, error) {
	a, v, err := s.version(ctx, owner, agentID, number)
	if err != nil {
		return Agent{}, err
	}
	err = s.write(ctx, func(q *agentdb.Queries) error {
		row, err := s.own(ctx, q, owner, a.ID)
		if err != nil {
			return err
		}
		return met(q.SaveDraft(ctx, agentdb.SaveDraftParams{
			Draft: v.encode(), UpdatedAt: s.o.Now().UnixMilli(), ID: a.ID, OwnerID: owner, Revision: row.Revision,
		}))
	})
	if err != nil {
		return Agent{}, err
	}
	return s.Own(ctx, owner, a.ID)
}

func (s *Service) version(ctx context.Context, owner, agentID string, number int) (Agent, Spec, error) {
	a, err := s.Own(ctx, owner, agentID)
	if err != nil {
		return Agent{}, Spec{}, err
	}
	row, err := agentdb.New(s.o.DB.Read()).OwnVersion(ctx, agentdb.OwnVersionParams{AgentID: a.ID, Number: int64(number), OwnerID: owner})
	if err != nil {
		return Agent{}, Spec{}, found(err)
	}
	return a, decode(row.Spec), nil
}

// differences compares two Specs in the order of the fields.
func differences(before, after Spec) []Difference {
	out := []Difference{}
	b, a := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range b.NumField() {
		was, is := valueText(b.Field(i).Interface()), valueText(a.Field(i).Interface())
		if was != is {
			name, _, _ := strings.Cut(b.Type().Field(i).Tag.Get("json"), ",")
			out = append(out, Difference{name, was, is})
		}
	}
	return out
}

// valueText formats a value of a Spec as text; "" for an empty value.
func valueText(v any) string {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, "\n")
	case string:
		return v
	}
	if reflect.ValueOf(v).IsZero() {
		return ""
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return strings.Trim(string(b), `"`)
}
