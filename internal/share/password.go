package share

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// The cost of hashing a password, as recommended by OWASP for argon2id.
const (
	hashTime   = 2
	hashMemory = 19 << 10 // KiB
	hashScheme = "a1"     // identifies hashes with these parameters
	hashLength = 32       // bytes
)

// hashing limits the number of passwords hashed at the same time, and thus the memory for hashing.
var hashing = make(chan struct{}, 2)

// passLife is how long a pass is valid after the password was entered.
const passLife = 24 * time.Hour

// How many passwords a network may send within tryWindow: for one share, and for all shares
// together. A right password resets the network's count for that share, not its count for all shares.
const (
	triesOfShare = 8
	triesOfAll   = 40
	tryWindow    = 15 * time.Minute
)

// Limits of wrong passwords for one share, from all networks together. After wrongSlow
// wrong passwords, each network has a single try per tryWindow, so that readers who know
// the password can still enter it. After wrongMost wrong passwords, every try is refused
// until wrongWindow ends, so that guessing from many networks fails. Existing passes stay
// valid.
const (
	wrongSlow   = 100
	wrongMost   = 1000
	wrongWindow = 24 * time.Hour
)

// hashPassword returns the stored form of a password, or "" for an empty password.
func hashPassword(ctx context.Context, password string) (string, error) {
	if password == "" {
		return "", nil
	}
	if text.Len(password) < minPassword || len(password) > maxPassword {
		return "", errs.New(errs.SharePasswordForm).With("min", strconv.Itoa(minPassword))
	}
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	key, err := passwordKey(ctx, password, salt)
	b64 := base64.RawStdEncoding
	return strings.Join([]string{hashScheme, b64.EncodeToString(salt), b64.EncodeToString(key)}, "$"), err
}

// passwordKey waits for a free slot in `hashing`, and hashes a password with a salt.
func passwordKey(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case hashing <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, hashTime, hashMemory, 1, hashLength), nil
}

func samePassword(ctx context.Context, password, hash string) (bool, error) {
	scheme, rest, _ := strings.Cut(hash, "$")
	head, tail, _ := strings.Cut(rest, "$")
	salt, err := base64.RawStdEncoding.DecodeString(head)
	if err != nil || scheme != hashScheme || len(password) > maxPassword {
		return false, err
	}
	want, err := base64.RawStdEncoding.DecodeString(tail)
	if err != nil {
		return false, err
	}
	key, err := passwordKey(ctx, password, salt)
	return subtle.ConstantTimeCompare(key, want) == 1, err
}

// try checks a password sent from a network. If the password is right, try returns a
// pass. It fails with errs.SharePassword if the password is empty or wrong, and with
// errs.ShareTries after too many attempts. For a share without a password, it returns an
// empty pass.
func (s *Service) try(ctx context.Context, sh Share, password, network string) (pass string, err error) {
	if sh.Password == "" {
		return "", nil
	}
	if password == "" {
		return "", errs.New(errs.SharePassword)
	}
	here, all := s.counter("share "+sh.ID+"\n"+network), s.counter("network "+network)
	wrong := s.counter("wrong " + sh.ID + "\n" + sh.Password) // a new password has a new counter
	now := s.Now()
	var over time.Duration
	err = s.write(ctx, func(q *sharedb.Queries) error {
		before, err := q.GetTry(ctx, sharedb.GetTryParams{Name: wrong, EndsAt: now.UnixMilli()})
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		mostHere := int64(triesOfShare)
		switch {
		case before.Count >= wrongMost:
			over = time.UnixMilli(before.EndsAt).Sub(now)
		case before.Count >= wrongSlow:
			mostHere = 1
		}
		for _, c := range []struct {
			name string
			max  int64
		}{{all, triesOfAll}, {here, mostHere}} {
			row, err := q.CountTry(ctx, sharedb.CountTryParams{Name: c.name, EndsAt: now.Add(tryWindow).UnixMilli(), Now: now.UnixMilli()})
			if err != nil {
				return err
			}
			if row.Count > c.max {
				over = max(over, time.UnixMilli(row.EndsAt).Sub(now))
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if over > 0 {
		return "", errs.New(errs.ShareTries).With("minutes", strconv.Itoa(int(over/time.Minute)+1)).Retry(over)
	}
	right, err := samePassword(ctx, password, sh.Password)
	if err != nil {
		return "", err
	}
	if !right {
		err := s.write(ctx, func(q *sharedb.Queries) error {
			_, err := q.CountTry(ctx, sharedb.CountTryParams{Name: wrong, EndsAt: now.Add(wrongWindow).UnixMilli(), Now: now.UnixMilli()})
			return err
		})
		if err != nil {
			return "", err
		}
		return "", errs.New(errs.SharePassword)
	}
	if err := s.write(ctx, func(q *sharedb.Queries) error { return q.DropTry(ctx, here) }); err != nil {
		return "", err
	}
	return s.pass(sh, now.Add(passLife)), nil
}

// pass returns a signed proof of having known the password of a share. The proof becomes
// invalid at the time `until`, or when the password changes.
func (s *Service) pass(sh Share, until time.Time) string {
	end := strconv.FormatInt(until.Unix(), 10)
	return end + "." + s.mac("pass\n"+sh.ID+"\n"+sh.Password+"\n"+end)
}

// passes reports whether a reader with this pass may read a share. A share without a password needs
// no pass.
func (s *Service) passes(sh Share, pass string) bool {
	if sh.Password == "" {
		return true
	}
	end, _, _ := strings.Cut(pass, ".")
	at, err := strconv.ParseInt(end, 10, 64)
	if err != nil || at < s.Now().Unix() {
		return false
	}
	return hmac.Equal([]byte(pass), []byte(s.pass(sh, time.Unix(at, 0))))
}

// counter returns the stored name of a counter: a hash that does not reveal the network or the share.
func (s *Service) counter(what string) string { return s.mac("counter\n" + what) }

func (s *Service) mac(what string) string {
	m := hmac.New(sha256.New, s.Key)
	m.Write([]byte(what))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:18])
}
