package accounttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

func (w *World) union() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Union
}

// wechat sends JSON as text/plain, and reports failures with status 200.
func (w *World) wechat() {
	fail := func(rw http.ResponseWriter, code int, text string) {
		writeJSON(rw, typePlain, http.StatusOK, map[string]any{"errcode": code, "errmsg": text})
	}
	w.mux.HandleFunc("GET "+WeChatPath+"/connect/qrconnect", w.login("appid"))
	w.mux.HandleFunc("GET "+WeChatPath+"/connect/oauth2/authorize", w.login("appid"))
	w.mux.HandleFunc("GET "+WeChatPath+"/sns/oauth2/access_token", func(rw http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		g, ok := w.redeem(q.Get("code"))
		switch {
		case q.Get("appid") != AppID || q.Get("secret") != AppSecret:
			fail(rw, 40125, "invalid appsecret")
		case !ok || g.app != AppID || q.Get("grant_type") != "authorization_code":
			fail(rw, 40029, "invalid code")
		default:
			writeJSON(rw, typePlain, http.StatusOK, map[string]any{"access_token": w.token(g.person), "expires_in": 7200, "openid": openID(g.person, AppID)})
		}
	})
	w.mux.HandleFunc("GET "+WeChatPath+"/sns/userinfo", func(rw http.ResponseWriter, r *http.Request) {
		person, ok := w.bearer(r.URL.Query().Get("access_token"))
		if !ok || r.URL.Query().Get("openid") != openID(person, AppID) {
			fail(rw, 40001, "invalid credential")
			return
		}
		out := map[string]any{"openid": openID(person, AppID), "nickname": "微信 " + person, "headimgurl": "http://169.254.169.254/avatar"}
		if w.union() {
			out["unionid"] = "u-" + person
		}
		writeJSON(rw, typePlain, http.StatusOK, out)
	})
	w.mux.HandleFunc("GET "+WeChatPath+"/sns/jscode2session", func(rw http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		g, ok := w.redeem(q.Get("js_code"))
		if !ok || q.Get("appid") != AppID || q.Get("secret") != AppSecret {
			fail(rw, 40029, "invalid code")
			return
		}
		out := map[string]any{"openid": openID(g.person, AppID), "session_key": "k"}
		if w.union() {
			out["unionid"] = "u-" + g.person
		}
		writeJSON(rw, typePlain, http.StatusOK, out)
	})
}

// qq sends tokens and ids in the form selected by QQForm. It sends errors about tokens and ids as
// JSONP. It sends names, and errors about names, as JSON.
func (w *World) qq() {
	say := func(rw http.ResponseWriter, fields map[string]string) {
		w.mu.Lock()
		form := w.QQForm
		w.mu.Unlock()
		if fields["error"] != "" {
			form = "callback"
		}
		b, _ := json.Marshal(fields) // QQ sends every value as a string
		switch form {
		case "form":
			v := url.Values{}
			for k, s := range fields {
				v.Set(k, s)
			}
			rw.Header().Set("Content-Type", "text/html")
			fmt.Fprint(rw, v.Encode())
		case "callback":
			rw.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(rw, "callback( %s );\n", b)
		default:
			rw.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(rw, "%s\n", b)
		}
	}
	w.mux.HandleFunc("GET "+QQPath+"/oauth2.0/authorize", w.login("client_id"))
	w.mux.HandleFunc("GET "+QQPath+"/oauth2.0/token", func(rw http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		g, ok := w.redeem(q.Get("code"))
		switch {
		case q.Get("client_id") != AppID || q.Get("client_secret") != AppSecret:
			say(rw, map[string]string{"error": "100009", "error_description": "client secret is wrong"})
		case !ok || g.redirect != q.Get("redirect_uri"):
			say(rw, map[string]string{"error": "100020", "error_description": "code is reused error"})
		default:
			say(rw, map[string]string{"access_token": w.token(g.person), "expires_in": "7776000"})
		}
	})
	w.mux.HandleFunc("GET "+QQPath+"/oauth2.0/me", func(rw http.ResponseWriter, r *http.Request) {
		person, ok := w.bearer(r.URL.Query().Get("access_token"))
		if !ok {
			say(rw, map[string]string{"error": "100016", "error_description": "access token check failed"})
			return
		}
		out := map[string]string{"client_id": AppID, "openid": openID(person, AppID)}
		if w.union() {
			out["unionid"] = "UID_" + person
		}
		say(rw, out)
	})
	w.mux.HandleFunc("GET "+QQPath+"/user/get_user_info", func(rw http.ResponseWriter, r *http.Request) {
		person, ok := w.bearer(r.URL.Query().Get("access_token"))
		if !ok || r.URL.Query().Get("openid") != openID(person, AppID) {
			writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"ret": -23, "msg": "token is invalid"})
			return
		}
		writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"ret": 0, "nickname": "QQ " + person})
	})
}
