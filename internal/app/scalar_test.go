package app

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

var limitConfig = &Config{VisitorsPerHour: 300, QuestionsPerMinute: 60, UploadsPerMinute: 240, VisitorQuestionsPerDay: 100, AnswersPerAddress: 40}

// Every row can be drawn and read in all languages, and its default is one that it
// would accept.
func TestScalarRows(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, row := range append(append([]scalar{}, limitRows...), generalRows...) {
		if seen[row.Path] {
			t.Errorf("%s stands twice", row.Path)
		}
		seen[row.Path] = true
		for name, text := range map[string]errs.Text{"group": row.Group, "label": row.Label} {
			if text.ZhCN == "" || text.ZhTW == "" || text.En == "" {
				t.Errorf("%s: the %s is not in three languages: %v", row.Path, name, text)
			}
		}
		if none := (errs.Text{}); row.Help != none && (row.Help.ZhCN == "" || row.Help.ZhTW == "" || row.Help.En == "") {
			t.Errorf("%s: the help is not in three languages: %v", row.Path, row.Help)
		}
		if !row.Switch && row.Min >= row.Max {
			t.Errorf("%s is between %d and %d", row.Path, row.Min, row.Max)
		}
	}
	for _, row := range limitRows {
		if n := row.Default(limitConfig); n < row.Min || n > row.Max {
			t.Errorf("the default of %s is %d", row.Path, n)
		}
	}
	if n := scalarFields(limitConfig, limitRows, "en")[4]; n.Default != "5" || n.Kind != admin.Number || n.Label != "Answers at once, for each" || n.Unit != 1 {
		t.Errorf("the page is told %+v", n)
	}
}

// What a document does not say, such as one that was saved before the setting
// existed, is the default.
func TestReadScalars(t *testing.T) {
	t.Parallel()
	defaults := scalarValues{
		visitorsPerDay: 100, answersPerAddress: 40, usersPerDay: 0, adminsPerDay: 0, questionsPerMinute: 60, uploadsPerMinute: 240, visitorsPerHour: 300, runningAnswersPerOwner: 5,
	}
	with := func(path string, n int) scalarValues {
		out := scalarValues{}
		for p, v := range defaults {
			out[p] = v
		}
		out[path] = n
		return out
	}
	for raw, want := range map[string]scalarValues{
		``:                                  defaults,
		`{}`:                                defaults,
		`{"questionsPerDay":{}}`:            defaults,
		`{"runningAnswersPerOwner":0}`:      with(runningAnswersPerOwner, 0),
		`{"questionsPerDay":{"visitor":7}}`: with(visitorsPerDay, 7),
		`{"questionsPerDay.visitor":7}`:     with(visitorsPerDay, 7),
		string(defaults.document()):         defaults,
		`{"visitorsPerHour":-1}`:            nil,
		`{"visitorsPerHour":1000001}`:       nil,
		`{"visitorsPerHour":1.5}`:           nil,
		`{"visitorsPerHour":"1"}`:           nil,
		`{"visitorsPerHour":null}`:          nil,
		`{"visitorsPerHour":[1]}`:           nil,
		`{"visitorsPerHour":` + strconv.FormatUint(math.MaxUint64, 10) + `0}`: nil,
		`{"visitorsPerDay":1}`:                    nil,
		`{"questionsPerDay":{"visitor":{"x":1}}}`: nil,
		`{"questionsPerDay":7}`:                   nil,
		`[1]`:                                     nil,
		`{"questionsPerMinute":1}{"x":1}`:         nil,
	} {
		var doc json.RawMessage
		if raw != "" {
			doc = json.RawMessage(raw)
		}
		got, err := readScalars(limitConfig, limitRows, doc)
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (want != nil) {
			t.Errorf("%s: %v\n%s", raw, err, diff)
		}
	}
}
