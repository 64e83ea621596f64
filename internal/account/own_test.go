//go:build unix

package account_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/account/sms"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

func types(r result) (out []string) {
	for _, row := range r.data["identities"].([]any) {
		out = append(out, row.(map[string]any)["type"].(string))
	}
	return out
}

func TestBindAndUnbind(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b, other := p.browser(), p.browser()
		id := b.login(alice).str("userId")
		other.login(alice)
		b.refused(errs.LastIdentity, "/api/account/unbind", m{"type": "phone"})
		b.refused(errs.NotBound, "/api/account/unbind", m{"type": "qq"})
		b.refused(errs.BadRequest, "/api/account/unbind", m{"type": "x"})

		bind := func(b *browser, app string) result {
			code, state := b.depart(app, m{"scene": "bind"})
			return b.post("/api/account/bind", m{"type": app, "code": code, "state": state})
		}
		if r := b.ok("/api/v5/accountLogic/checkBindWechat", m{"scene": 1}); r.data["status"] != 1.0 {
			t.Errorf("before binding: %s", r.text)
		}
		if r := bind(b, "wx"); r.status != http.StatusOK || !slices.Equal(types(r), []string{"phone", "wx"}) {
			t.Fatalf("binding WeChat: %s", r.text)
		}
		if r := b.ok("/api/v5/accountLogic/checkBindWechat", m{"scene": 1}); r.data["status"] != 2.0 {
			t.Errorf("after binding: %s", r.text)
		}
		// It logs in to the same account now, and nobody else can bind it.
		if r := p.browser().by("wx"); r.str("userId") != id {
			t.Errorf("WeChat logs in to %s", r.text)
		}
		stranger := p.browser()
		stranger.login(bob)
		if r := bind(stranger, "wx"); r.code() != errs.IdentityTaken {
			t.Errorf("binding what another account has: %s", r.text)
		}
		// The state of a login is none for binding, nor that of another session.
		code, state := b.depart("qq", nil)
		b.refused(errs.LoginState, "/api/account/bind", m{"type": "qq", "code": code, "state": state})
		code, state = stranger.depart("qq", m{"scene": "bind"})
		b.refused(errs.LoginState, "/api/account/bind", m{"type": "qq", "code": code, "state": state})

		// Unbinding ends the other logins, and the number logs in no more.
		if r := b.ok("/api/user/account/unbind", m{"app": "phone"}); !slices.Equal(types(r), []string{"wx"}) {
			t.Errorf("after unbinding: %s", r.text)
		}
		if _, status := other.who(); status != 0 {
			t.Error("another device is still logged in")
		}
		if r := p.browser().login(alice); r.str("userId") == id || r.data["isNew"] != true {
			t.Errorf("the number that was unbound: %s", r.text)
		}
		b.refused(errs.LastIdentity, "/api/account/unbind", m{"type": "wx"})
		// Another number takes the place of one.
		b.ok("/api/account/bind", m{"type": "phone", "phone": "+8613700137000", "code": b.sendCode("+8613700137000", "bind")})
		r := b.ok("/api/account/bind", m{"type": "phone", "phone": "+8613700137001", "code": b.sendCode("+8613700137001", "bind")})
		if !strings.Contains(r.text, "7001") || strings.Contains(r.text, "7000") {
			t.Errorf("after changing the number: %s", r.text)
		}
	})
}

