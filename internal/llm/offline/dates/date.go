// Package dates contains the skills of the built-in engine that use the calendar: civil
// and lunar dates, solar terms, public holidays and the world clock.
package dates

import (
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Date answers questions about dates, for example about weekdays, spans and ages.
var Date = skill.Skill{
	ID:      "date",
	Name:    skill.Named("日期", "dates"),
	Match:   dates,
	Hints:   []string{"100 天后是几月几号？", "距离春节还有几天？", "今天农历是几月初几？"},
	EnHints: []string{"What day is 100 days from now?", "How many days until Christmas?", "What day of the week is July 4, 2027?"},
	Short:   true,
}

// datePattern is one form of a question about dates, and the function that answers it.
type datePattern struct {
	asked  *text.Pattern
	answer func(q *skill.Question, m []string) (skill.Answer, bool)
}

// dp compiles a pattern with the placeholders <D> (a day), <N> (a number) and <U> (a
// span's unit).
func dp(pattern string, f func(*skill.Question, []string) (skill.Answer, bool)) datePattern {
	pattern = strings.NewReplacer("<D>", "("+calendar.DayPattern+")", "<N>", `(`+zh.NumberPattern+`)`, "<U>", `(?:个)? ?(工作日|星期|礼拜|周|天|日|月|年|days?|weeks?|months?|years?|business days?|working days?)`).Replace(pattern)
	return datePattern{text.NewPattern(`^(?:` + pattern + `)$`), f}
}

const (
	whichDay = `(?:的日期|的时候|那天|这天)?(?:是)?(?:几月几日|几月几号|几号|几日|哪天|哪一天|什么日期|什么日子|什么时候|多少号|日期|何时|公历几月几号|公历几号|公历哪天|公历是哪天|阳历几号|阳历是几月几号)`
	whatDow  = `(?:那天|这天)?(?:是)?(?:星期几|周几|礼拜几|星期多少)`
	howMany  = `(?:(?:还|一共|总共|共|相差|差|间隔|相隔|隔|中间|已经|过了|过去|是|,)*(?:有|了)?(?:多少|几)(?:个)?(天|日|周|星期|个星期|月|年|小时|工作日)(?:了|时间)?|(?:相差|间隔|还有|相隔|差)?(?:多久|多长时间)(?:了)?)`
)

var datePatterns = sync.OnceValue(func() []datePattern {
	return []datePattern{
		// Patterns for the date or the weekday of today or of another day.
		dp(`(?:今天|今日|现在|今儿)?(?:是)?(?:什么日期|几月几日|几月几号|几号|多少号|日期|日期是什么|的日期|是哪天|什么日子)(?:,?(?:今天|是)?(?:星期几|周几|礼拜几))?|现在是哪一年|今年是哪一年|今年是哪年|今年是多少年|(?:what(?:'s| is) )?(?:the )?(?:date today|today's date|date)|what (?:date|day) is (?:it )?today|what day(?: of the week)? is it(?: today)?|what date is it(?: today)?|today`, todayIs),
		dp(`<D>`+whatDow+`|(?:what )?(?:day of the week|day|weekday) (?:is|was|will be|will it be on|was it on|is it on) <D>|what (?:day|weekday) (?:is|was) <D>|<D>(?:,)? (?:is|was) (?:what day|what weekday|which day)(?: of the week)?`, weekdayOf),
		dp(`<D>`+whichDay+`(?:,?`+whatDow+`)?|when (?:is|was) <D>|what (?:date|day) is <D>`, dateOfDay),
		// Patterns for the date some days, weeks, months or years before or after a day.
		dp(`(?:从)?<D>?(?:起|开始|算起|往后|再)*(?:再过|过|往后推|往后)?<N><U>(?:后|以后|之后|过后)?(?:的今天|的明天)?`+whichDay+`?(?:,?`+whatDow+`)?`, daysAfter),
		dp(`<D>?的?(?:往前推|往前|倒推)?<N><U>(?:前|以前|之前)?(?:的今天|的这一天)?`+whichDay+`?(?:,?`+whatDow+`)?`, daysBefore),
		dp(`(?:what (?:day|date) (?:is|will it be|will be|is it) |what(?:'s| is| will be) the (?:day|date) )?<N><U> (?:from|after) <D>|what (?:day|date) (?:is|will it be|will be|is it) (?:in )?<N><U>(?: from now)?`, daysAfterEn),
		dp(`(?:what (?:day|date) (?:was|is|was it) )?<N><U> (?:before|ago)(?: <D>)?`, daysBeforeEn),
		// Patterns for the time between two dates.
		dp(`(?:从|距离|由)?<D>(?:到|至|和|与|跟|距离|距|离|-|~|—)<D>(?:之间|中间|为止)?(?:的)?`+howMany, differenceZh),
		dp(`(?:how many (days|weeks|months|years) (?:are there )?(?:between|from) )<D> (?:and|to|until|till) <D>|(days|weeks) between <D> and <D>`, differenceEn),
		dp(`(?:今天|现在)?(?:距离|距|离|到|离着|离下一?个?)<D>(?:的时候|结束|到来)?`+howMany+`|<D>还有`+howMany+`(?:到|才到|就到)?|<D>`+`(?:倒计时|还要等几天|还要多少天)`, untilDay),
		dp(`(?:现在)?(?:还有|还剩|还要|再过|还得)(?:多少|几)(?:个)?天(?:就|才)?(?:到|是|过)?<D>(?:了)?`, untilDay),
		dp(`how (?:many|much) (days|weeks|months)(?: are (?:there )?(?:left )?)?(?: left)? (?:until|till|to|before) <D>|how long (?:until|till) <D>|days (?:until|till) <D>`, untilDayEn),
		dp(`<D>(?:到现在|到今天|至今)(?:已经|一共|过去|有|过了)*(?:多少|几)天了?|<D>已?经?过去(?:多少|几)天了?`, sinceDay),
		// Patterns for ages, and for years and months, for example week numbers and leap years.
		dp(`(?:我是?|他是?|她是?)?(?:出生于|生于|出生在|生日是|生日)?<D>(?:出生的?|生的?|生)?(?:人)?,?(?:的?人)?(?:我|他|她)?(?:,)?(?:今年|现在|到今天)?(?:周岁)?(?:多大|几岁|多少岁|几周岁|多少周岁|年龄(?:是多少)?)(?:了)?`, ageOf),
		dp(`(?:我是?|他是?|她是?)?(\d{4})年(?:出生的?|生的?|的人)(?:人)?,?(?:今年|现在)?(?:多大|几岁|多少岁|几周岁)(?:了)?`, ageOfYear),
		dp(`how old (?:is|am i|are you|would) ?(?:someone|a person|i)? ?(?:if )?(?:i was |he was |she was )?born (?:on|in) <D>`, ageOf),
		dp(`<D>?(?:是)?(?:今年|本年|一年|这一年|全年)?的?(?:第几周|第几个?星期|第几个?礼拜|多少周)|(?:今年|本周|这周|现在)是?(?:今年的?)?第几周|what week (?:of the year )?is (?:it|this)|(?:what(?:'s| is) the )?(?:current )?week number`, weekNumber),
		dp(`<D>?(?:是)?(?:今年|本年|一年|这一年|全年)?的?第(?:几|多少)天|<D>?是?一年(?:中|当中)?的?第(?:几|多少)天|(?:今年|本年)(?:已经?)?过(?:去)?(?:了)?(?:多少|几)天(?:了)?|what day of the year is it`, dayNumber),
		dp(`(\d{1,4}|[零〇一二三四五六七八九]{4}|今|明|去|后)年(?:是不是|是|是否是|是否为)?(?:闰年(?:还是平年)?|平年还是闰年)|(?:is |was |will )?(\d{4})(?: is| was| be)?(?: a)? leap year`, leapYear),
		dp(`(?:下|上)一?个?闰年(?:是)?(?:哪一?年|什么时候|几几年)|(?:when is the )?next leap year`, nextLeap),
		dp(`(?:(\d{4}|今|明|去|后)年)?的?(\d{1,2}|[一二三四五六七八九十]{1,2}|这个|本)月(?:份)?(?:一共|总共|共)?(?:有)?(?:多少|几)天`, daysInMonth),
		dp(`(\d{4}|今|明|去|后|一|闰|平)年(?:一共|总共|共|全年)?(?:有)?(?:多少|几)天`, daysInYear),
		dp(`(?:今年|本年|这一年|一年)(?:还剩|剩下|还有|只剩)(?:下)?(?:多少|几)天(?:了)?|how many days (?:are )?left in (?:the|this) year`, leftInYear),
	}
})

// dates answers questions about the civil calendar.
func dates(q *skill.Question) (skill.Answer, bool) {
	if q.Core == "" || len(q.Core) > 120 {
		return skill.Answer{}, false
	}
	for _, p := range datePatterns() {
		if m := p.asked.FindStringSubmatch(q.Core); m != nil {
			if a, ok := p.answer(q, m); ok {
				return a, true
			}
		}
	}
	return skill.Answer{}, false
}

// days reads every submatch that is a day.
func days(q *skill.Question, m []string) []calendar.SpokenDay {
	var out []calendar.SpokenDay
	for _, g := range skill.Groups(m) {
		if d, ok := calendar.ReadDay(g, q.Now); ok {
			out = append(out, d)
		}
	}
	return out
}
