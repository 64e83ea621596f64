package research

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// Limits are the budget of one study and the limits per user.
type Limits struct {
	Rounds  int // rounds of the whole study; each round searches and reads for one question of the outline
	Pages   int // maximum number of web pages requested by the study
	Minutes int // minutes for the whole study; see Limits.searching
	Waiting int // queued and running studies per user
}

// searching returns the time for searching and reading. The rest of the minutes is for writing the
// report. When the minutes are over, rules compose the sections not yet written by the model.
func (l Limits) searching() time.Duration { return l.time() * 3 / 4 }

// time returns the maximum duration of a study. Time spent waiting for the user does not count.
func (l Limits) time() time.Duration { return time.Duration(l.Minutes) * time.Minute }

var budget = errs.Text{ZhCN: "一项研究的预算", ZhTW: "一項研究的預算", En: "Budget of one study"}

// row describes one limit and the field that it sets.
type row struct {
	field func(*Limits) *int
	setting.Scalar
}

var rows = []row{
	{
		func(l *Limits) *int { return &l.Rounds },
		setting.Scalar{Path: "rounds", Group: budget, Min: 1, Max: 100, Default: is(25),
			Label: errs.Text{ZhCN: "检索轮数", ZhTW: "檢索輪數", En: "Rounds of searching"},
			Help:  errs.Text{ZhCN: "一轮是为提纲里的一个问题搜索、阅读、记笔记", ZhTW: "一輪是為大綱裡的一個問題搜尋、閱讀、記筆記", En: "One round searches, reads and notes for one question of the outline"}},
	},
	{
		func(l *Limits) *int { return &l.Pages },
		setting.Scalar{Path: "pages", Group: budget, Min: 1, Max: 300, Default: is(60),
			Label: errs.Text{ZhCN: "阅读的网页", ZhTW: "閱讀的網頁", En: "Pages to read"}},
	},
	{
		func(l *Limits) *int { return &l.Minutes },
		setting.Scalar{Path: "minutes", Group: budget, Min: 1, Max: 25, Default: is(12),
			Label: errs.Text{ZhCN: "用时（分钟）", ZhTW: "用時（分鐘）", En: "Minutes"},
			Help:  errs.Text{ZhCN: "检索最多占四分之三，其余写报告；到时还没写完的部分用摘录代替", ZhTW: "檢索最多占四分之三，其餘寫報告；到時還沒寫完的部分用摘錄代替", En: "Searching may take three quarters, writing the rest; what is not written by then is replaced by extracts"}},
	},
	{
		func(l *Limits) *int { return &l.Waiting },
		setting.Scalar{Path: "waiting", Min: 1, Max: 100, Default: is(5),
			Group: errs.Text{ZhCN: "排队", ZhTW: "排隊", En: "Queue"},
			Label: errs.Text{ZhCN: "每人未完成的研究", ZhTW: "每人未完成的研究", En: "Unfinished studies, for each"},
			Help:  errs.Text{ZhCN: "同一个人的研究一项接一项做", ZhTW: "同一個人的研究一項接一項做", En: "Studies of one person are made one after another"}},
	},
}

func is(n int) func() int { return func() int { return n } }

func scalars() []setting.Scalar {
	out := make([]setting.Scalar, len(rows))
	for i, r := range rows {
		out[i] = r.Scalar
	}
	return out
}

func defaults() setting.Values { return setting.Defaults(scalars()) }

// setLimits applies settings to all studies that start or continue after the call.
func (s *Service) setLimits(values setting.Values) {
	l := Limits{}
	for _, r := range rows {
		*r.field(&l) = values[r.Path]
	}
	s.limits.Store(&l)
}

// Limits returns the current limits.
func (s *Service) Limits() Limits { return *s.limits.Load() }

// Sections returns the settings for the administration.
func (s *Service) Sections() []setting.Section {
	return []setting.Section{setting.Numbers("research", scalars(), s.setLimits)}
}
