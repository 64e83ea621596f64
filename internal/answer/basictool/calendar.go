package basictool

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/calendar"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// dated matches questions about dates and times.
var dated = regexp.MustCompile(`(?i)[日天周週月年]|[号號][^码碼]?|[时時][间間差]|几点|幾點|星期|[节節][日气氣]|假期|放假|调休|補班|农历|農曆|生肖|` +
	`今天|明天|昨天|春节|除夕|中秋|端午|清明|\b(?:today|tomorrow|yesterday|date|days?|weeks?|months?|years?|holiday|calendar|time in|what time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\d{4}-\d{2}`)

// Calendar returns the tool for dates, the time between dates, and the time in cities.
func Calendar() answer.Tool {
	return answer.Tool{
		Spec: llm.Tool{
			Name: "calendar",
			Description: "Knows the Gregorian and the Chinese lunar calendar, solar terms, festivals and the public holidays of mainland China. Use it for every question about dates. " +
				"With day alone: what is known of that day. With to: the time between the two days. With count and unit: the day that many units later (earlier when negative). " +
				"With city alone: the time there now. A day is written like 2026-11-20, 明天, 农历八月十五 or 今年中秋.",
			Parameters: []byte(`{"type":"object","properties":{"day":{"type":"string"},"to":{"type":"string"},"count":{"type":"integer"},` +
				`"unit":{"type":"string","enum":["days","weeks","months","years","workdays"]},"city":{"type":"string"}},"additionalProperties":false}`),
		},
		Title: errs.Text{ZhCN: "日历", ZhTW: "行事曆", En: "Calendar"},
		About: errs.Text{ZhCN: "查日期、农历、节假日和各地时间。", ZhTW: "查日期、農曆、節假日和各地時間。", En: "Looks up dates, the lunar calendar, holidays and times."},
		Label: func(locale string, input []byte) string {
			var in lookup
			_ = json.Unmarshal(input, &in) // fields of an invalid type stay empty
			return errs.Text{ZhCN: "查日历 ", ZhTW: "查日曆 ", En: "Looking up "}.In(locale) + strings.Join(nonEmpty(in.Day, in.To, in.City), " – ")
		},
		Consent: answer.ConsentNever, Replay: true, Timeout: callTime,
		Offered: func(t answer.Turn) bool { return dated.MatchString(t.Question) },
		Call:    look,
	}
}

type lookup struct {
	Day   string `json:"day"`
	To    string `json:"to"`
	Count *int   `json:"count"`
	Unit  string `json:"unit"`
	City  string `json:"city"`
}

func look(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in lookup
	if err := json.Unmarshal(c.Input, &in); err != nil || in.Day == "" && in.City == "" {
		return failure("day or city must be given as texts, count as a whole number."), nil //nolint:nilerr // the model gets the error
	}
	now, locale := c.Turn.Now, c.Turn.Locale
	var (
		found    any
		sentence errs.Text
		err      error
	)
	switch {
	case in.Day == "":
		var r calendar.Clock
		r, err = calendar.TimeIn(ctx, in.City, now)
		found, sentence = r, r.Sentence
	case in.To != "":
		var r calendar.Gap
		r, err = calendar.Between(ctx, in.Day, in.To, now)
		found, sentence = r, r.Sentence
	case in.Count != nil:
		var r calendar.Day
		r, err = calendar.Move(ctx, in.Day, *in.Count, in.Unit, now)
		found, sentence = r, r.Sentence
	default:
		var r calendar.Day
		r, err = calendar.Lookup(ctx, in.Day, now)
		found, sentence = r, r.Sentence
	}
	if ended := errs.Ended(ctx); ended != nil {
		return answer.Result{}, ended
	}
	if err != nil {
		return failure("Not found: " + dateReason(err)), nil
	}
	return result(found, sentence.In(locale))
}

func dateReason(err error) string {
	switch {
	case errors.Is(err, calendar.ErrNoDay):
		return "this is not a day that is known. Write it like 2026-11-20."
	case errors.Is(err, calendar.ErrNoSpan):
		return "the unit must be days, weeks, months, years or workdays, and the count within reason."
	case errors.Is(err, calendar.ErrNoCity):
		return "the time in this city is not known."
	}
	return err.Error()
}

func nonEmpty(all ...string) []string {
	var out []string
	for _, s := range all {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}
