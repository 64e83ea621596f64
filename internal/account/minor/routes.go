package minor

import (
	"context"
	"fmt"
	"time"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// minorBody changes a minor mode. On is required. If Minutes, From or To is absent, it keeps its value,
// or gets the default when the mode is switched on.
type minorBody struct {
	On      *bool   `json:"on" doc:"whether the mode is to be on"`
	PIN     string  `json:"pin,omitempty" doc:"the guardian's, 4 to 6 digits; the first one when the mode is switched on. Absent where it is needed: forgotten, and a proof takes its place (6009)"`
	NewPIN  string  `json:"newPin,omitempty" doc:"replaces the PIN"`
	Minutes *int    `json:"minutes,omitempty" doc:"a day; 0: no limit"`
	From    *string `json:"from,omitempty" doc:"beginning of the quiet hours, 22:00; the same as to: none"`
	To      *string `json:"to,omitempty" doc:"their end, 06:00"`
}

type minorData struct {
	On         bool   `json:"on"`
	Minutes    int    `json:"minutes" doc:"a day; 0: no limit"`
	From       string `json:"from" doc:"HH:MM in the server's zone"`
	To         string `json:"to"`
	Used       int    `json:"used" doc:"minutes of today"`
	LockedTime int64  `json:"lockedTime" doc:"unix seconds until which the PIN cannot be tried; 0: it can"`
	NextTime   int64  `json:"nextTime" doc:"unix seconds from which questions are answered again; 0: they are now"`
}

func dataOf(m Mode) minorData {
	return minorData{
		On: m.On, Minutes: m.Minutes, From: clockText(m.From), To: clockText(m.To), Used: m.Used,
		LockedTime: m.LockedUntil / 1000, NextTime: m.NextAt / 1000,
	}
}

func clockText(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

// clockMinute reads HH:MM; nil stays nil.
func clockMinute(text *string) (*int, error) {
	if text == nil {
		return nil, nil
	}
	t, err := time.Parse("15:04", *text)
	if err != nil {
		return nil, badRequest("from, to: 00:00-23:59")
	}
	minute := minuteOf(t)
	return &minute, nil
}

func (b minorBody) change() (Change, error) {
	c := Change{PIN: b.PIN, NewPIN: b.NewPIN, Minutes: b.Minutes}
	if b.On == nil {
		return c, badRequest("on")
	}
	c.On = *b.On
	var err error
	if c.From, err = clockMinute(b.From); err == nil {
		c.To, err = clockMinute(b.To)
	}
	return c, err
}

type empty struct{ Body struct{} }

func asker(ctx context.Context) Asker {
	who := httpapi.From(ctx)
	return Asker{ID: who.ID, User: who.Kind == httpapi.User, VerifiedAt: who.VerifiedAt, Network: httpapi.Network(httpapi.AskerOf(ctx).Addr)}
}

// Routes registers the calls about the minor mode.
func (s *Service) Routes(r *httpapi.Router) {
	mine := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: "POST", Path: "/api/v5/accountLogic/parentVerify/" + path, Summary: summary, Domain: "account", Owner: httpapi.Mine}
	}
	httpapi.Route(r, mine("detail", "Say how one's minor mode stands"),
		func(ctx context.Context, _ *empty) (*httpapi.JSON[httpapi.Reply[minorData]], error) {
			m, err := s.Of(ctx, httpapi.From(ctx).ID)
			return httpapi.Data(dataOf(m), err)
		})
	httpapi.Route(r, mine("set", "Switch minor mode on or off by the guardian's PIN, or change it"),
		func(ctx context.Context, in *httpapi.JSON[minorBody]) (*httpapi.JSON[httpapi.Reply[minorData]], error) {
			c, err := in.Body.change()
			if err != nil {
				return nil, err
			}
			if c.On {
				if _, err := httpapi.Ensure(ctx); err != nil {
					return nil, err
				}
			}
			m, err := s.Set(ctx, asker(ctx), c)
			return httpapi.Data(dataOf(m), err)
		})
}
