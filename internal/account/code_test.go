//go:build unix

package account_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/captcha"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func TestPhoneLogin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b := p.browser()
		sent := b.ok("/api/login/getverificationcode", m{"phone": "138 0013 8000", "captchaType": 9, "v": 1})
		if sent.str("phone") != "+86 138****8000" || sent.data["resend"] != 60.0 || sent.data["expires"] != 300.0 {
			t.Errorf("told of the code: %s", sent.text)
		}
		message, ok := p.world.Sent(alice)
		if !ok || strings.Contains(sent.text, message.Code) {
			t.Fatalf("sent %+v, told %s", message, sent.text)
		}
		r := b.ok("/api/joint/login", m{"type": "phoneCode", "phone": "13800138000", "code": message.Code})
		id := r.str("userId")
		if r.data["status"] != 1.0 || r.data["isNew"] != true || id == "" || len(r.str("token")) != 43 {
			t.Fatalf("the login: %s", r.text)
		}
		if got, status := b.who(); got != id || status != 1 {
			t.Errorf("the browser is %q with status %v", got, status)
		}
		// A login with the same number on another device is a login to the same
		// account.
		other := p.browser()
		if r := other.login(alice); r.str("userId") != id || r.data["isNew"] != false {
			t.Errorf("the second login: %s", r.text)
		}
		if n := p.count(`SELECT count(*) FROM account`); n != 1 {
			t.Errorf("%d accounts", n)
		}
		if n := p.count(`SELECT count(*) FROM account_code WHERE mac = $1`, message.Code); n != 0 {
			t.Error("the code is stored as it is")
		}
	})
}

func TestCodesEnd(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	try := func(code string) result {
		return b.post("/api/joint/login", m{"type": "phone", "phone": alice, "code": code})
	}
	wrong := func(code string) string { return fmt.Sprintf("%06d", (atoi(t, code)+1)%1_000_000) }

	code := b.sendCode(alice, "")
	soon := b.refused(errs.CodeSoon, "/api/login/getverificationcode", m{"phone": alice})
	if soon.status != http.StatusTooManyRequests || soon.header.Get("Retry-After") != "60" || !strings.Contains(soon.text, "60") {
		t.Errorf("the second code at once: %d %s %s", soon.status, soon.header.Get("Retry-After"), soon.text)
	}
	// Expired codes are refused.
	p.clock.Add(account.CodeAge + time.Second)
	if r := try(code); r.code() != errs.WrongCode {
		t.Errorf("a code of long ago: %s", r.text)
	}
	// A new code makes the code before it invalid.
	old := b.sendCode(alice, "")
	code = b.sendCode(alice, "")
	if old != code {
		if r := try(old); r.code() != errs.WrongCode {
			t.Errorf("the code before: %s", r.text)
		}
	}
	// A code can be used once.
	if r := try(code); r.status != http.StatusOK {
		t.Fatalf("the right code: %s", r.text)
	}
	if r := try(code); r.code() != errs.WrongCode {
		t.Errorf("a code for the second time: %s", r.text)
	}
	// After five wrong tries the right code is refused, too.
	code = b.sendCode(alice, "")
	for i := range account.CodeMaxTries {
		if r := try(wrong(code)); r.code() != errs.WrongCode {
			t.Errorf("wrong try %d: %s", i, r.text)
		}
	}
	if r := try(code); r.code() != errs.CodeTries || r.header.Get("Retry-After") == "" {
		t.Errorf("the right code after five wrong ones: %d %s", r.status, r.text)
	}
	for _, bad := range []string{"", "12345", "1234567", "12345a", "１２３４５６", "' OR 1=1"} {
		if r := try(bad); r.code() != errs.WrongCode {
			t.Errorf("code %q: %s", bad, r.text)
		}
	}
}

