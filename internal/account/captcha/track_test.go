package captcha_test

import (
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/captcha"
)

func TestTrackOfAPerson(t *testing.T) {
	t.Parallel()
	a := captcha.Answer{Kind: captcha.Slide, From: 5}
	hand := []captcha.Step{{5, 0}, {20, 40}, {70, 130}, {120, 260}, {148, 420}, {150, 640}}
	change := func(f func([]captcha.Step) []captcha.Step) []captcha.Step {
		return f(append([]captcha.Step(nil), hand...))
	}
	for name, c := range map[string]struct {
		track []captcha.Step
		shown time.Duration
		want  bool
	}{
		"a hand":                   {hand, 3 * time.Second, true},
		"none":                     {nil, 3 * time.Second, false},
		"two steps":                {[]captcha.Step{{5, 0}, {150, 900}}, 3 * time.Second, false},
		"a leap":                   {[]captcha.Step{{5, 0}, {5, 100}, {5, 210}, {5, 305}, {149, 500}, {150, 700}}, 3 * time.Second, false},
		"one speed":                {[]captcha.Step{{0, 0}, {30, 100}, {60, 200}, {90, 300}, {120, 400}, {150, 500}}, 3 * time.Second, false},
		"it ends elsewhere":        {change(func(s []captcha.Step) []captcha.Step { return s[:len(s)-1] }), 3 * time.Second, false},
		"backwards in time":        {change(func(s []captcha.Step) []captcha.Step { s[2].T = 10; return s }), 3 * time.Second, false},
		"in no time":               {change(func(s []captcha.Step) []captcha.Step { s[5].T = 150; s[4].T = 150; s[3].T = 140; return s }), 3 * time.Second, false},
		"longer than it was shown": {change(func(s []captcha.Step) []captcha.Step { s[5].T = 9000; return s }), 3 * time.Second, false},
		"before it can be seen":    {hand, 20 * time.Millisecond, false},
	} {
		if got := a.Moved(c.track, []captcha.Tap{{X: 150}}, c.shown); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !(captcha.Answer{Kind: captcha.Click}).Moved(nil, []captcha.Tap{{X: 1}}, 0) {
		t.Error("a click has no track")
	}
}

// On average, fewer than 8 of the 300 positions are accepted as the solution of a puzzle. So a
// bot that always answers with the same position solves few puzzles.
func TestConstantAnswersFail(t *testing.T) {
	t.Parallel()
	m := captcha.NewMaker()
	const puzzles = 30
	hits := make([]int, captcha.Width)
	for range puzzles {
		_, a, err := m.Make(captcha.Slide)
		if err != nil {
			t.Fatal(err)
		}
		for x := range hits {
			if a.Right([]captcha.Tap{{X: x}}) {
				hits[x]++
			}
		}
	}
	total := 0
	for _, n := range hits {
		total += n
	}
	if each := total / puzzles; each > 7 {
		t.Errorf("%d of %d places are right", each, captcha.Width)
	}
}
