package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
)

// Limits of names, in bytes. Model providers accept function names of at most 64 bytes.
const (
	maxCallName = 64
	maxSlug     = 20
	markLength  = 6 // characters of the digest appended by callName
)

// prefix is the prefix of the call names of all MCP tools. No built-in tool has this prefix.
const prefix = "mcp_"

// callName is the function name of a tool for models: mcp_<server>_<tool>, of letters, digits,
// hyphens and underscores. If characters had to be removed or the result would be too long, a
// digest of the tool's whole name is appended to keep the result unique. A slug has no underscore.
// All servers available to one user have different slugs, so tools of two servers cannot get the
// same name.
func callName(slug, tool string) string {
	head := prefix + slug + "_"
	plain := strings.Map(func(r rune) rune {
		if r < 128 && (r == '_' || r == '-' || letterOrDigit(r)) {
			return r
		}
		return -1
	}, tool)
	if plain == tool && len(head)+len(tool) <= maxCallName {
		return head + tool
	}
	sum := sha256.Sum256([]byte(tool))
	mark := "_" + hex.EncodeToString(sum[:])[:markLength]
	return head + plain[:min(len(plain), maxCallName-len(head)-len(mark))] + mark
}

func letterOrDigit(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// slugOf derives a slug from the name of a server. If the name has no ASCII letters or digits, the slug
// comes from the host; without a usable host it is "s". If the slug is in `taken`, a number is appended.
func slugOf(name, address string, taken map[string]bool) string {
	slug := cleanSlug(name)
	if slug == "" {
		if u, err := url.Parse(address); err == nil {
			slug = cleanSlug(hostWord(u.Hostname()))
		}
	}
	if slug == "" {
		slug = "s"
	}
	for n, base := 2, slug; taken[slug]; n++ {
		end := "-" + strconv.Itoa(n)
		slug = base[:min(len(base), maxSlug-len(end))] + end
	}
	return slug
}

// cleanSlug keeps the ASCII letters, in lower case, and the digits of a name. Spaces and the characters
// - _ . become hyphens. The result has at most maxSlug bytes, and no hyphen at either end.
func cleanSlug(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r < 128 && letterOrDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && (r == ' ' || r == '-' || r == '_' || r == '.'):
			b.WriteByte('-')
		}
		if b.Len() >= maxSlug {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}

// hostWord returns the second-to-last label of a host: linear for mcp.linear.app. If this label is
// short and not the first, or if the host is an IPv4 address, the first label and a hyphen come
// before: mcp-x for mcp.x.ai. A host with only one label is returned whole.
func hostWord(host string) string {
	labels := strings.Split(host, ".")
	if len(labels) < 2 {
		return host
	}
	word := labels[len(labels)-2]
	if strings.Trim(host, "0123456789.") == "" || len(word) <= 3 && len(labels) > 2 {
		return labels[0] + "-" + word
	}
	return word
}
