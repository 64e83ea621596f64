package app

import (
	"context"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// Paths of the limits, which are looked up by them.
const (
	visitorsPerDay         = "questionsPerDay.visitor"
	usersPerDay            = "questionsPerDay.user"
	adminsPerDay           = "questionsPerDay.admin"
	questionsPerMinute     = "questionsPerMinute"
	uploadsPerMinute       = "uploadsPerMinute"
	visitorsPerHour        = "visitorsPerHour"
	runningAnswersPerOwner = "runningAnswersPerOwner"
	answersPerAddress      = "runningAnswersPerAddress"
)

var (
	daily = errs.Text{ZhCN: "每人每天可提的问题", ZhTW: "每人每天可提的問題", En: "Questions a day, for each"}
	rates = errs.Text{ZhCN: "频率", ZhTW: "頻率", En: "Rates"}
)

const maxLimit = 1_000_000

// limitRows are the limits of what one may do, in the order of the page; 0 is no
// limit. All are off where the setting LIMITS is.
var limitRows = []scalar{
	{
		Path: visitorsPerDay, Group: daily, Max: maxLimit, Use: (*App).useRates, Default: func(c *Config) int { return c.VisitorQuestionsPerDay },
		Label: errs.Text{ZhCN: "访客", ZhTW: "訪客", En: "Visitor"},
		Help:  errs.Text{ZhCN: "一个地址是它的十倍", ZhTW: "一個位址是它的十倍", En: "An address has ten times as many"},
	},
	{Path: usersPerDay, Group: daily, Max: maxLimit, Default: noLimit, Label: errs.Text{ZhCN: "登录用户", ZhTW: "登入使用者", En: "User"}},
	{Path: adminsPerDay, Group: daily, Max: maxLimit, Default: noLimit, Label: errs.Text{ZhCN: "管理员", ZhTW: "管理員", En: "Administrator"}},
	{
		Path: questionsPerMinute, Group: rates, Max: maxLimit, Use: (*App).useRates, Default: func(c *Config) int { return c.QuestionsPerMinute },
		Label: errs.Text{ZhCN: "每人每分钟的问题", ZhTW: "每人每分鐘的問題", En: "Questions a minute, for each"},
	},
	{
		Path: runningAnswersPerOwner, Group: rates, Max: maxLimit, Default: func(*Config) int { return 5 },
		Label: errs.Text{ZhCN: "每人同时生成的回答", ZhTW: "每人同時產生的回答", En: "Answers at once, for each"},
		Help:  errs.Text{ZhCN: "多台服务器时各自计数", ZhTW: "有多台伺服器時各自計數", En: "Where there are several servers, each counts its own"},
	},
	{
		Path: answersPerAddress, Group: rates, Max: maxLimit, Default: func(c *Config) int { return c.AnswersPerAddress },
		Label: errs.Text{ZhCN: "一个地址同时生成的回答", ZhTW: "一個位址同時產生的回答", En: "Answers at once, for each address"},
		Help:  errs.Text{ZhCN: "多台服务器时各自计数", ZhTW: "有多台伺服器時各自計數", En: "Where there are several servers, each counts its own"},
	},
	{
		Path: uploadsPerMinute, Group: rates, Max: maxLimit, Use: (*App).useRates, Default: func(c *Config) int { return c.UploadsPerMinute },
		Label: errs.Text{ZhCN: "每人每分钟的上传", ZhTW: "每人每分鐘的上傳", En: "Uploads a minute, for each"},
	},
	{
		Path: visitorsPerHour, Group: rates, Max: maxLimit, Use: (*App).useRates, Default: func(c *Config) int { return c.VisitorsPerHour },
		Label: errs.Text{ZhCN: "一个地址每小时的新访客", ZhTW: "一個位址每小時的新訪客", En: "New visitors an hour, for each address"},
	},
}

func noLimit(*Config) int { return 0 }

// limit is the value of a limit that counts now; 0 is no limit.
func (a *App) limit(path string) int {
	if !a.config.Limits {
		return 0
	}
	return (*a.limits.Load())[path]
}

// rates are the limits that the HTTP adapter keeps.
func (a *App) rates() httpapi.Rates {
	return httpapi.Rates{
		VisitorsPerHour: a.limit(visitorsPerHour), QuestionsPerMinute: a.limit(questionsPerMinute), UploadsPerMinute: a.limit(uploadsPerMinute),
		VisitorQuestionsPerDay: a.limit(visitorsPerDay),
	}
}

// atOnce bounds the answers that are made at a time.
func (a *App) atOnce() run.AtOnce {
	return run.AtOnce{Owner: a.limit(runningAnswersPerOwner), Network: a.limit(answersPerAddress)}
}

func (a *App) useRates() { a.router.SetRates(a.rates()) }

// refused tells the security log of the calls that somebody may not make.
func (a *App) refused(ctx context.Context, op httpapi.Op, err error) {
	switch code := errs.From(err).Code; code {
	case errs.NoRight, errs.ChatBanned:
		a.security.Note(ctx, security.Event{
			Kind: security.Refused, AccountID: httpapi.From(ctx).ID, Addr: httpapi.AskerOf(ctx).Addr, Detail: op.Call(), Code: string(code),
		})
	}
}

// perDay is how many questions somebody may ask a day.
func (a *App) perDay(who httpapi.Identity) int {
	switch {
	case who.Kind != httpapi.User:
		return a.limit(visitorsPerDay)
	case who.Role == httpapi.RoleAdmin:
		return a.limit(adminsPerDay)
	default:
		return a.limit(usersPerDay)
	}
}

// mayAsk refuses the questions of visitors where asking needs a login, of who is
// banned, whose minor mode says no, and of who has used up the day's.
func (a *App) mayAsk(ctx context.Context, who httpapi.Identity) error {
	if who.Kind != httpapi.User && a.logins.settings().VisitorsLogIn {
		return errs.New(errs.NeedLogin)
	}
	if who.ID == "" {
		return nil
	}
	if err := a.accounts.MayAsk(ctx, who.ID); err != nil {
		return err
	}
	if err := a.accounts.Minor.MayAsk(ctx, who.ID); err != nil {
		return err
	}
	most := a.perDay(who)
	if most == 0 {
		return nil
	}
	n, err := a.services.admins.AnswersToday(ctx, who.ID)
	if err != nil || n < int64(most) {
		return err
	}
	now := time.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	return errs.New(errs.OverQuota).With("limit", strconv.Itoa(most)).Retry(midnight.Sub(now))
}
