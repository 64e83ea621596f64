//go:build unix

package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Pages of other sites can neither act as a user who is logged in here nor read answers. Every
// route that changes something refuses their requests, with cookies and without, and no route
// allows another origin to read.
func TestNoOtherSiteCallsAnyRoute(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off")...)
	user := login(t, world, url, person{}, "+8613800138000")
	for _, p := range operations(t) {
		path := url + strings.NewReplacer("{cid}", "conversation-1", "{id}", "x", "{token}", "x", "{ticket}", "x").Replace(p.Path)
		for _, headers := range [][3]string{
			{"https://evil.example", "cross-site", "cookies"}, {"null", "cross-site", "cookies"}, {"https://evil.example", "", "cookies"}, {"http://x.localhost", "same-site", "cookies"},
			{"https://evil.example", "cross-site", ""}, {"https://evil.example", "", ""},
		} {
			req, err := http.NewRequestWithContext(t.Context(), p.Method, path, strings.NewReader(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Origin", headers[0])
			req.Header.Set("Content-Type", "text/plain") // one of the content types of HTML forms
			if headers[1] != "" {
				req.Header.Set("Sec-Fetch-Site", headers[1])
			}
			if headers[2] != "" {
				req.AddCookie(&http.Cookie{Name: "hy_user", Value: user.id})
				req.AddCookie(&http.Cookie{Name: "hy_token", Value: user.token})
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			status, code, _ := answerOf(t, res)
			res.Body.Close()
			refused := status == http.StatusForbidden && code == string(errs.Forbidden) ||
				p.Owner == httpapi.Keyed && status == http.StatusUnauthorized // routes for keys ignore cookies
			if p.Method != http.MethodGet && !refused {
				t.Errorf("%s %s from %v: %d %s", p.Method, p.Path, headers, status, code)
			}
			if origin := res.Header.Get("Access-Control-Allow-Origin"); origin != "" {
				t.Errorf("%s %s may be read by %s", p.Method, p.Path, origin)
			}
		}
	}
	if res := user.do(t, "GET", url+"/api/getuserinfo", ""); res.StatusCode != http.StatusOK {
		t.Errorf("the user was logged out: %d", res.StatusCode)
	}
}