func TestProofBeforeWhatCannotBeUndone(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b, other := p.browser(), p.browser()
	r := b.login(alice)
	id, token := r.str("userId"), r.str("token")
	other.login(bob)
	p.clock.pass(11 * time.Minute)
	for path, body := range map[string]m{
		"/api/unregister":     {"userId": id},
		"/api/account/unbind": {"type": "phone"},
		"/api/account/bind":   {"type": "phone", "phone": bob, "code": "123456"},
	} {
		if r := b.refused(errs.SafeVerify, path, body); r.status != http.StatusPreconditionRequired {
			t.Errorf("%s: %d", path, r.status)
		}
	}
	safe := b.ok("/api/v5/accountLogic/safeVerify/detail", nil)
	if safe.str("phone") != "+86 138****8000" || safe.data["proven"] != false {
		t.Errorf("the proof: %s", safe.text)
	}
	name := safe.str("safeVerifyCode")
	// Nobody else's proof, and no code of another purpose.
	other.refused(errs.LoginState, "/api/v5/accountLogic/safeVerify/detail", m{"safeVerifyCode": name})
	other.refused(errs.LoginState, "/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": "123456"})
	login := p.browser().sendCode(alice, "")
	b.refused(errs.WrongCode, "/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": login})
	// The code goes to the account's own number, whatever the body says.
	p.clock.pass(account.CodeResend)
	b.ok("/api/login/getverificationcode", m{"phone": bob, "purpose": "safe"})
	sent, _ := p.world.Sent(alice)
	done := b.ok("/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": sent.Code})
	if done.str("token") == token || len(done.str("token")) != 43 {
		t.Errorf("the token was not renewed: %s", done.text)
	}
	if _, err := p.Identify(t.Context(), id, token); !errs.Is(err, errs.LoginOver) {
		t.Errorf("the token before: %v", err)
	}
	b.refused(errs.LastIdentity, "/api/account/unbind", m{"type": "phone"}) // and no SafeVerify any more
	b.refused(errs.LoginState, "/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": name, "code": sent.Code})

	// By a provider: only as the person who is bound.
	w := p.browser()
	w.by("wx")
	p.clock.pass(11 * time.Minute)
	safe = w.ok("/api/v5/accountLogic/safeVerify/detail", nil)
	if ways := safe.data["ways"].([]any); len(ways) != 1 || ways[0] != "wx" {
		t.Errorf("ways: %v", ways)
	}
	prove := func() result {
		code, state := w.depart("wx", m{"scene": "safe"})
		return w.post("/api/v5/accountLogic/safeVerify/doVerify", m{"safeVerifyCode": safe.str("safeVerifyCode"), "type": "wx", "code": code, "state": state})
	}
	p.world.As("bob")
	if r := prove(); r.code() != errs.IdentityTaken {
		t.Errorf("a proof by somebody else: %s", r.text)
	}
	p.world.As("alice")
	if r := prove(); r.status != http.StatusOK {
		t.Errorf("a proof by WeChat: %s", r.text)
	}
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		b, second := p.browser(), p.browser()
		id := b.login(alice).str("userId")
		second.login(alice)
		b.refused(errs.BadRequest, "/api/unregister", m{"userId": "somebody"})
		r := b.ok("/api/unregister", m{"userId": id})
		if want := p.clock.now().Add(account.DefaultLeaveAfter).Unix(); r.data["leavesTime"] != float64(want) {
			t.Errorf("it ends at %v, want %d", r.data["leavesTime"], want)
		}
		for _, device := range []*browser{b, second} {
			if _, status := device.who(); status == 1 {
				t.Error("still logged in")
			}
		}
		// A login during the grace offers to come back, and does nothing more.
		again := b.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "")})
		if again.data["status"] != 2.0 || again.str("ticket") == "" || again.str("token") != "" {
			t.Fatalf("a login during the grace: %s", again.text)
		}
		if _, status := b.who(); status != 2 {
			t.Errorf("the status is %v", status)
		}
		back := b.ok("/api/joint/register", m{"ticket": again.str("ticket")})
		if back.data["status"] != 1.0 || back.str("userId") != id {
			t.Fatalf("coming back: %s", back.text)
		}
		b.refused(errs.LoginState, "/api/joint/register", m{"ticket": again.str("ticket")})
		if _, status := b.who(); status != 1 {
			t.Error("not logged in after coming back")
		}
		// And to the end.
		b.ok("/api/profile", m{"avatar": picture(t, 10, 10)})
		b.ok("/api/unregister", m{"userId": id})
		p.clock.pass(account.DefaultLeaveAfter - time.Hour)
		if n, err := p.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("before the end: %d, %v", n, err)
		}
		p.clock.pass(2 * time.Hour)
		if n, err := p.Sweep(t.Context()); n != 1 || err != nil {
			t.Errorf("at the end: %d, %v", n, err)
		}
		if !slices.Equal(p.purged, []string{id}) {
			t.Errorf("purged: %v", p.purged)
		}
		for _, table := range []string{"account", "account_identity", "account_session", "account_avatar", "account_docs"} {
			if n := p.count(`SELECT count(*) FROM ` + table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
		if r := p.browser().login(alice); r.data["isNew"] != true || r.str("userId") == id {
			t.Errorf("the number afterwards: %s", r.text)
		}
	})
}

