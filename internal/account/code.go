package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/mobile"
	"github.com/wenqu-ai/wenqu/internal/account/sms"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Purpose is what a code is used for. A code is valid for its purpose only.
type Purpose string

// The purposes.
const (
	ForLogin Purpose = "login"
	ForBind  Purpose = "bind"
	ForSafe  Purpose = "safe" // a renewed proof of identity
)

// Purposes lists all purposes.
var Purposes = []Purpose{ForLogin, ForBind, ForSafe}

const (
	// CodeAge is how long a code is valid.
	CodeAge = 5 * time.Minute
	// CodeResend is the time after which another code for the same purpose can be sent to a number.
	CodeResend = 60 * time.Second
	// CodeMaxTries is how often a code may be tried.
	CodeMaxTries = 5
	codeDigits   = 6
)

var codePattern = regexp.MustCompile(`^[0-9]{6}$`)

// Sent describes a code that was sent. It does not reveal whether the number is known.
type Sent struct {
	Phone    string // masked
	Resend   time.Duration
	Age      time.Duration
	Terminal bool // the code was printed on the server's terminal
}

// PhoneLogin reports whether codes can be sent, and whether they are printed on the
// server's terminal.
func (s *Service) PhoneLogin() (on, terminal bool) {
	if s.Settings().SMS.Configured() {
		return true, false
	}
	return s.Terminal != nil, s.Terminal != nil
}

// sendCode sends a code. It does not read any account.
func (s *Service) sendCode(ctx context.Context, phone string, purpose Purpose, locale string, from Client) (Sent, error) {
	on, terminal := s.PhoneLogin()
	if !on {
		return Sent{}, errs.New(errs.MethodOff)
	}
	now := s.now()
	code := newCode()
	mac := s.codeMAC(phone, purpose, code)
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.PutCode(ctx, accountdb.PutCodeParams{
			Phone: phone, Purpose: string(purpose), Mac: mac, SentAt: millis(now), ExpiresAt: millis(now.Add(CodeAge)),
			ResendBefore: millis(now.Add(-CodeResend)),
		})
		if err != nil {
			return err
		}
		if rows == 0 {
			return s.tooSoon(ctx, q, phone, purpose, now)
		}
		return s.count(ctx, q,
			counted{codesOfPhone, from.from(phone)}, counted{codesOfNumber, phone}, counted{codesOfDevice, from.Device},
			counted{codesOfAddress, from.Network}, counted{codesOfDay, from.Network})
	})
	if err != nil {
		return Sent{}, err
	}
	message := sms.Message{Phone: phone, Code: code, Purpose: string(purpose), Minutes: int(CodeAge / time.Minute), Locale: locale}
	if err := s.deliver(ctx, message, terminal); err != nil {
		// If a code could not be sent, it does not delay the next code.
		dropped := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
			return q.DropCode(ctx, accountdb.DropCodeParams{Phone: phone, Purpose: string(purpose), Mac: mac})
		})
		return Sent{}, errs.Wrap(errs.SendFail, errors.Join(err, dropped))
	}
	return Sent{Phone: mobile.Mask(phone), Resend: CodeResend, Age: CodeAge, Terminal: terminal}, nil
}

func (s *Service) tooSoon(ctx context.Context, q *accountdb.Queries, phone string, purpose Purpose, now time.Time) error {
	at, err := q.CodeSentAt(ctx, accountdb.CodeSentAtParams{Phone: phone, Purpose: string(purpose)})
	if err != nil {
		return err
	}
	wait := max(time.UnixMilli(at).Add(CodeResend).Sub(now), time.Second)
	return errs.New(errs.CodeSoon).With("seconds", strconv.Itoa(int((wait+time.Second-1)/time.Second))).Retry(wait)
}

func (s *Service) deliver(ctx context.Context, m sms.Message, terminal bool) error {
	if terminal {
		s.Terminal(fmt.Sprintf("验证码 code for %s (%s): %s", m.Phone, m.Purpose, m.Code))
		return nil
	}
	return s.Settings().SMS.Sender(s.HTTP, s.now).Send(ctx, m)
}

// checkCode checks a code. The try is counted before the code is compared; an input that is not
// six digits does not count as a try. A right code is accepted once, even if several requests
// try it at the same time.
func (s *Service) checkCode(ctx context.Context, phone string, purpose Purpose, code string) error {
	if !codePattern.MatchString(code) {
		return errs.New(errs.WrongCode)
	}
	given := s.codeMAC(phone, purpose, code)
	var outcome error
	err := s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		outcome = nil
		mac, err := q.TryCode(ctx, accountdb.TryCodeParams{
			Phone: phone, Purpose: string(purpose), Tries: CodeMaxTries, Now: millis(s.now()),
		})
		if errors.Is(err, sql.ErrNoRows) {
			outcome, err = s.whyNot(ctx, q, phone, purpose)
			return err
		}
		if err != nil {
			return err
		}
		if !hmac.Equal([]byte(mac), []byte(given)) {
			outcome = errs.New(errs.WrongCode)
			return nil
		}
		rows, err := q.UseCode(ctx, accountdb.UseCodeParams{Phone: phone, Purpose: string(purpose), Mac: mac})
		if err == nil && rows == 0 {
			outcome = errs.New(errs.WrongCode)
		}
		return err
	})
	return errors.Join(err, outcome)
}

// whyNot returns errs.CodeTries for a code that was tried too often and has not expired, otherwise
// errs.WrongCode.
func (s *Service) whyNot(ctx context.Context, q *accountdb.Queries, phone string, purpose Purpose) (outcome, err error) {
	row, err := q.GetCode(ctx, accountdb.GetCodeParams{Phone: phone, Purpose: string(purpose)})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errs.New(errs.WrongCode), nil
	case err != nil:
		return nil, err
	case row.Tries >= CodeMaxTries && row.ExpiresAt > millis(s.now()):
		wait := time.UnixMilli(row.SentAt).Add(CodeResend).Sub(s.now())
		return errs.New(errs.CodeTries).Retry(max(wait, time.Second)), nil
	}
	return errs.New(errs.WrongCode), nil
}

// newCode returns six random digits.
func newCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // the system's source of randomness never fails
	}
	return fmt.Sprintf("%0*d", codeDigits, n.Int64())
}

func (s *Service) codeMAC(phone string, purpose Purpose, code string) string {
	m := hmac.New(sha256.New, s.secret)
	m.Write([]byte("code\n" + string(purpose) + "\n" + phone + "\n" + code))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
