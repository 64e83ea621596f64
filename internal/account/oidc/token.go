package oidc

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

const (
	clockSkew = 2 * time.Minute
	maxToken  = 64 << 10 // bytes
	minRSA    = 2048     // bits
)

type claims struct {
	Issuer    string   `json:"iss"`
	Subject   string   `json:"sub"`
	Audience  audience `json:"aud"`
	Party     string   `json:"azp"`
	ExpiresAt seconds  `json:"exp"`
	IssuedAt  seconds  `json:"iat"`
	NotBefore seconds  `json:"nbf"`
	Nonce     string   `json:"nonce"`
	Name      string   `json:"name"`
	Nickname  string   `json:"nickname"`
	Username  string   `json:"preferred_username"`
}

// seconds is a Unix time that may have a fraction.
type seconds float64

func (s seconds) time() time.Time { return time.Unix(int64(s), 0) }

// audience is the recipient of a token: one name or a list of names.
type audience []string

// UnmarshalJSON reads one name or a list of names.
func (a *audience) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*a = audience{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(a))
}

type tokenHeader struct {
	Algorithm string   `json:"alg"`
	KeyID     string   `json:"kid"`
	Critical  []string `json:"crit"`
}

// parse splits a token into its parts without checking it.
func parse(raw string) (h tokenHeader, c claims, signed, signature []byte, err error) {
	parts := strings.Split(raw, ".")
	if len(raw) > maxToken || len(parts) != 3 {
		return h, c, nil, nil, errors.New("the token has not three parts")
	}
	var decoded [3][]byte
	for i, p := range parts {
		if decoded[i], err = base64.RawURLEncoding.Strict().DecodeString(p); err != nil {
			return h, c, nil, nil, errors.New("the token is not base64url")
		}
	}
	if err := errors.Join(json.Unmarshal(decoded[0], &h), json.Unmarshal(decoded[1], &c)); err != nil {
		return h, c, nil, nil, errors.New("the token is no JSON")
	}
	return h, c, []byte(parts[0] + "." + parts[1]), decoded[2], nil
}

// verify checks an ID token and returns its claims.
func (c *Client) verify(ctx context.Context, d discovery, raw, nonce string) (claims, error) {
	h, claimed, signed, signature, err := parse(raw)
	if err != nil {
		return claims{}, err
	}
	if len(h.Critical) > 0 {
		return claims{}, errors.New("the token demands what we do not know")
	}
	if err := c.checkSignature(ctx, d, h, signed, signature); err != nil {
		return claims{}, err
	}
	now := c.now()
	switch {
	case claimed.Issuer != c.settings.Issuer:
		return claims{}, fmt.Errorf("it was issued by %q", claimed.Issuer)
	case claimed.Subject == "" || len(claimed.Subject) > 255:
		return claims{}, errors.New("it names nobody")
	case !slices.Contains(claimed.Audience, c.settings.App):
		return claims{}, errors.New("it was issued to another application")
	case len(claimed.Audience) > 1 && claimed.Party != c.settings.App, claimed.Party != "" && claimed.Party != c.settings.App:
		return claims{}, errors.New("another application asked for it")
	case claimed.ExpiresAt == 0 || now.After(claimed.ExpiresAt.time().Add(clockSkew)):
		return claims{}, errors.New("it has expired")
	case claimed.IssuedAt.time().After(now.Add(clockSkew)) || claimed.NotBefore.time().After(now.Add(clockSkew)):
		return claims{}, errors.New("it is of the future")
	case nonce == "" || subtle.ConstantTimeCompare([]byte(claimed.Nonce), []byte(nonce)) != 1:
		return claims{}, errors.New("it answers another login")
	}
	return claimed, nil
}