func atoi(t *testing.T, s string) (n int) {
	t.Helper()
	if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCodesAreForOnePurposeAndNumber(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	b.login(alice)
	code := b.sendCode(bob, "bind")
	if r := p.browser().post("/api/joint/login", m{"type": "phone", "phone": bob, "code": code}); r.code() != errs.WrongCode {
		t.Errorf("a code for binding logs in: %s", r.text)
	}
	code = p.browser().sendCode(bob, "login")
	if r := p.browser().post("/api/joint/login", m{"type": "phone", "phone": alice, "code": code}); r.code() != errs.WrongCode {
		t.Errorf("the code of another number logs in: %s", r.text)
	}
	p.browser().refused(errs.NeedLogin, "/api/login/getverificationcode", m{"phone": bob, "purpose": "bind"})
	p.browser().refused(errs.BadRequest, "/api/login/getverificationcode", m{"phone": bob, "purpose": "admin"})
	p.browser().refused(errs.BadRequest, "/api/login/getverificationcode", m{"phone": bob, "captchaType": 3})
}

func TestThousandParallelTriesOfOneCode(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, func(s *account.Settings, _ *account.Options) { s.NoLimits = true })
		code := p.browser().sendCode(alice, "")
		var in, asked atomic.Int64
		var wg sync.WaitGroup
		right := make(chan bool, 1000)
		for i := range 1000 {
			right <- i%50 == 7 // twenty tries are right
		}
		for range 24 {
			b := p.browser()
			wg.Go(func() {
				for {
					select {
					case yes := <-right:
						try := "000000"
						if code == try {
							try = "000001"
						}
						if yes {
							try = code
						}
						asked.Add(1)
						_, err := p.Login(t.Context(), account.LoginRequest{Type: "phone", Phone: alice, Code: try, From: account.Client{Network: b.base}})
						if err == nil {
							in.Add(1)
						}
					default:
						return
					}
				}
			})
		}
		wg.Wait()
		if in.Load() > 1 || asked.Load() != 1000 {
			t.Errorf("%d of %d tries got in", in.Load(), asked.Load())
		}
		if n := p.count(`SELECT max(tries) FROM account_code`); n > account.CodeMaxTries {
			t.Errorf("%d tries were let through", n)
		}
		if n := p.count(`SELECT count(*) FROM account_session`); int64(n) != in.Load() {
			t.Errorf("%d sessions", n)
		}
	})
}

func TestOnlyOneOfManyRightCodes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		code := p.browser().sendCode(alice, "")
		var in atomic.Int64
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if _, err := p.Login(t.Context(), account.LoginRequest{Type: "phone", Phone: alice, Code: code}); err == nil {
					in.Add(1)
				}
			})
		}
		wg.Wait()
		if in.Load() != 1 {
			t.Errorf("%d logins by one code", in.Load())
		}
	})
}

func TestCodeLimits(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	for range 10 {
		b.sendCode(alice, "")
	}
	p.clock.Add(account.CodeResend)
	if r := b.refused(errs.CodeLimit, "/api/login/getverificationcode", m{"phone": alice}); r.header.Get("Retry-After") == "" {
		t.Errorf("the eleventh code of a day: %s", r.text)
	}
	// The same browser can still request codes for other numbers, up to the limit of a
	// device.
	sent := p.world.Messages()
	b.headers["X-Device-ID"] = "device-1"
	got := 0
	for i := range 30 {
		p.clock.Add(account.CodeResend)
		if b.post("/api/login/getverificationcode", m{"phone": fmt.Sprintf("+86138001%05d", 38001+i)}).status == http.StatusOK {
			got++
		}
	}
	if got != 20 || p.world.Messages()-sent != got {
		t.Errorf("one device got %d codes, %d messages", got, p.world.Messages()-sent)
	}
	// After a day the first number can be used again.
	p.clock.Add(25 * time.Hour)
	b.sendCode(alice, "")
}

