package accounttest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// Sent returns the newest message to a number.
func (w *World) Sent(phone string) (SMS, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := len(w.sent) - 1; i >= 0; i-- {
		if w.sent[i].Phone == phone {
			return w.sent[i], true
		}
	}
	return SMS{}, false
}

// Messages is the number of messages that were sent.
func (w *World) Messages() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.sent)
}

func (w *World) keep(m SMS) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, m)
}

func (w *World) sms() {
	w.mux.HandleFunc("POST "+SMSPath, func(rw http.ResponseWriter, r *http.Request) {
		var m struct{ Phone, Code, Text string }
		if r.Header.Get("Authorization") != "Bearer "+SMSKey || json.NewDecoder(r.Body).Decode(&m) != nil {
			http.Error(rw, "no", http.StatusForbidden)
			return
		}
		w.keep(SMS{m.Phone, m.Code, m.Text, "gateway"})
		writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"code": 0})
	})
	// Browser tests read the newest code of a number here.
	w.mux.HandleFunc("GET "+SMSPath, func(rw http.ResponseWriter, r *http.Request) {
		m, ok := w.Sent(r.URL.Query().Get("phone"))
		if !ok {
			http.NotFound(rw, r)
			return
		}
		writeJSON(rw, typeJSON, http.StatusOK, m)
	})
	w.mux.HandleFunc("POST "+TencentPath+"/", w.tencent)
	w.mux.HandleFunc("POST /as", func(rw http.ResponseWriter, r *http.Request) { w.As(r.URL.Query().Get("name")) })
}

// tencent checks the signature of a request. It refuses to send to a number that ends in 0000.
func (w *World) tencent(rw http.ResponseWriter, r *http.Request) {
	refuse := func(code string) {
		writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"Response": map[string]any{"Error": map[string]string{"Code": code, "Message": code}}})
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse("InternalError")
		return
	}
	auth, ok := strings.CutPrefix(r.Header.Get("Authorization"), "TC3-HMAC-SHA256 ")
	fields := map[string]string{}
	for part := range strings.SplitSeq(auth, ", ") {
		k, v, _ := strings.Cut(part, "=")
		fields[k] = v
	}
	scope, found := strings.CutPrefix(fields["Credential"], CloudID+"/")
	parts := strings.Split(scope, "/")
	if !ok || !found || len(parts) != 3 || r.Header.Get("X-TC-Action") != "SendSms" || r.Header.Get("X-TC-Version") != "2021-01-11" {
		refuse("AuthFailure.InvalidAuthorization")
		return
	}
	headers := ""
	for name := range strings.SplitSeq(fields["SignedHeaders"], ";") {
		value := r.Header.Get(name)
		if name == "host" {
			value = r.Host
		}
		headers += name + ":" + strings.ToLower(value) + "\n"
	}
	sum := sha256.Sum256(body)
	request := r.Method + "\n/\n" + r.URL.RawQuery + "\n" + headers + "\n" + fields["SignedHeaders"] + "\n" + hex.EncodeToString(sum[:])
	sum = sha256.Sum256([]byte(request))
	text := "TC3-HMAC-SHA256\n" + r.Header.Get("X-TC-Timestamp") + "\n" + scope + "\n" + hex.EncodeToString(sum[:])
	key := []byte("TC3" + CloudKey)
	for _, step := range append(parts, text) {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(step))
		key = m.Sum(nil)
	}
	if hex.EncodeToString(key) != fields["Signature"] {
		refuse("AuthFailure.SignatureFailure")
		return
	}
	var m struct{ PhoneNumberSet, TemplateParamSet []string }
	if json.Unmarshal(body, &m) != nil || len(m.PhoneNumberSet) != 1 || len(m.TemplateParamSet) == 0 {
		refuse("InvalidParameter")
		return
	}
	status := "Ok"
	if strings.HasSuffix(m.PhoneNumberSet[0], "0000") {
		status = "LimitExceeded.PhoneNumberDailyLimit"
	} else {
		w.keep(SMS{m.PhoneNumberSet[0], m.TemplateParamSet[0], strings.Join(m.TemplateParamSet, "|"), "tencent"})
	}
	writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"Response": map[string]any{"SendStatusSet": []any{map[string]string{"Code": status}}}})
}
