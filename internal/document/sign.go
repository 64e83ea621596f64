package document

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// signer makes and checks tokens for addresses that work without a login. A token consists of an
// id, its expiry time in Unix seconds, and a MAC. The MAC is computed from the id, the expiry time
// and, for an upload, further data of the ticket.
type signer string

// token returns a token for `id`. The token expires at `until`. `bound` is the further data.
func (s signer) token(id string, until time.Time, bound ...string) string {
	body := id + "." + strconv.FormatInt(until.Unix(), 36)
	return body + "." + base64.RawURLEncoding.EncodeToString(s.mac(body, bound))
}

// claim is the content of a token before the check of its MAC.
type claim struct {
	id, body string
	until    time.Time
	mac      []byte
}

// maxToken is the maximum length of a token in bytes. Valid tokens have about 80 bytes.
const maxToken = 200

// read splits a token into its parts. It fails with errs.TicketOver for a text that is
// not a token.
func (signer) read(token string) (claim, error) {
	over := errs.New(errs.TicketOver)
	if len(token) > maxToken {
		return claim{}, over
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return claim{}, over
	}
	until, err := strconv.ParseInt(parts[1], 36, 64)
	if err != nil {
		return claim{}, over
	}
	mac, err := base64.RawURLEncoding.Strict().DecodeString(parts[2])
	if err != nil {
		return claim{}, over
	}
	return claim{parts[0], parts[0] + "." + parts[1], time.Unix(until, 0), mac}, nil
}

// made reports whether this signer made the token with the given further data.
func (s signer) made(c claim, bound ...string) bool { return hmac.Equal(c.mac, s.mac(c.body, bound)) }

func (s signer) mac(body string, bound []string) []byte {
	m := hmac.New(sha256.New, []byte(s))
	m.Write([]byte(body))
	for _, b := range bound {
		m.Write([]byte("\n" + strconv.Itoa(len(b)) + "\n" + b))
	}
	return m.Sum(nil)
}