func TestSeveralAccountsOfOneNumber(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	first := b.login(alice).str("userId")
	second := b.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, ""), "another": true})
	if second.data["isNew"] != true || second.str("userId") == first {
		t.Fatalf("another account: %s", second.text)
	}
	list := b.get("/api/v5/accountLogic/login/accountList")
	if len(list.data["accounts"].([]any)) != 2 {
		t.Errorf("the list: %s", list.text)
	}
	c := p.browser()
	r := c.ok("/api/joint/login", m{"type": "phone", "phone": alice, "code": c.sendCode(alice, "")})
	if r.data["status"] != 0.0 || len(r.data["accounts"].([]any)) != 2 || r.str("token") != "" {
		t.Fatalf("the login: %s", r.text)
	}
	if _, status := c.who(); status != 0 {
		t.Error("logged in without a choice")
	}
	stranger := p.browser().login(bob).str("userId")
	c.refused(errs.BadRequest, "/api/joint/login", m{"type": "choose", "ticket": r.str("ticket"), "userId": stranger})
	c.refused(errs.LoginState, "/api/joint/login", m{"type": "choose", "ticket": strings.Repeat("A", 43), "userId": first})
	if r := c.ok("/api/joint/login", m{"type": "choose", "ticket": r.str("ticket"), "userId": first}); r.str("userId") != first || r.data["status"] != 1.0 {
		t.Errorf("the choice: %s", r.text)
	}
	c.refused(errs.LoginState, "/api/joint/login", m{"type": "choose", "ticket": r.str("ticket"), "userId": first})
	for range 4 {
		b.post("/api/joint/login", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, ""), "another": true})
	}
	if n := p.count(`SELECT count(*) FROM account_identity WHERE subject = $1`, alice); n != 5 {
		t.Errorf("%d accounts of one number", n)
	}
}

