//go:build unix

package account_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/account/docs"
	"github.com/wenqu-ai/wenqu/internal/account/sms"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

func TestDocs(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) {
		o.Text = textOf
	})
	b := p.browser()
	b.login(alice)
	detail := func() float64 { return b.ok("/api/user/docs/account/detail", nil).data["status"].(float64) }
	if got := detail(); got != docs.WithoutWeChat {
		t.Errorf("without WeChat: %v", got)
	}
	code, state := b.depart("wx", m{"scene": "bind"})
	b.ok("/api/account/bind", m{"type": "wx", "code": code, "state": state})
	if got := detail(); got != docs.Unbound {
		t.Errorf("with WeChat: %v", got)
	}
	b.refused(errs.DocsUnbound, "/api/user/docs/account/edit", m{"conversationId": "conversation-1", "index": 2})
	redirect := p.server.URL + "/setting"
	b.refused(errs.BadRedirect, "/api/user/docs/account/address", m{"redirect_uri": "https://evil.example/"})
	allow(b, redirect)
	b.refused(errs.DocsFail, "/api/user/docs/account/bind", m{"code": "made up", "redirect_uri": redirect})
	code, _ = allow(b, redirect)
	b.ok("/api/user/docs/account/bind", m{"code": code, "redirect_uri": redirect})
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
	// The binding is stored with a token. If the service refuses the token, the binding counts as expired.
	if n := p.count(`SELECT count(*) FROM account_docs WHERE token = ''`); n != 0 {
		t.Error("no token is kept")
	}
	p.world.EndTokens()
	b.refused(errs.DocsUnbound, "/api/user/docs/account/file", m{"fileId": file.str("fileId")})
	if got := detail(); got != docs.Expired {
		t.Errorf("after the token ended: %v", got)
	}
	b.ok("/api/user/docs/account/unbind", nil)
	b.refused(errs.NotBound, "/api/user/docs/account/unbind", nil)
	if got := detail(); got != docs.Unbound {
		t.Errorf("after unbinding: %v", got)
	}
	p.settings.Docs.URL = ""
	b.refused(errs.DocsOff, "/api/user/docs/account/detail", nil)
}

// An earlier version sealed tokens with a key derived from the server's secret. These tokens stay
// valid. A new binding is sealed with the server's key.
func TestOldTokensOfDocsStayValid(t *testing.T) {
	t.Parallel()
	key := seal.NewKey("the key of the server")
	p := sqlitePlace(t, func(_ *account.Settings, o *account.Options) { o.Key, o.Text = key, textOf })
	b := p.browser()
	id := b.login(alice).str("userId")
	redirect := p.server.URL + "/setting"
	bind := func() string {
		t.Helper()
		code, _ := allow(b, redirect)
		b.ok("/api/user/docs/account/bind", m{"code": code, "redirect_uri": redirect})
		var stored string
		if err := p.db.Read().QueryRow(`SELECT token FROM account_docs`).Scan(&stored); err != nil {
			t.Fatal(err)
		}
		return stored
	}
	write := func() result {
		return b.post("/api/user/docs/account/edit", m{"conversationId": "conversation-1", "index": 2})
	}
	token, err := key.Sealer("wenqu online documents token").Open(id, bind())
	if err != nil {
		t.Fatalf("the token is not sealed for its account: %v", err)
	}
	sum := sha256.Sum256([]byte(p.Key("docs token")))
	block, _ := aes.NewCipher(sum[:])
	box, _ := cipher.NewGCM(block)
	nonce := make([]byte, box.NonceSize())
	for name, c := range map[string]struct {
		account string
		code    errs.Code
	}{"its own": {id, ""}, "another account's": {"somebody", errs.DocsUnbound}} {
		old := base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, []byte(token), []byte(c.account)))
		if err := p.db.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE account_docs SET token = $1`, old)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if r := write(); r.code() != c.code {
			t.Errorf("a token of before, %s: %d %s", name, r.status, r.text)
		}
	}
	if stored := bind(); !seal.Sealed(stored) {
		t.Errorf("a new binding is stored as %q", stored)
	}
	if r := write(); r.status != http.StatusOK {
		t.Errorf("after a new binding: %s", r.text)
	}
}

// allow visits the documents service and returns what it sends back.
func allow(b *browser, redirect string) (code, state string) {
	b.p.t.Helper()
	to := b.ok("/api/user/docs/account/address", m{"redirect_uri": redirect}).str("url")
	back, err := url.Parse(b.send(http.MethodGet, to, nil).header.Get("Location"))
	if err != nil {
		b.p.t.Fatal(err)
	}
	return back.Query().Get("code"), back.Query().Get("state")
}

// Only the browser that went to the documents service can bind: once, within ten minutes, and
// with the same redirect. Otherwise an attacker could send a victim to the server's page with
// the attacker's code, and the victim's answers would be written into the attacker's documents.
func TestDocsAreBoundByTheBrowserThatLeft(t *testing.T) {
	t.Parallel()
	p := sqlitePlace(t, nil)
	victim, thief := p.browser(), p.browser()
	victim.login(alice)
	thief.login(bob)
	redirect := p.server.URL + "/setting"
	bind := func(b *browser, code, state string) errs.Code {
		return b.post("/api/user/docs/account/bind", m{"code": code, "state": state, "redirect_uri": redirect}).code()
	}
	code, state := allow(thief, redirect)
	for name, state := range map[string]string{"without a state": "", "with the thief's": state, "with a made up one": strings.Repeat("A", 43)} {
		if got := bind(victim, code, state); got != errs.LoginState {
			t.Errorf("a code of somebody else, %s: %q", name, got)
		}
	}
	_, login := victim.depart("wx", m{"scene": "bind"})
	if got := bind(victim, code, login); got != errs.LoginState {
		t.Errorf("with the state of a provider: %q", got)
	}
	own, mine := allow(victim, redirect)
	victim.refused(errs.LoginState, "/api/user/docs/account/bind", m{"code": own, "state": mine, "redirect_uri": p.server.URL + "/other"})
	own, mine = allow(victim, redirect)
	p.clock.Add(11 * time.Minute)
	if got := bind(victim, own, mine); got != errs.LoginState {
		t.Errorf("after 11 minutes: %q", got)
	}
	own, mine = allow(victim, redirect)
	if got := bind(victim, own, mine); got != "" {
		t.Errorf("the right browser after all that: %q", got)
	}
	if got := bind(victim, own, mine); got != errs.LoginState {
		t.Errorf("replay: %q", got)
	}
	if r := victim.ok("/api/user/docs/account/detail", nil); r.data["status"] != 1.0 {
		t.Errorf("bound as %s", r.text)
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
	b.refused(errs.SendFail, "/api/login/getverificationcode", m{"phone": "+8613800130000"}) // the service refuses to send to a number that ends in 0000
	cloud.Key = "wrong"
	p.settings.SMS = sms.Settings{Tencent: cloud}
	b.refused(errs.SendFail, "/api/login/getverificationcode", m{"phone": bob})
}