func TestCaptchaComesBeforeCodes(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, func(s *account.Settings, _ *account.Options) { s.NoCaptcha = false })
	b := p.browser()
	const path = "/api/login/getverificationcode"
	draw := func(kind string) (id string, right []captcha.Tap) {
		r := b.ok("/api/login/captcha", m{"kind": kind})
		if r.data["captchaType"] != 9.0 || r.data["v"] != 1.0 || !strings.HasPrefix(r.str("image"), "data:image/jpeg;base64,") || !strings.HasPrefix(r.str("piece"), "data:image/png;base64,") {
			t.Fatalf("the captcha: %.200s", r.text)
		}
		var data string
		if err := p.db.Read().QueryRow(`SELECT data FROM account_ticket WHERE kind = 'captcha' ORDER BY expires_at DESC, id LIMIT 1`).Scan(&data); err != nil {
			t.Fatal(err)
		}
		var a struct{ Areas []struct{ X, Y, W, H int } }
		if err := json.Unmarshal([]byte(data), &a); err != nil {
			t.Fatal(err)
		}
		for _, area := range a.Areas {
			right = append(right, captcha.Tap{X: area.X + area.W/2, Y: area.Y + area.H/2})
		}
		p.clock.Add(2 * time.Second)
		return r.str("captchaId"), right
	}
	b.refused(errs.NeedCaptcha, path, m{"phone": alice})
	b.refused(errs.NeedCaptcha, path, m{"phone": alice, "captchaTicket": "made up"})
	b.refused(errs.BadRequest, "/api/login/captcha", m{"kind": "text"})
	for _, kind := range []string{"", "click"} {
		id, right := draw(kind)
		pass := b.ok("/api/login/verify", m{"captchaId": id, "points": right, "track": slid(right)}).str("captchaTicket")
		b.refused(errs.WrongCaptcha, "/api/login/verify", m{"captchaId": id, "points": right, "track": slid(right)}) // the same captcha is sent again
		p.clock.Add(account.CodeResend)
		b.ok(path, m{"phone": alice, "captchaTicket": pass, "captchaType": 9, "v": 1})
		p.clock.Add(account.CodeResend)
		b.refused(errs.NeedCaptcha, path, m{"phone": alice, "captchaTicket": pass}) // the same pass is sent again
	}
	// A wrong answer uses up the captcha.
	id, right := draw("slide")
	b.refused(errs.WrongCaptcha, "/api/login/verify", m{"captchaId": id, "points": []captcha.Tap{{X: right[0].X + 60}}, "track": slid([]captcha.Tap{{X: right[0].X + 60}})})
	b.refused(errs.WrongCaptcha, "/api/login/verify", m{"captchaId": id, "points": right, "track": slid(right)})
	// The right place is not enough: the track must also be like that of a person.
	for _, track := range [][]captcha.Step{nil, {{X: 5, T: 0}, {X: right[0].X, T: 900}}} {
		id, right = draw("slide")
		b.refused(errs.WrongCaptcha, "/api/login/verify", m{"captchaId": id, "points": right, "track": track})
	}
	// A captcha expires.
	id, right = draw("slide")
	p.clock.Add(2 * time.Minute)
	b.refused(errs.WrongCaptcha, "/api/login/verify", m{"captchaId": id, "points": right, "track": slid(right)})
	// Neither a ticket of another kind nor a captcha is accepted as a pass.
	id, _ = draw("slide")
	b.refused(errs.NeedCaptcha, path, m{"phone": alice, "captchaTicket": id})
	uuid := b.ok("/api/joint/app/uuid", nil).str("uuid")
	b.refused(errs.NeedCaptcha, path, m{"phone": alice, "captchaTicket": uuid})
	// One call can both solve the captcha and request the code.
	id, right = draw("slide")
	b.ok(path, m{"phone": bob, "captchaId": id, "points": right, "track": slid(right)})
}

// slid is the track of a person who moves the piece to its place.
func slid(to []captcha.Tap) (track []captcha.Step) {
	for i, at := range []int{0, 15, 45, 80, 96, 100} {
		track = append(track, captcha.Step{X: 5 + (to[0].X-5)*at/100, T: 90*i + i*i})
	}
	return track
}

// Every wrong answer to a captcha counts for its network. A network with too many wrong answers gets no
// captcha for some time; at most 80 wrong answers are possible in a day. Other networks do not wait.
func TestWrongCaptchasCost(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, func(s *account.Settings, _ *account.Options) { s.NoCaptcha = false })
	bot := account.Client{Network: "203.0.113.9"}
	wrong := 0
	for range 24 * 6 {
		for range 10 {
			puzzle, err := p.NewPuzzle(t.Context(), captcha.Slide, bot)
			if err != nil {
				if !errs.Is(err, errs.LoginTries) {
					t.Fatal(err)
				}
				break
			}
			p.clock.Add(time.Second)
			if _, err = p.Solve(t.Context(), account.Solution{PuzzleID: puzzle.ID, Points: []captcha.Tap{{X: 9999}}, From: bot}); err == nil {
				t.Fatal("a place outside of the picture is right")
			}
			wrong++
		}
		p.clock.Add(10 * time.Minute)
	}
	if wrong > 60+20 {
		t.Errorf("%d wrong answers in a day", wrong)
	}
	if _, err := p.NewPuzzle(t.Context(), captcha.Slide, account.Client{Network: "203.0.113.10"}); err != nil {
		t.Errorf("another network: %v", err)
	}
}

// TestHurriedCaptchas requests 120 puzzles within 6 s from one network and answers each received puzzle
// wrongly. After a few wrong answers, the network gets no further puzzle.
func TestHurriedCaptchas(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, func(s *account.Settings, _ *account.Options) { s.NoCaptcha = false })
	bot := account.Client{Network: "203.0.113.9"}
	const puzzles, pause = 120, 50 * time.Millisecond
	answered, refused := 0, 0
	for range puzzles {
		p.clock.Add(pause)
		puzzle, err := p.NewPuzzle(t.Context(), captcha.Slide, bot)
		if errs.Is(err, errs.LoginTries) {
			refused++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		answered++
		if _, err = p.Solve(t.Context(), account.Solution{PuzzleID: puzzle.ID, Points: []captcha.Tap{{X: 9999}}, From: bot}); err == nil {
			t.Fatal("a place outside of the picture is right")
		}
	}
	const most = 6
	if answered > most || answered+refused != puzzles {
		t.Errorf("%d puzzles were answered within 6 s, %d refused", answered, refused)
	}
}

