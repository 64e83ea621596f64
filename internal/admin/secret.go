package admin

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// Kept is the placeholder for a stored secret. When a document is saved with the placeholder, the
// stored secret is kept.
const Kept = "••••••••"

// walk replaces secrets in a JSON document by the result of f. Secrets are the strings in the named
// fields. If another field is a string with an address, such as that of a proxy, the password in the
// address is a secret, too. The place of a secret is the path of its field, followed by the addresses to
// which the secret is sent, so that a key entered for one server is never sent to another server. In the
// path, an element of a list is identified by its id, so that lists can be reordered; an element without
// an id is identified by its number.
func walk(doc any, names []string, place string, f func(place, value string) (string, error)) (any, error) {
	switch v := doc.(type) {
	case map[string]any:
		for key, child := range v {
			at := place + "." + key
			if text, ok := child.(string); ok {
				before, after, to := "", "", addressIn(v, key)
				if !contains(names, key) {
					if before, text, after, ok = password(text); !ok {
						continue
					}
					to = before + after
				}
				made, err := f(at+"@"+to, text)
				if err != nil {
					return nil, err
				}
				v[key] = before + made + after
				continue
			}
			made, err := walk(child, names, at, f)
			if err != nil {
				return nil, err
			}
			v[key] = made
		}
	case []any:
		for i, child := range v {
			made, err := walk(child, names, place+"["+nameOf(i, child)+"]", f)
			if err != nil {
				return nil, err
			}
			v[i] = made
		}
	}
	return doc, nil
}

// password splits an address at its password: for http://user:secret@host, `before` is
// "http://user:" and `after` is "@host". It reports false when the address has no password.
func password(address string) (before, secret, after string, ok bool) {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return "", "", "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	if at < 0 {
		return "", "", "", false
	}
	user, secret, ok := strings.Cut(rest[:at], ":")
	if !ok || secret == "" {
		return "", "", "", false
	}
	return scheme + "://" + user + ":", secret, rest[at:], true
}

// addressIn returns the receivers of a secret: addresses without passwords. They are in the fields
// baseUrl, url and proxy of the object, and in address fields that share the first word with the
// secret's name, such as sms_url and sms_tencent_url for sms_key.
func addressIn(object map[string]any, secret string) string {
	first, _, _ := strings.Cut(secret, "_")
	var all []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !isAddress(key) || key != "baseUrl" && key != "url" && key != proxyField && !strings.HasPrefix(key, first+"_") {
			continue
		}
		address, ok := object[key].(string)
		if before, _, after, has := password(address); has {
			address = before + after
		}
		switch {
		case !ok || address == "":
		case key == proxyField:
			all = append(all, via+address)
		default:
			all = append(all, address)
		}
	}
	return strings.Join(all, " ")
}

// proxyField is the field with the proxy for a secret. The operator of the proxy could read the
// secret, so a kept secret is valid for the same proxy only.
const proxyField = "proxy"

// via is the prefix of a proxy's address in the place of a secret. By the prefix, sealPlace recognises
// the address and leaves it out.
const via = "via\x00"

// sealPlace returns the place for which a secret is sealed: `place` without the addresses of proxies.
func sealPlace(place string) string {
	var kept []string
	for _, part := range strings.Split(place, " ") {
		if before, _, _ := strings.Cut(part, via); before != "" {
			kept = append(kept, before)
		}
	}
	return strings.Join(kept, " ")
}

func isAddress(key string) bool {
	return key == "baseUrl" || key == "url" || key == proxyField || strings.HasSuffix(key, "_url") || strings.HasSuffix(key, "_issuer")
}

// nameOf returns the id of element i in a list, or i when it has none.
func nameOf(i int, element any) string {
	if m, ok := element.(map[string]any); ok {
		if id, ok := m["id"].(string); ok && id != "" {
			return id
		}
	}
	return strconv.Itoa(i)
}

func contains(names []string, key string) bool {
	for _, n := range names {
		if strings.EqualFold(n, key) {
			return true
		}
	}
	return false
}

// rewrite applies walk to a document in JSON. If the section has no secret fields, the document
// stays unchanged.
func rewrite(name string, raw json.RawMessage, secrets []string, f func(place, value string) (string, error)) (json.RawMessage, error) {
	if len(secrets) == 0 {
		return raw, nil
	}
	var doc any
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("settings %s: %w", name, err)
	}
	doc, err := walk(doc, secrets, name, f)
	if err != nil {
		return nil, err
	}
	return json.Marshal(doc)
}

// opened returns the document with its secrets in plain text. It fails with
// seal.ErrKey when the secrets were sealed with another key.
func opened(s *seal.Sealer, name string, stored json.RawMessage, secrets []string) (json.RawMessage, error) {
	return rewrite(name, stored, secrets, func(place, value string) (string, error) {
		if value == "" {
			return "", nil
		}
		return s.Open(sealPlace(place), value)
	})
}

// shown is the document with Kept in place of every secret.
func shown(name string, stored json.RawMessage, secrets []string) (json.RawMessage, error) {
	return rewrite(name, stored, secrets, func(_, value string) (string, error) {
		if value == "" {
			return "", nil
		}
		return Kept, nil
	})
}

// merged replaces every Kept by the secret at the same place in `before`. If `before` has no such
// secret, merged fails with errs.SecretAgain.
func merged(name string, next, before json.RawMessage, secrets []string) (json.RawMessage, error) {
	old := map[string]string{}
	if len(before) > 0 {
		_, err := rewrite(name, before, secrets, func(place, value string) (string, error) {
			old[place] = value
			return value, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return rewrite(name, next, secrets, func(place, value string) (string, error) {
		if value != Kept {
			return value, nil
		}
		if old[place] == "" {
			return "", errs.New(errs.SecretAgain)
		}
		return old[place], nil
	})
}

// sealed is the document with its secrets sealed.
func sealed(s *seal.Sealer, name string, open json.RawMessage, secrets []string) (json.RawMessage, error) {
	return rewrite(name, open, secrets, func(place, value string) (string, error) {
		if value == "" {
			return "", nil
		}
		return s.Seal(sealPlace(place), value), nil
	})
}
