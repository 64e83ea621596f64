package admin_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// The changes of a save are recorded by element and field, without values. A changed secret is
// recorded, too.
func TestChangesOfASection(t *testing.T) {
	t.Parallel()
	const (
		a = `{"id":"a","name":"甲","key":"one","baseUrl":"https://a.example","models":[{"id":"m","price":1}],"aliases":{}}`
		b = `{"id":"b","name":"","key":"two"}`
	)
	doc := func(list, rest string) string { return `{"list":[` + list + `]` + rest + `}` }
	for _, c := range []struct {
		what, before, after string
		want                []admin.Change
	}{
		{"an added element", doc(a, ""), doc(a+","+b, ""), []admin.Change{{How: admin.Added, List: "list", ID: "b"}}},
		{"the first element", "{}", doc(a, ""), []admin.Change{{How: admin.Added, List: "list", ID: "a", Name: "甲"}}},
		{"a removed element", doc(a+","+b, ""), doc(b, ""), []admin.Change{{How: admin.Removed, List: "list", ID: "a", Name: "甲"}}},
		{"another order", doc(a+","+b, ""), doc(b+","+a, ""), []admin.Change{{How: admin.Moved, List: "list"}}},
		{"another secret", doc(a, ""), doc(strings.Replace(a, "one", "three", 1), ""), []admin.Change{{How: admin.Changed, List: "list", ID: "a", Name: "甲", Fields: []string{"key"}}}},
		{"another price of a model", doc(a, ""), doc(strings.Replace(a, "1}", "2}", 1), ""), []admin.Change{{How: admin.Changed, List: "list", ID: "a", Name: "甲", Fields: []string{"models[m]"}}}},
		{"another name and an alias", doc(a, ""), doc(strings.NewReplacer("甲", "乙", "{}", `{"x y":"m"}`).Replace(a), ""), []admin.Change{
			{How: admin.Changed, List: "list", ID: "a", Name: "乙", Fields: []string{"aliases.x y", "name"}},
		}},
		{"fields outside of lists", doc(a, `,"more":[1],"open":true`), doc(a, `,"more":[2],"open":false,"per":{"day":1}`), []admin.Change{{How: admin.Changed, Fields: []string{"more", "open", "per.day"}}}},
		{"rows of what is there anyway", doc("", ""), doc(`{"id":"o","own":true,"cost":0},{"id":"p","own":true,"disabled":true}`, ""), []admin.Change{
			{How: admin.Changed, List: "list", ID: "p", Fields: []string{"disabled"}},
		}},
		{"no change", doc(a, ""), doc(a, ""), []admin.Change{{How: admin.Same}}},
		{"a removed section", doc(a, ""), "", []admin.Change{{How: admin.Reset}}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			s := service(t, dbtest.OpenSQLite(t), &colours{}, "p")
			first := save(t, s, c.before, 0)
			save(t, s, c.after, first.Version)
			log, err := s.Audit(t.Context(), "", "", 0, 0)
			if err != nil || len(log) != 2 {
				t.Fatal(log, err)
			}
			if diff := cmp.Diff(c.want, admin.Changes(log[0])); diff != "" {
				t.Errorf("%s:\n%s", log[0].Detail, diff)
			}
			for _, secret := range []string{"one", "two", "three", "example"} {
				if strings.Contains(log[0].Detail, secret) {
					t.Errorf("%q is in the record: %s", secret, log[0].Detail)
				}
			}
		})
	}
}

// If a record has no space for all changes, it contains only whole changes.
func TestChangesFitARecord(t *testing.T) {
	t.Parallel()
	s := service(t, dbtest.OpenSQLite(t), &colours{}, "p")
	var list []string
	for _, r := range strings.Repeat("abcdefghij", 10) {
		list = append(list, `{"id":"`+string(r)+strings.Repeat("x", len(list))+`"}`)
	}
	save(t, s, `{"list":[`+strings.Join(list, ",")+`]}`, 0)
	log, err := s.Audit(t.Context(), "", "", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := admin.Changes(log[0])
	if len(got) < 5 || got[0].How != admin.Added || got[len(got)-1].How != admin.More {
		t.Errorf("%+v", got)
	}
}

// A section with very many elements, all of them replaced or put into another order, is still recorded. The
// work must not grow with the square of their number.
func TestChangesOfVeryManyElements(t *testing.T) {
	t.Parallel()
	s := service(t, dbtest.OpenSQLite(t), &colours{}, "p")
	list := make([]string, 20_000)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":"element-%d"}`, i)
	}
	save(t, s, `{"list":[`+strings.Join(list, ",")+`]}`, 0)
	slices.Reverse(list)
	save(t, s, `{"list":[`+strings.Join(list, ",")+`]}`, 1)
	log, err := s.Audit(t.Context(), "", "", 0, 0)
	if err != nil || len(log) != 2 {
		t.Fatal(len(log), err)
	}
	if moved, added := admin.Changes(log[0]), admin.Changes(log[1]); len(moved) != 1 || moved[0].How != admin.Moved || added[len(added)-1].How != admin.More {
		t.Errorf("%+v, %+v", moved, added)
	}
}

// Records of earlier versions are lists of paths.
func TestChangesOfEarlierRecords(t *testing.T) {
	t.Parallel()
	for detail, want := range map[string][]admin.Change{
		"": nil,
		"+providers[deepseek].baseUrl +providers[deepseek].id +providers[deepseek].key +providers[deepseek].models[deepseek-v3.1].id": {{How: admin.Added, List: "providers", ID: "deepseek"}},
		"-providers[kimi-2].id -providers[kimi-2].key ~defaultModel":                                                                  {{How: admin.Removed, List: "providers", ID: "kimi-2"}, {How: admin.Changed, Fields: []string{"defaultModel"}}},
		"~providers[x].key ~providers[x].models[m].promptPrice ~providers[x].models[m].thinking":                                      {{How: admin.Changed, List: "providers", ID: "x", Fields: []string{"key", "models[m]"}}},
		"+words[0].text ~words[1].text -words[12].level":                                                                              {{How: admin.Changed, Fields: []string{"words"}}},
		"~questionsPerDay.visitor": {{How: admin.Changed, Fields: []string{"questionsPerDay.visitor"}}},
	} {
		got := admin.Changes(admin.Entry{Action: admin.SaveSettings, Detail: detail})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", detail, diff)
		}
	}
	if got := admin.Changes(admin.Entry{Action: admin.ChangeUser, Detail: "role=1"}); got != nil {
		t.Error(got)
	}
}
