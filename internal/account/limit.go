package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// rule is one limit: at most max events within window for each key.
type rule struct {
	name    string
	max     int64
	window  time.Duration
	code    errs.Code // the error when the limit is exceeded; its text has the placeholder {minutes}
	address bool      // the key is an address, which many people may share
}

// The limits of codes, logins and similar attempts. They are counted in the database, so that they
// hold for all servers together and across restarts.
//
// codesOfPhone and loginsOfPhone count attempts on a phone number for each network separately. So a
// stranger cannot lock out the owner of the number. Guessing from many networks is useless, because a code
// is used up after five wrong guesses. Only codesOfNumber counts the messages to a number from all
// networks together, so that nobody floods the phone. A stranger needs ten networks to reach that limit.
var (
	codesOfPhone    = rule{"code phone", 10, 24 * time.Hour, errs.CodeLimit, false}
	codesOfNumber   = rule{"code number", 100, 24 * time.Hour, errs.CodeLimit, false}
	codesOfDevice   = rule{"code device", 20, 24 * time.Hour, errs.CodeLimit, false}
	codesOfAddress  = rule{"code address", 60, time.Hour, errs.CodeLimit, true}
	codesOfDay      = rule{"code address day", 200, 24 * time.Hour, errs.CodeLimit, true}
	loginsOfPhone   = rule{"login phone", 30, time.Hour, errs.LoginTries, false}
	loginsOfAddress = rule{"login address", 300, 10 * time.Minute, errs.LoginTries, true}
	puzzlesOfAddr   = rule{"captcha address", 120, 10 * time.Minute, errs.LoginTries, true}
	// Limits on wrong answers to captchas: the more wrong answers, the longer the waiting time.
	wrongMinute = rule{"captcha wrong minute", 6, time.Minute, errs.LoginTries, true}
	wrongHour   = rule{"captcha wrong hour", 20, time.Hour, errs.LoginTries, true}
	wrongDay    = rule{"captcha wrong day", 60, 24 * time.Hour, errs.LoginTries, true}
	// Limits on codes of a second factor. Only somebody who has passed the first factor can try them,
	// so a limit for all networks together rarely locks out the owner.
	factorsOfNetwork = rule{"factor network", 10, time.Hour, errs.LoginTries, false}
	factorsOfAccount = rule{"factor account", 100, 24 * time.Hour, errs.LoginTries, false}

	pinsOfAddress = rule{"pin address", 60, 10 * time.Minute, errs.LoginTries, true}
	ticketsOfAddr = rule{"ticket address", 300, 10 * time.Minute, errs.LoginTries, true}
)

// from is a key that combines a phone number with the network of the client.
func (c Client) from(phone string) string { return phone + "\n" + c.Network }

// reached fails when a limit has been reached, without counting anything. With Settings.NoLimits, it
// never fails.
func (s *Service) reached(ctx context.Context, all ...counted) error {
	if s.Settings().NoLimits {
		return nil
	}
	q, now := accountdb.New(s.db.Read()), s.now()
	for _, c := range all {
		row, err := q.GetCounter(ctx, s.counterName(c))
		switch {
		case errors.Is(err, sql.ErrNoRows) || c.key == "":
		case err != nil:
			return accountdb.Failed(err)
		case row.Count >= c.rule.max && row.EndsAt > millis(now):
			return c.rule.over(time.UnixMilli(row.EndsAt).Sub(now))
		}
	}
	return nil
}

type counted struct {
	rule rule
	key  string // empty: the event is not counted
}

// count counts events in the caller's transaction. It fails with the error of the first exceeded
// rule, which states when events are accepted again. With Settings.NoLimits, the rules for
// addresses are skipped.
func (s *Service) count(ctx context.Context, q *accountdb.Queries, all ...counted) error {
	now := s.now()
	free := s.Settings().NoLimits
	for _, c := range all {
		if c.key == "" || free && c.rule.address {
			continue
		}
		row, err := q.CountUp(ctx, accountdb.CountUpParams{
			Name: s.counterName(c), EndsAt: millis(now.Add(c.rule.window)), Now: millis(now),
		})
		if err != nil {
			return err
		}
		if row.Count > c.rule.max {
			return c.rule.over(time.UnixMilli(row.EndsAt).Sub(now))
		}
	}
	return nil
}

// tally counts events in a transaction of its own, so that they stay counted when the
// caller fails.
func (s *Service) tally(ctx context.Context, all ...counted) error {
	var over error
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		over = s.count(ctx, q, all...)
		if _, known := errors.AsType[*errs.Error](over); known {
			return nil
		}
		return over
	})
	return errors.Join(err, over)
}

func (s *Service) counterName(c counted) string {
	m := hmac.New(sha256.New, s.secret)
	m.Write([]byte("counter\n" + c.rule.name + "\n" + c.key))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:16])
}

func (r rule) over(wait time.Duration) error {
	minutes := int(wait/time.Minute) + 1
	return errs.New(r.code).With("minutes", strconv.Itoa(minutes)).Retry(wait)
}
