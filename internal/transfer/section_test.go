package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"
)

// noTalk is an owner without conversations.
type noTalk struct{ Conversations }

func (noTalk) Heads(context.Context, string) iter.Seq2[Head, error] {
	return func(func(Head, error) bool) {}
}

// A section of a domain is exported under its name and imported again. An export-only section is
// not imported, and an unknown section is skipped.
func TestSections(t *testing.T) {
	t.Parallel()
	d := newHarness(t)
	var came []string
	refuse := error(nil)
	d.Conversations = noTalk{}
	d.Sections = []Section{
		{Name: "profile", Export: func(context.Context, string) (any, error) { return map[string]string{"name": "甲<>"}, nil }},
		{Name: "nothing", Export: func(context.Context, string) (any, error) { return nil, nil }},
		{
			Name:   "agents",
			Export: func(_ context.Context, owner string) (any, error) { return []string{owner}, nil },
			Import: func(_ context.Context, owner string, value json.RawMessage) error {
				came = append(came, owner+" "+string(value))
				return refuse
			},
		},
	}
	taken, err := d.take(t.Context(), "owner-0", "zh-CN")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := taken.write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !strings.Contains(got, "\n\"profile\":{\"name\":\"甲<>\"},\n\"agents\":[\"owner-0\"]") || strings.Contains(got, "nothing") || !json.Valid(b.Bytes()) {
		t.Errorf("written: %s", got)
	}
	file := bytes.Replace(b.Bytes(), []byte(`"profile"`), []byte(`"unknown":[{"a":[]}],"profile"`), 1)
	if _, err := d.Preview(t.Context(), "owner-1", bytes.NewReader(file)); err != nil || len(came) > 0 {
		t.Errorf("a look brought %v in: %v", came, err)
	}
	if _, err := d.bring(t.Context(), file); err != nil || len(came) != 1 || came[0] != `owner-1 ["owner-0"]` {
		t.Errorf("brought in: %v, %v", came, err)
	}
	if _, err := d.bring(t.Context(), []byte(`{"agents":["another's"],"mapping":{}}`)); len(came) != 1 {
		t.Errorf("a file of another program reached a section: %v, %v", came, err)
	}
	refuse = errors.New("no room")
	if _, err := d.bring(t.Context(), file); !errors.Is(err, refuse) {
		t.Errorf("a section that fails: %v", err)
	}
}
