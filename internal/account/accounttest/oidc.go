package accounttest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// signingKeys are the provider's keys. The provider publishes `rsa` and `ec` for signatures, and `other`
// for encryption only.
type signingKeys struct {
	rsa, other *rsa.PrivateKey
	ec         *ecdsa.PrivateKey
}

// newKeys creates the keys once per process, because that takes some time.
var newKeys = sync.OnceValue(func() signingKeys {
	var k signingKeys
	var err error
	if k.rsa, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		panic(err)
	}
	if k.other, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		panic(err)
	}
	if k.ec, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		panic(err)
	}
	return k
})

// Issuer is the issuer of the provider's tokens.
func (w *World) Issuer() string { return w.base + OIDCPath }

func (w *World) oidc() {
	w.mux.HandleFunc("GET "+OIDCPath+"/.well-known/openid-configuration", func(rw http.ResponseWriter, _ *http.Request) {
		writeJSON(rw, typeJSON, http.StatusOK, map[string]any{
			"issuer": w.Issuer(), "authorization_endpoint": w.Issuer() + "/authorize",
			"token_endpoint": w.Issuer() + "/token", "jwks_uri": w.Issuer() + "/jwks",
			"token_endpoint_auth_methods_supported": []string{"client_secret_basic"},
		})
	})
	login := w.login("client_id")
	w.mux.HandleFunc("GET "+OIDCPath+"/authorize", func(rw http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" || q.Get("nonce") == "" {
			http.Error(rw, "PKCE and a nonce are needed", http.StatusBadRequest)
			return
		}
		login(rw, r)
	})
	w.mux.HandleFunc("POST "+OIDCPath+"/token", w.oidcToken)
	w.mux.HandleFunc("GET "+OIDCPath+"/jwks", func(rw http.ResponseWriter, _ *http.Request) {
		r, e := w.keys.rsa.PublicKey, w.keys.ec.PublicKey
		point, err := e.Bytes() // uncompressed point: the byte 4, X, Y
		if err != nil {
			http.Error(rw, err.Error(), http.StatusInternalServerError)
			return
		}
		writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"keys": []any{
			map[string]string{"kty": "RSA", "use": "sig", "kid": "r1", "alg": "RS256", "n": encode(r.N.Bytes()), "e": "AQAB"},
			map[string]string{"kty": "EC", "use": "sig", "kid": "e1", "crv": "P-256", "x": encode(point[1:33]), "y": encode(point[33:])},
			map[string]string{"kty": "RSA", "use": "enc", "kid": "x1", "n": encode(w.keys.other.N.Bytes()), "e": "AQAB"},
			map[string]string{"kty": "OKP", "kid": "o1", "crv": "Ed25519", "x": "AAAA"},
		}})
	})
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func (w *World) oidcToken(rw http.ResponseWriter, r *http.Request) {
	refuse := func(code string) {
		writeJSON(rw, typeJSON, http.StatusBadRequest, map[string]string{"error": code})
	}
	if user, password, ok := r.BasicAuth(); !ok || user != AppID || password != AppSecret {
		refuse("invalid_client")
		return
	}
	g, ok := w.redeem(r.PostFormValue("code"))
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if !ok || g.redirect != r.PostFormValue("redirect_uri") || g.challenge != encode(sum[:]) {
		refuse("invalid_grant")
		return
	}
	w.mu.Lock()
	now := w.Now()
	w.mu.Unlock()
	header := map[string]any{"typ": "JWT"}
	claims := map[string]any{
		"iss": w.Issuer(), "sub": "sub-" + g.person, "aud": AppID, "exp": now.Add(time.Minute).Unix(), "iat": now.Unix(),
		"nonce": g.nonce, "name": "OneID " + g.person,
	}
	w.mu.Lock()
	forge, sign := w.Forge, w.Sign
	w.mu.Unlock()
	token, err := w.sign(sign, header, claims, forge)
	if err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	writeJSON(rw, typeJSON, http.StatusOK, map[string]any{
		"access_token": w.token(g.person), "token_type": "Bearer", "expires_in": 60, "id_token": token,
	})
}

func (w *World) sign(how string, header, claims map[string]any, forge func(header, claims map[string]any)) (string, error) {
	switch how {
	case "ES256":
		header["alg"], header["kid"] = "ES256", "e1"
	case "none":
		header["alg"] = "none"
	default:
		header["alg"], header["kid"] = "RS256", "r1"
	}
	if forge != nil {
		forge(header, claims)
	}
	h, err := json.Marshal(header)
	if err != nil {
		return "", err
	}
	c, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	text := encode(h) + "." + encode(c)
	sum := sha256.Sum256([]byte(text))
	var sig []byte
	switch how {
	case "none":
	case "ES256":
		r, s, err := ecdsa.Sign(rand.Reader, w.keys.ec, sum[:])
		if err != nil {
			return "", err
		}
		sig = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	case "other":
		sig, err = rsa.SignPKCS1v15(rand.Reader, w.keys.other, crypto.SHA256, sum[:])
	default:
		sig, err = rsa.SignPKCS1v15(rand.Reader, w.keys.rsa, crypto.SHA256, sum[:])
	}
	return text + "." + encode(sig), err
}
