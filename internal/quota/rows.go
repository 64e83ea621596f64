package quota

import (
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// Defaults contains the defaults that the configuration sets. The other limits have fixed defaults.
type Defaults struct {
	VisitorsPerHour        int
	QuestionsPerMinute     int
	UploadsPerMinute       int
	VisitorQuestionsPerDay int
	AnswersPerAddress      int
}

// Limits are the values of all limits; 0 means no limit.
type Limits struct {
	VisitorQuestionsPerDay   int // of one visitor; all visitors of one address together have ten times as many
	UserQuestionsPerDay      int
	AdminQuestionsPerDay     int
	QuestionsPerMinute       int // per person
	UploadsPerMinute         int // upload requests per person
	VisitorsPerHour          int // new visitors from one address
	RunningAnswersPerOwner   int
	RunningAnswersPerAddress int
}

var (
	daily = errs.Text{ZhCN: "每人每天可提的问题", ZhTW: "每人每天可提的問題", En: "Questions a day, for each"}
	rates = errs.Text{ZhCN: "频率", ZhTW: "頻率", En: "Rates"}
)

const maxLimit = 1_000_000

// row describes one limit and the field that contains its value.
type row struct {
	field func(*Limits) *int
	setting.Scalar
}

// rows are the limits, in the order of the settings page.
func rows(d Defaults) []row {
	return []row{
		{
			func(l *Limits) *int { return &l.VisitorQuestionsPerDay },
			setting.Scalar{Path: "questionsPerDay.visitor", Group: daily, Max: maxLimit, Default: is(d.VisitorQuestionsPerDay),
				Label: errs.Text{ZhCN: "访客", ZhTW: "訪客", En: "Visitor"},
				Help:  errs.Text{ZhCN: "一个地址是它的十倍", ZhTW: "一個位址是它的十倍", En: "An address has ten times as many"}},
		},
		{
			func(l *Limits) *int { return &l.UserQuestionsPerDay },
			setting.Scalar{Path: "questionsPerDay.user", Group: daily, Max: maxLimit, Default: is(0), Label: errs.Text{ZhCN: "登录用户", ZhTW: "登入使用者", En: "User"}},
		},
		{
			func(l *Limits) *int { return &l.AdminQuestionsPerDay },
			setting.Scalar{Path: "questionsPerDay.admin", Group: daily, Max: maxLimit, Default: is(0), Label: errs.Text{ZhCN: "管理员", ZhTW: "管理員", En: "Administrator"}},
		},
		{
			func(l *Limits) *int { return &l.QuestionsPerMinute },
			setting.Scalar{Path: "questionsPerMinute", Group: rates, Max: maxLimit, Default: is(d.QuestionsPerMinute),
				Label: errs.Text{ZhCN: "每人每分钟的问题", ZhTW: "每人每分鐘的問題", En: "Questions a minute, for each"}},
		},
		{
			func(l *Limits) *int { return &l.RunningAnswersPerOwner },
			setting.Scalar{Path: "runningAnswersPerOwner", Group: rates, Max: maxLimit, Default: is(5),
				Label: errs.Text{ZhCN: "每人同时生成的回答", ZhTW: "每人同時產生的回答", En: "Answers at once, for each"},
				Help:  errs.Text{ZhCN: "多台服务器时各自计数", ZhTW: "有多台伺服器時各自計數", En: "Where there are several servers, each counts its own"}},
		},
		{
			func(l *Limits) *int { return &l.RunningAnswersPerAddress },
			setting.Scalar{Path: "runningAnswersPerAddress", Group: rates, Max: maxLimit, Default: is(d.AnswersPerAddress),
				Label: errs.Text{ZhCN: "一个地址同时生成的回答", ZhTW: "一個位址同時產生的回答", En: "Answers at once, for each address"},
				Help:  errs.Text{ZhCN: "多台服务器时各自计数", ZhTW: "有多台伺服器時各自計數", En: "Where there are several servers, each counts its own"}},
		},
		{
			func(l *Limits) *int { return &l.UploadsPerMinute },
			setting.Scalar{Path: "uploadsPerMinute", Group: rates, Max: maxLimit, Default: is(d.UploadsPerMinute),
				Label: errs.Text{ZhCN: "每人每分钟的上传", ZhTW: "每人每分鐘的上傳", En: "Uploads a minute, for each"}},
		},
		{
			func(l *Limits) *int { return &l.VisitorsPerHour },
			setting.Scalar{Path: "visitorsPerHour", Group: rates, Max: maxLimit, Default: is(d.VisitorsPerHour),
				Label: errs.Text{ZhCN: "一个地址每小时的新访客", ZhTW: "一個位址每小時的新訪客", En: "New visitors an hour, for each address"}},
		},
	}
}

func is(n int) func() int { return func() int { return n } }

// Rows describes the limits for the administration.
func Rows(d Defaults) []setting.Scalar {
	var out []setting.Scalar
	for _, r := range rows(d) {
		out = append(out, r.Scalar)
	}
	return out
}

// limitsOf converts the values of the section to limits.
func limitsOf(values setting.Values) (l Limits) {
	for _, r := range rows(Defaults{}) {
		*r.field(&l) = values[r.Path]
	}
	return l
}