// checkSignature accepts RS256 and ES256 with a published key of the provider. The token's header
// selects the algorithm and the key, but cannot supply a key.
func (c *Client) checkSignature(ctx context.Context, d discovery, h tokenHeader, signed, signature []byte) error {
	if h.Algorithm != "RS256" && h.Algorithm != "ES256" {
		return fmt.Errorf("it is signed by %q, which we do not take", h.Algorithm)
	}
	keys, err := c.keysFor(ctx, d, h)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(signed)
	for _, key := range keys {
		switch key := key.(type) {
		case *rsa.PublicKey:
			if h.Algorithm == "RS256" && rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil {
				return nil
			}
		case *ecdsa.PublicKey:
			if h.Algorithm == "ES256" && len(signature) == 64 &&
				ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
				return nil
			}
		}
	}
	return errors.New("its signature is wrong")
}

type keySet map[string]crypto.PublicKey

// find returns the keys that may have signed a token: the key with the id `id`, or all keys if the
// token states no id.
func (k keySet) find(id string) []crypto.PublicKey {
	if id != "" {
		if key, ok := k[id]; ok {
			return []crypto.PublicKey{key}
		}
		return nil
	}
	var all []crypto.PublicKey
	for _, key := range k {
		all = append(all, key)
	}
	return all
}

func (c *Client) keysFor(ctx context.Context, d discovery, h tokenHeader) ([]crypto.PublicKey, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if keys := c.keys.find(h.KeyID); len(keys) > 0 {
		return keys, nil
	}
	if c.now().Before(c.keysNext) {
		if c.keysFail != nil {
			return nil, c.keysFail
		}
		return nil, errUnknownKey
	}
	keys, err := c.fetchKeys(ctx, d)
	if err != nil {
		err = fmt.Errorf("the provider's keys: %w", err)
		if ctx.Err() == nil { // if the caller has ended the call, the provider has not failed
			c.keysNext, c.keysFail = c.now().Add(retryPause), err
		}
		return nil, err
	}
	c.keys, c.keysNext, c.keysFail = keys, c.now().Add(keysPause), nil
	if found := keys.find(h.KeyID); len(found) > 0 {
		return found, nil
	}
	return nil, errUnknownKey
}

var errUnknownKey = errors.New("it is signed by an unknown key")

func (c *Client) fetchKeys(ctx context.Context, d discovery) (keySet, error) {
	body, err := provider.Get(ctx, c.http, d.Keys)
	if err != nil {
		return nil, err
	}
	return readKeys(body)
}

// readKeys reads a JSON Web Key Set and leaves out unusable keys.
func readKeys(body []byte) (keySet, error) {
	var set struct {
		Keys []struct {
			Kty, Use, Kid, N, E, Crv, X, Y string
		} `json:"keys"`
	}
	if err := provider.ReadJSON(body, &set); err != nil {
		return nil, err
	}
	out := keySet{}
	for i, k := range set.Keys {
		if k.Use != "" && k.Use != "sig" {
			continue
		}
		var key crypto.PublicKey
		switch {
		case k.Kty == "RSA":
			n, e := number(k.N), number(k.E)
			if n.BitLen() < minRSA || n.BitLen() > 16384 || !e.IsInt64() || e.Int64() < 3 || e.Int64() > 1<<31-1 {
				continue
			}
			key = &rsa.PublicKey{N: n, E: int(e.Int64())}
		case k.Kty == "EC" && k.Crv == "P-256":
			point := append([]byte{4}, append(fixed(k.X), fixed(k.Y)...)...)
			ec, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
			if err != nil {
				continue
			}
			key = ec
		default:
			continue
		}
		name := k.Kid
		if name == "" {
			name = fmt.Sprintf("key %d", i)
		}
		out[name] = key
	}
	return out, nil
}

// number reads a number in base64url. An invalid number becomes 0; a key with 0 is unusable.
func number(s string) *big.Int {
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
	if err != nil {
		return new(big.Int)
	}
	return new(big.Int).SetBytes(b)
}

// fixed converts a coordinate to 32 bytes; nil if it is longer.
func fixed(s string) []byte {
	n := number(s)
	if n.BitLen() > 256 {
		return nil
	}
	return n.FillBytes(make([]byte, 32))
}
