package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Signing of sensitive calls (docs/protocol.md, section 9). A signature shows three things: the
// caller has the key of the page; the time of the call differs from the server's time by at most
// signatureAge; this process has not received the call before. The client's part is
// web/src/api/signing.ts.
const (
	headerTime      = "X-Wenqu-Timestamp"
	headerNonce     = "X-Wenqu-Nonce"
	headerSignature = "X-Wenqu-Signature"

	signatureAge = 5 * time.Minute
	maxNonces    = 100_000
)

var sensitive = regexp.MustCompile(`^/api/chat(/|$)|^/api/(anon/|joint/)?login(/|$)|/conversation/create$`)

type signing struct {
	key []byte
	now func() time.Time

	mu   sync.Mutex
	seen map[string]time.Time // nonce → expiry; an expired nonce may be deleted
}

// newSigning returns nil for an empty key; a nil signing accepts every call.
func newSigning(key string) *signing {
	if key == "" {
		return nil
	}
	return &signing{key: []byte(key), now: time.Now, seen: map[string]time.Time{}}
}

// check verifies the signature of a sensitive call.
func (s *signing) check(r *http.Request, body []byte) error {
	if s == nil || !sensitive.MatchString(r.URL.Path) {
		return nil
	}
	refuse := func(why string) error { return errs.New(errs.BadRequest).With("detail", "signature: "+why) }
	at, nonce := r.Header.Get(headerTime), r.Header.Get(headerNonce)
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || len(nonce) < 8 || len(nonce) > 64 {
		return refuse("the headers " + headerTime + ", " + headerNonce + " and " + headerSignature + " are needed")
	}
	now := s.now()
	if age := now.Sub(time.UnixMilli(ms)).Abs(); age > signatureAge {
		return refuse("the clock differs by more than 5 minutes")
	}
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(strings.Join([]string{r.Method, r.URL.EscapedPath(), at, nonce, hex.EncodeToString(sum[:])}, "\n")))
	got, err := hex.DecodeString(r.Header.Get(headerSignature))
	if err != nil || !hmac.Equal(got, mac.Sum(nil)) {
		return refuse("it does not match; reload the page")
	}
	if !s.first(nonce, now) {
		return refuse("it was used before")
	}
	return nil
}

// first stores the nonce and reports whether it is new. It also reports false when too many nonces
// are stored.
func (s *signing) first(nonce string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until, ok := s.seen[nonce]; ok && now.Before(until) {
		return false
	}
	if len(s.seen) >= maxNonces {
		for n, until := range s.seen {
			if !now.Before(until) {
				delete(s.seen, n)
			}
		}
	}
	if len(s.seen) >= maxNonces {
		return false
	}
	s.seen[nonce] = now.Add(2 * signatureAge)
	return true
}