func TestClosedAndDisabled(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	id := b.login(alice).str("userId")
	p.settings.NoRegistration = true
	p.browser().refused(errs.NoRegistration, "/api/joint/login", m{"type": "phone", "phone": bob, "code": p.browser().sendCode(bob, "")})
	p.browser().login(alice)
	if err := p.Disable(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if _, status := b.who(); status != 0 {
		t.Error("a disabled account is still logged in")
	}
	p.browser().refused(errs.AccountOff, "/api/joint/login", m{"type": "phone", "phone": alice, "code": p.browser().sendCode(alice, "")})
	if err := p.Enable(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	p.browser().login(alice)
}

func picture(t *testing.T, w, h int) string {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		img.Set(i%w, i/w, color.RGBA{uint8(i), 100, 200, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestProfile(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	if r := p.browser().get("/api/profile"); r.status != http.StatusOK || r.str("name") != "" {
		t.Errorf("a visitor's profile: %s", r.text)
	}
	b.login(alice)
	if r := b.ok("/api/profile", m{"name": "  李  雷 ", "avatar": picture(t, 300, 200)}); r.str("name") != "李 雷" {
		t.Errorf("the profile: %s", r.text)
	}
	path := b.get("/api/profile").str("avatar")
	avatar := p.browser().get(path)
	c, err := jpeg.DecodeConfig(strings.NewReader(avatar.text))
	if err != nil || c.Width != 128 || c.Height != 128 || avatar.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("the picture at %s: %d %v %v", path, avatar.status, c, err)
	}
	b.ok("/api/profile", m{"avatar": picture(t, 5, 5)})
	if r := p.browser().get(path); r.status != http.StatusNotFound {
		t.Errorf("the picture before: %d", r.status)
	}
	svg := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`))
	for name, bad := range map[string]string{
		"SVG": "data:image/svg+xml;base64," + svg, "an address": "http://169.254.169.254/latest", "broken": "data:image/png;base64,AAAA",
		"not base64": "data:image/png,xx", "huge": "data:image/png;base64," + strings.Repeat("A", 3<<20), "many pixels": hugeGIF(),
	} {
		if r := b.post("/api/profile", m{"avatar": bad}); r.code() != errs.BadAvatar {
			t.Errorf("%s: %d %.200s", name, r.status, r.text)
		}
	}
	for _, bad := range []string{"", " ", "\n\t", strings.Repeat("字", 25), "\u200b\u200b"} {
		b.refused(errs.BadName, "/api/profile", m{"name": bad})
	}
	if r := b.ok("/api/profile", m{"avatar": ""}); r.str("avatar") != "" {
		t.Errorf("without a picture: %s", r.text)
	}
	if n := p.count(`SELECT count(*) FROM account_avatar`); n != 0 {
		t.Errorf("%d pictures are left", n)
	}
}

// hugeGIF is a small file that says it is 60,000 pixels wide.
func hugeGIF() string {
	head := []byte("GIF89a\x60\xea\x60\xea\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x60\xea\x60\xea\x00\x02\x02D\x01\x00;")
	return "data:image/gif;base64," + base64.StdEncoding.EncodeToString(head)
}

func TestScan(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		phone, thief := p.browser(), p.browser()
		id := phone.login(alice).str("userId")
		thief.login(bob)
		pc := p.browser()
		begun := pc.ok("/api/joint/scan/create", nil)
		ticket := begun.str("ticket")
		if u, err := url.Parse(begun.str("url")); err != nil || u.Path != "/open/scan" || u.Query().Get("ticket") != ticket {
			t.Errorf("the QR code says %s", begun.str("url"))
		}
		state := func(b *browser) string { return b.ok("/api/joint/scan/state", m{"ticket": ticket}).str("state") }
		if got := state(pc); got != "new" {
			t.Errorf("at first: %s", got)
		}
		pc.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		pc.refused(errs.NeedLogin, "/api/joint/scan/scan", m{"ticket": ticket})
		if r := phone.ok("/api/joint/scan/scan", m{"ticket": ticket}); r.str("device") != "Chrome · Windows" {
			t.Errorf("the phone sees %s", r.text)
		}
		if got := state(pc); got != "scanned" {
			t.Errorf("after the scan: %s", got)
		}
		// Whoever saw the code cannot allow it, look at it, or use it.
		thief.refused(errs.LoginState, "/api/joint/scan/scan", m{"ticket": ticket})
		thief.refused(errs.LoginState, "/api/joint/scan/confirm", m{"ticket": ticket})
		phone.ok("/api/joint/scan/confirm", m{"ticket": ticket})
		thief.ok("/api/joint/scan/create", nil) // a secret of their own
		if got := state(thief); got != "expired" {
			t.Errorf("the thief sees %s", got)
		}
		thief.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		p.browser().refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		if r := pc.ok("/api/joint/login", m{"type": "scan", "ticket": ticket}); r.str("userId") != id {
			t.Errorf("the login: %s", r.text)
		}
		pc.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		phone.refused(errs.LoginState, "/api/joint/scan/confirm", m{"ticket": ticket})

		// Refused, and too late.
		pc = p.browser()
		ticket = pc.ok("/api/joint/scan/create", nil).str("ticket")
		phone.ok("/api/joint/scan/scan", m{"ticket": ticket})
		phone.ok("/api/joint/scan/confirm", m{"ticket": ticket, "allow": false})
		if got := state(pc); got != "refused" {
			t.Errorf("after a no: %s", got)
		}
		pc.refused(errs.LoginState, "/api/joint/login", m{"type": "scan", "ticket": ticket})
		ticket = pc.ok("/api/joint/scan/create", nil).str("ticket")
		p.clock.pass(3 * time.Minute)
		if got := state(pc); got != "expired" {
			t.Errorf("after three minutes: %s", got)
		}
		phone.refused(errs.LoginState, "/api/joint/scan/scan", m{"ticket": ticket})
	})
}

func TestMiddleLogin(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	port := strings.TrimPrefix(p.server.URL, "http://127.0.0.1")
	hostA, hostB := "a.localhost"+port, "b.localhost"+port
	p.settings.Hosts = []string{hostA, hostB}
	b := p.browser() // one browser, with cookies of each host
	b.base = "http://" + hostA
	id := b.login(alice).str("userId")
	b.base = "http://" + hostB
	if _, status := b.who(); status != 0 {
		t.Fatal("already logged in on the other host")
	}
	b.refused(errs.BadRedirect, "/api/joint/middle/start", m{"host": "evil.example"})
	begun := b.ok("/api/joint/middle/start", m{"host": hostA, "back": "/chat"})
	ticket := begun.str("ticket")
	if want := "http://" + hostA + "/pc-middle-login?ticket=" + ticket; begun.str("url") != want {
		t.Errorf("to %s, want %s", begun.str("url"), want)
	}
	b.base = "http://" + hostA
	if r := b.ok("/api/joint/middle/detail", m{"ticket": ticket}); r.str("to") != "http://"+hostB {
		t.Errorf("asked for %s", r.text)
	}
	back := b.ok("/api/joint/middle/confirm", m{"ticket": ticket}).str("url")
	u, err := url.Parse(back)
	if err != nil || u.Host != hostB || u.Path != "/pc-middle-login" {
		t.Fatalf("back to %s", back)
	}
	code := u.Query().Get("code")
	login := func(b *browser, code string) result {
		return b.post("/api/joint/login", m{"type": "middle_login", "ticket": ticket, "code": code})
	}
	// Another browser that learned the address, another host, another code.
	thief := p.browser()
	thief.base = "http://" + hostB
	thief.ok("/api/joint/middle/start", m{"host": hostA})
	for name, r := range map[string]result{"another browser": login(thief, code), "another host": login(b, code)} {
		if r.code() != errs.LoginState {
			t.Errorf("%s: %s", name, r.text)
		}
	}
	b.base = "http://" + hostB
	if r := login(b, strings.Repeat("A", 43)); r.code() != errs.LoginState {
		t.Errorf("another code: %s", r.text)
	}
	if r := login(b, code); r.status != http.StatusOK || r.str("userId") != id || r.str("back") != "/chat" {
		t.Errorf("the login: %s", r.text)
	}
	if r := login(b, code); r.code() != errs.LoginState {
		t.Errorf("for the second time: %s", r.text)
	}
}

func TestAppState(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	uuid := b.ok("/api/joint/app/uuid", m{"from_source": "web"}).str("uuid")
	state := func() string { return b.ok("/api/joint/app/state/get", m{"uuid": uuid}).str("state") }
	if got := state(); got != "new" {
		t.Errorf("at first %s", got)
	}
	app := p.browser()
	app.ok("/api/joint/app/state/set", m{"uuid": uuid})
	app.ok("/api/joint/app/state/set", m{"uuid": uuid})
	if got := state(); got != "appArousal" {
		t.Errorf("then %s", got)
	}
	app.refused(errs.LoginState, "/api/joint/app/state/set", m{"uuid": "unknown"})
	p.clock.pass(6 * time.Minute)
	if got := state(); got != "expired" {
		t.Errorf("at last %s", got)
	}
}

func TestDocs(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) {
		o.Text = textOf
	})
	b := p.browser()
	b.login(alice)
	detail := func() float64 { return b.ok("/api/user/docs/account/detail", nil).data["status"].(float64) }
	if got := detail(); got != account.DocsWithoutWeChat {
		t.Errorf("without WeChat: %v", got)
	}
	code, state := b.depart("wx", m{"scene": "bind"})
	b.ok("/api/account/bind", m{"type": "wx", "code": code, "state": state})
	if got := detail(); got != account.DocsUnbound {
		t.Errorf("with WeChat: %v", got)
	}
	b.refused(errs.DocsUnbound, "/api/user/docs/account/edit", m{"conversationId": "conversation-1", "index": 2})
	redirect := p.server.URL + "/setting"
	b.refused(errs.BadRedirect, "/api/user/docs/account/address", m{"redirect_uri": "https://evil.example/"})
	to := b.ok("/api/user/docs/account/address", m{"redirect_uri": redirect}).str("url")
	back, err := url.Parse(b.send(http.MethodGet, to, nil).header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	b.refused(errs.DocsFail, "/api/user/docs/account/bind", m{"code": "made up", "redirect_uri": redirect})
	b.ok("/api/user/docs/account/bind", m{"code": back.Query().Get("code"), "redirect_uri": redirect})
	if r := b.ok("/api/user/docs/account/detail", nil); r.data["status"] != 1.0 || r.str("name") != "文档 alice" {
		t.Errorf("bound: %s", r.text)
	}
	file := b.ok("/api/user/docs/account/edit", m{"conversationId": "conversation-1", "index": 2, "repeatIndex": 0})
	if title, text := p.world.Document(file.str("fileId")); title != "标题" || text != "# 标题\n\n内容" || !strings.HasPrefix(file.str("url"), "http://") {
		t.Errorf("the document is %q %q: %s", title, text, file.text)
	}
	if r := b.ok("/api/user/docs/account/file", m{"fileId": file.str("fileId")}); r.str("title") != "标题" {
		t.Errorf("the document: %s", r.text)
	}
	b.refused(errs.NotFound, "/api/user/docs/account/edit", m{"conversationId": "somebody-elses", "index": 2})
	// The token is sealed, and one that the service does not take has expired.
	if n := p.count(`SELECT count(*) FROM account_docs WHERE token = ''`); n != 0 {
		t.Error("no token is kept")
	}
	p.world.EndTokens()
	b.refused(errs.DocsUnbound, "/api/user/docs/account/file", m{"fileId": file.str("fileId")})
	if got := detail(); got != account.DocsExpired {
		t.Errorf("after the token ended: %v", got)
	}
	b.ok("/api/user/docs/account/unbind", nil)
	b.refused(errs.NotBound, "/api/user/docs/account/unbind", nil)
	if got := detail(); got != account.DocsUnbound {
		t.Errorf("after unbinding: %v", got)
	}
	p.settings.Docs.URL = ""
	b.refused(errs.DocsOff, "/api/user/docs/account/detail", nil)
}

func TestBans(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	b := p.browser()
	id := b.login(alice).str("userId")
	until := p.clock.now().Add(time.Hour)
	if err := p.Ban(t.Context(), id, until, "刷屏"); err != nil {
		t.Fatal(err)
	}
	err := p.MayAsk(t.Context(), id)
	if !errs.Is(err, errs.ChatBanned) || !strings.Contains(errs.From(err).Message("zh-CN"), "刷屏") || errs.From(err).RetryAfter < 59*time.Minute {
		t.Errorf("banned: %v", err)
	}
	p.clock.pass(time.Hour + time.Second)
	if err := p.MayAsk(t.Context(), id); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	// A visitor's ban follows them into their account.
	v := p.Mint()
	if _, err := p.Keep(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	if err := p.Ban(t.Context(), v.ID, p.clock.now().Add(time.Hour), "广告"); err != nil {
		t.Fatal(err)
	}
	c := p.browser()
	c.id, c.token = v.ID, v.Token
	c.login(alice)
	if err := p.MayAsk(t.Context(), id); !errs.Is(err, errs.ChatBanned) {
		t.Errorf("the account of a banned visitor: %v", err)
	}
	if err := p.Unban(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := p.MayAsk(t.Context(), id); err != nil {
		t.Errorf("after the ban was lifted: %v", err)
	}
}

func TestFirstAdministrator(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newPlace(t, d, nil)
		link := func() string {
			path, err := p.AdminLink(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return strings.TrimPrefix(path, "/open/login?admin=")
		}
		open := func(b *browser, secret string) result {
			return b.post("/api/joint/login", m{"type": "admin", "ticket": secret})
		}
		late := link()
		p.clock.pass(16 * time.Minute)
		if r := open(p.browser(), late); r.code() != errs.LoginState {
			t.Errorf("after 16 minutes: %s", r.text)
		}
		before, secret := link(), link()
		if r := open(p.browser(), before); r.code() != errs.LoginState {
			t.Errorf("a link that was replaced: %s", r.text)
		}
		var in atomic.Int64
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if r, err := p.Login(t.Context(), account.LoginRequest{Type: "admin", Ticket: secret}); err == nil && r.User.Role == account.Admin {
					in.Add(1)
				}
			})
		}
		wg.Wait()
		if in.Load() != 1 {
			t.Fatalf("%d became administrators by one link", in.Load())
		}
		if again := link(); again != "" {
			t.Errorf("there is an administrator, and another link: %q", again)
		}
		// An administrator who cannot log in any more gets in by a new link.
		if _, err := p.EndOthers(t.Context(), adminID(t, p), ""); err != nil {
			t.Fatal(err)
		}
		b := p.browser()
		r := open(b, link())
		if r.status != http.StatusOK || r.data["role"] != 1.0 || r.str("userId") != adminID(t, p) {
			t.Errorf("the administrator again: %s", r.text)
		}
		b.ok("/api/account/bind", m{"type": "phone", "phone": alice, "code": b.sendCode(alice, "bind")})
		b.ok("/api/login/logout", nil)
		if again := link(); again != "" {
			t.Error("an administrator who can log in is none")
		}
		if r := p.browser().login(alice); r.data["role"] != 1.0 {
			t.Errorf("by phone: %s", r.text)
		}
	})
}

func adminID(t *testing.T, p *place) (id string) {
	t.Helper()
	if err := p.db.Read().QueryRow(`SELECT id FROM account WHERE role = 1`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestRoles(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	a, b := p.browser(), p.browser()
	one := a.login(alice)
	two := b.login(bob).str("userId")
	for _, f := range []func() error{
		func() error { return p.SetRole(t.Context(), one.str("userId"), account.Admin) },
	} {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
	// The token from before has none of the new rights: it is over.
	if _, err := p.Identify(t.Context(), one.str("userId"), one.str("token")); !errs.Is(err, errs.LoginOver) {
		t.Errorf("the token from before: %v", err)
	}
	id := a.login(alice).str("userId")
	a.refused(errs.LastAdmin, "/api/unregister", m{"userId": id})
	for name, err := range map[string]error{
		"made normal": p.SetRole(t.Context(), id, account.Normal), "disabled": p.Disable(t.Context(), id),
	} {
		if !errs.Is(err, errs.LastAdmin) {
			t.Errorf("the last administrator was %s: %v", name, err)
		}
	}
	if err := p.SetRole(t.Context(), two, account.Admin); err != nil {
		t.Fatal(err)
	}
	if err := p.SetRole(t.Context(), id, account.Normal); err != nil {
		t.Errorf("one of two administrators: %v", err)
	}
	found, err := p.FindUsers(t.Context(), "8000", 0, 10)
	if err != nil || found.Total != 1 || found.Users[0].ID != id {
		t.Errorf("found %+v, %v", found, err)
	}
	for word, want := range map[string]int{"": 2, "%": 0, "用户": 2, two: 1, "_": 0, "!": 0} {
		if found, err := p.FindUsers(t.Context(), word, 0, 10); err != nil || found.Total != want || len(found.Users) != want {
			t.Errorf("%q finds %d, %v; want %d", word, found.Total, err, want)
		}
	}
}

func TestTencentSMS(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	cloud := sms.Tencent{
		ID: accounttest.CloudID, Key: accounttest.CloudKey, App: "1400000000", Sign: "问渠", Template: "1", Minutes: true,
		URL: strings.TrimSuffix(p.world.Issuer(), "/oidc") + accounttest.TencentPath,
	}
	p.settings.SMS = sms.Settings{Tencent: cloud}
	b := p.browser()
	b.ok("/api/login/getverificationcode", m{"phone": alice})
	if got, _ := p.world.Sent(alice); got.By != "tencent" || got.Text != got.Code+"|5" {
		t.Errorf("sent %+v", got)
	}
	b.refused(errs.SendFail, "/api/login/getverificationcode", m{"phone": "+8613800130000"}) // refused by the service
	cloud.Key = "wrong"
	p.settings.SMS = sms.Settings{Tencent: cloud}
	b.refused(errs.SendFail, "/api/login/getverificationcode", m{"phone": bob})
}
