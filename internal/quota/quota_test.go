package quota_test

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/quota"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

var defaultLimits = quota.Defaults{VisitorsPerHour: 300, QuestionsPerMinute: 60, UploadsPerMinute: 240, VisitorQuestionsPerDay: 100, AnswersPerAddress: 40}

// The default value of each row is within the bounds of the row. The texts of a field are in the
// language of the page.
func TestRows(t *testing.T) {
	t.Parallel()
	rows := quota.Rows(defaultLimits)
	for _, row := range rows {
		if n := row.Default(); n < row.Min || n > row.Max {
			t.Errorf("the default of %s is %d", row.Path, n)
		}
	}
	want := setting.Field{Key: "runningAnswersPerOwner", Group: "Rates", Label: "Answers at once, for each", Help: "Where there are several servers, each counts its own", Kind: setting.Number, Default: "5", Max: 1_000_000, Unit: 1}
	if diff := cmp.Diff(want, setting.Fields(rows, "en")[4]); diff != "" {
		t.Errorf("the page is told\n%s", diff)
	}
}

func service(off bool, asked int64, changed func()) *quota.Service {
	return quota.New(quota.Options{
		Defaults: defaultLimits, Off: off, Changed: changed,
		Asked: func(context.Context, string) (int64, error) { return asked, nil },
		Now:   func() time.Time { return time.Date(2026, 3, 4, 23, 30, 0, 0, time.UTC) },
	})
}

// Each value of the section takes effect immediately, in its own limit.
func TestEachLimitCounts(t *testing.T) {
	t.Parallel()
	changed := 0
	s := service(false, 0, func() { changed++ })
	apply := s.Sections()[0].Apply
	doc := setting.Values{}
	for i, row := range quota.Rows(defaultLimits) {
		doc[row.Path] = 11 + i
	}
	if err := apply(t.Context(), doc.Document()); err != nil {
		t.Fatal(err)
	}
	want := quota.Limits{
		VisitorQuestionsPerDay: 11, UserQuestionsPerDay: 12, AdminQuestionsPerDay: 13, QuestionsPerMinute: 14, RunningAnswersPerOwner: 15,
		RunningAnswersPerAddress: 16, UploadsPerMinute: 17, VisitorsPerHour: 18,
	}
	if diff := cmp.Diff(want, s.Limits()); diff != "" || changed != 1 {
		t.Errorf("told %d times\n%s", changed, diff)
	}
	if err := apply(t.Context(), nil); err != nil || s.Limits().QuestionsPerMinute != 60 || changed != 2 {
		t.Errorf("taken away: %v, %+v", err, s.Limits())
	}
	if got := service(true, 0, nil).Limits(); got != (quota.Limits{}) {
		t.Errorf("switched off: %+v", got)
	}
}

// When the questions of the day are used up, the error states when the next day
// begins. Each role has a separate limit.
func TestQuestionsOfADay(t *testing.T) {
	t.Parallel()
	for asked, refused := range map[int64]bool{99: false, 100: true} {
		s := service(false, asked, nil)
		err := s.MayAsk(t.Context(), "somebody", quota.Visitor)
		if errs.Is(err, errs.OverQuota) != refused || (err == nil) == refused {
			t.Errorf("after %d: %v", asked, err)
		}
		if refused && errs.From(err).RetryAfter != 30*time.Minute {
			t.Errorf("again after %v", errs.From(err).RetryAfter)
		}
		if err := s.MayAsk(t.Context(), "somebody", quota.User); err != nil {
			t.Errorf("users have no limit by default: %v", err)
		}
	}
}

// A setting that is missing in a saved document has its default. The document may be older than
// the setting. A document with an unknown setting or an invalid value is refused.
func TestRead(t *testing.T) {
	t.Parallel()
	defaults := setting.Values{
		"questionsPerDay.visitor": 100, "runningAnswersPerAddress": 40, "questionsPerDay.user": 0, "questionsPerDay.admin": 0, "questionsPerMinute": 60, "uploadsPerMinute": 240, "visitorsPerHour": 300, "runningAnswersPerOwner": 5,
	}
	with := func(path string, n int) setting.Values {
		out := setting.Values{}
		for p, v := range defaults {
			out[p] = v
		}
		out[path] = n
		return out
	}
	for raw, want := range map[string]setting.Values{
		`{}`:                                defaults,
		`{"questionsPerDay":{}}`:            defaults,
		`{"runningAnswersPerOwner":0}`:      with("runningAnswersPerOwner", 0),
		`{"questionsPerDay":{"visitor":7}}`: with("questionsPerDay.visitor", 7),
		`{"questionsPerDay.visitor":7}`:     with("questionsPerDay.visitor", 7),
		string(defaults.Document()):         defaults,
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
		doc := json.RawMessage(raw)
		got, err := setting.Read(quota.Rows(defaultLimits), doc)
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (want != nil) {
			t.Errorf("%s: %v\n%s", raw, err, diff)
		}
	}
}