// Sending a code and refusing a wrong code read no account. So neither the response nor
// its duration reveals whether an account exists.
func TestCodesTellNothingOfAccounts(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	p.browser().login(alice)
	p.clock.Add(account.CodeResend)
	b := p.browser()
	wrong := func(phone string) (result, result) {
		sent := b.ok("/api/login/getverificationcode", m{"phone": phone})
		refused := b.post("/api/joint/login", m{"type": "phone", "phone": phone, "code": "000000"})
		return sent, refused
	}
	knownSent, knownRefused := wrong(alice)
	newSent, newRefused := wrong(bob)
	same := func(what string, a, b result) {
		t.Helper()
		clean := func(r result) string {
			delete(r.json, "traceId")
			j, _ := json.Marshal(r.json)
			return strings.NewReplacer("138****8000", "#", "139****9000", "#").Replace(string(j))
		}
		if a.status != b.status || clean(a) != clean(b) {
			t.Errorf("%s: %d %s for a number that we know, %d %s for one that we do not", what, a.status, clean(a), b.status, clean(b))
		}
	}
	same("sending", knownSent, newSent)
	same("a wrong code", knownRefused, newRefused)

	for _, table := range []string{"account_identity", "account_session", "account"} {
		if err := p.db.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec("DROP TABLE " + table)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	p.clock.Add(account.CodeResend)
	for _, phone := range []string{alice, bob} {
		sent, refused := wrong(phone)
		if sent.status != http.StatusOK || refused.code() != errs.WrongCode {
			t.Errorf("without any accounts: %d %s, %d %s", sent.status, sent.text, refused.status, refused.text)
		}
	}
}

func TestTerminalCodes(t *testing.T) {
	t.Parallel()
	var printed []string
	p := sqlitePlace(t, func(s *account.Settings, o *account.Options) {
		s.SMS.Gateway = ""
		o.Terminal = func(line string) { printed = append(printed, line) }
	})
	b := p.browser()
	config := b.get("/api/v5/accountLogic/login/config")
	if config.data["codeOnTerminal"] != true {
		t.Errorf("the page is not told: %s", config.text)
	}
	if r := b.ok("/api/login/getverificationcode", m{"phone": alice}); r.data["terminal"] != true || len(printed) != 1 {
		t.Fatalf("told %s, said %v", r.text, printed)
	}
	code := printed[0][len(printed[0])-6:]
	if r := b.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": code}); r.data["status"] != 1.0 {
		t.Errorf("the login: %s", r.text)
	}

	off := sqlitePlace(t, func(s *account.Settings, _ *account.Options) { s.SMS.Gateway = "" })
	off.browser().refused(errs.MethodOff, "/api/login/getverificationcode", m{"phone": alice})
	off.browser().refused(errs.MethodOff, "/api/joint/login", m{"type": "phone", "phone": alice, "code": "123456"})
	if r := off.browser().get("/api/v5/accountLogic/login/config"); strings.Contains(r.text, `"phone"`) {
		t.Errorf("phone login is offered: %s", r.text)
	}
}

func TestFailedMessageNeedNotWait(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	p.world.Break("/sms", true)
	b.refused(errs.SendFail, "/api/login/getverificationcode", m{"phone": alice})
	p.world.Break("/sms", false)
	b.ok("/api/login/getverificationcode", m{"phone": alice})
}

func TestPhoneNumbers(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	for in, want := range map[string]string{
		"138-0013-8001":     "+86 138****8001",
		"+86 138 0013 8002": "+86 138****8002",
		"008613800138003":   "+86 138****8003",
		"+852 5123 4567":    "+852 5*****67",
		"+1 415 555 2671":   "+1 415***2671",
		"+886 912 345 678":  "+886 9******78",
	} {
		if r := b.ok("/api/login/getverificationcode", m{"phone": in}); r.str("phone") != want {
			t.Errorf("%q is shown as %q, want %q", in, r.str("phone"), want)
		}
	}
	for _, bad := range []string{"", "110", "12345678901", "010-62771234", "+861380013800", "13800138000 ext 5", strings.Repeat("1", 500), "abc"} {
		b.refused(errs.WrongPhone, "/api/login/getverificationcode", m{"phone": bad})
	}
}
