package account

import (
	"context"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/captcha"
	"github.com/wenqu-ai/wenqu/internal/account/mobile"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Puzzle is a captcha that waits for its answer.
type Puzzle struct {
	captcha.Puzzle
	ID        string
	ExpiresAt int64
}

// NewPuzzle draws a captcha and stores its answer.
func (s *Service) NewPuzzle(ctx context.Context, kind captcha.Kind, from Client) (Puzzle, error) {
	if kind == "" {
		kind = captcha.Slide
	}
	if kind != captcha.Slide && kind != captcha.Click {
		return Puzzle{}, badRequest("kind")
	}
	if err := s.reached(ctx, wrongOf(from)...); err != nil {
		return Puzzle{}, err
	}
	// The attempt is counted before the captcha is drawn, because drawing is costly.
	if err := s.tally(ctx, counted{puzzlesOfAddr, from.Network}); err != nil {
		return Puzzle{}, err
	}
	p, answer, err := s.puzzle.Make(kind)
	if err != nil {
		return Puzzle{}, err
	}
	t, err := s.give(ctx, ticketCaptcha, "", "", answer)
	return Puzzle{Puzzle: p, ID: t.Secret, ExpiresAt: t.ExpiresAt}, err
}

// Solution is a person's answer to a captcha.
type Solution struct {
	PuzzleID string
	Points   []captcha.Tap
	Track    []captcha.Step // the positions of the piece while it was moved
	From     Client
}

// Solve checks the answer to a captcha and returns a pass, with which one code can be sent. The
// captcha is used up in any case. Wrong answers are counted for the network: the more wrong answers
// there are, the longer the network has to wait.
func (s *Service) Solve(ctx context.Context, in Solution) (pass string, err error) {
	t, err := s.take(ctx, ticketCaptcha, ticketNew, in.PuzzleID)
	if errs.Is(err, errs.LoginState) {
		return "", errs.New(errs.WrongCaptcha)
	}
	if err != nil {
		return "", err
	}
	var answer captcha.Answer
	if err := t.open(&answer); err != nil {
		return "", err
	}
	waited := ticketAges[ticketCaptcha] - time.UnixMilli(t.ExpiresAt).Sub(s.now())
	if !answer.Right(in.Points) || !answer.Moved(in.Track, in.Points, waited) {
		return "", errors.Join(s.tallyWrong(ctx, in.From), errs.New(errs.WrongCaptcha))
	}
	if err := s.reached(ctx, wrongOf(in.From)...); err != nil {
		return "", err
	}
	passed, err := s.give(ctx, ticketPassed, "", "", struct{}{})
	return passed.Secret, err
}

// wrongOf returns the counters of wrong answers from a network.
func wrongOf(c Client) []counted {
	return []counted{{wrongMinute, c.Network}, {wrongHour, c.Network}, {wrongDay, c.Network}}
}

// tallyWrong counts a wrong answer. It fails with errs.LoginTries after too many wrong answers.
func (s *Service) tallyWrong(ctx context.Context, from Client) error {
	var over error
	for _, c := range wrongOf(from) { // every counter is raised, even if another counter has reached its limit
		over = errors.Join(over, s.tally(ctx, c))
	}
	return over
}

// usePass uses up the pass of a solved captcha.
func (s *Service) usePass(ctx context.Context, pass string) error {
	if s.Settings().NoCaptcha {
		return nil
	}
	if pass == "" {
		return errs.New(errs.NeedCaptcha)
	}
	_, err := s.take(ctx, ticketPassed, ticketNew, pass)
	if errs.Is(err, errs.LoginState) {
		return errs.New(errs.NeedCaptcha)
	}
	return err
}

// CodeRequest asks for a code.
type CodeRequest struct {
	Phone   string
	Purpose Purpose // empty: for a login
	Pass    string  // pass of a solved captcha
	Who     Who     // the asker; a code for a renewed proof of identity is sent to the asker's own number
	Locale  string
	From    Client
}

// SendCode sends a code to a phone. It needs the pass of a solved captcha, unless captchas are
// switched off.
func (s *Service) SendCode(ctx context.Context, in CodeRequest) (Sent, error) {
	if in.Purpose == "" {
		in.Purpose = ForLogin
	}
	switch in.Purpose {
	case ForLogin:
	case ForBind, ForSafe:
		if in.Who.Kind != KindUser {
			return Sent{}, errs.New(errs.NeedLogin)
		}
	default:
		return Sent{}, badRequest("purpose")
	}
	if on, _ := s.PhoneLogin(); !on {
		return Sent{}, errs.New(errs.MethodOff)
	}
	phone, err := s.codePhone(ctx, in)
	if err != nil {
		return Sent{}, err
	}
	if err := s.usePass(ctx, in.Pass); err != nil {
		return Sent{}, err
	}
	return s.sendCode(ctx, phone, in.Purpose, in.Locale, in.From)
}

// codePhone returns the number of the code's recipient.
func (s *Service) codePhone(ctx context.Context, in CodeRequest) (string, error) {
	if in.Purpose != ForSafe {
		return mobile.Normal(in.Phone)
	}
	return s.ownPhone(ctx, in.Who.ID)
}

func badRequest(field string) error { return errs.New(errs.BadRequest).With("detail", field) }
