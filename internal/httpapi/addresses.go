package httpapi

import (
	_ "embed"
	"regexp"
	"strings"
)

// addressList lists the addresses of the pages.
//
//go:embed addresses.txt
var addressList string

// segments are the patterns of the named segments of an address. Names that are not listed
// have the pattern anyOne.
var segments = map[string]string{
	"agentId": `[A-Za-z0-9_-]{1,64}`,
	"chatId":  `[A-Za-z0-9_-]{8,128}`,
	"tab":     `[a-z]{1,16}`,
}

// agentQuery lists the pages whose address has the id of an agent in the parameter agentId.
var agentQuery = map[string]bool{"/bot/app/agent": true, "/bot/shareToImage": true}

const anyOne = `[A-Za-z0-9_-]{1,128}`

// address is a kind of address with a page.
type address struct {
	name    string         // its line in addresses.txt; empty: /index.html, which is not listed there
	pattern *regexp.Regexp // the paths, with a group for each named segment
}

// addresses returns the addresses that have a page. `product` is part of the address of
// the library.
func addresses(product string) []address {
	list := []address{{pattern: regexp.MustCompile(`^/index\.html/?$`)}}
	for line := range strings.Lines(addressList) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "/") {
			continue
		}
		var pattern, closing string
		for segment := range strings.SplitSeq(strings.Trim(line, "/"), "/") {
			name, named := strings.CutPrefix(segment, ":")
			name, optional := strings.CutSuffix(name, "?")
			one := regexp.QuoteMeta(strings.ReplaceAll(segment, "{product}", product))
			if named {
				if one = segments[name]; one == "" {
					one = anyOne
				}
				one = "(?P<" + name + ">" + one + ")"
			}
			if segment == "" {
				continue
			}
			if optional {
				pattern, closing = pattern+"(?:/"+one, closing+")?"
			} else {
				pattern += "/" + one
			}
		}
		list = append(list, address{line, regexp.MustCompile("^" + pattern + closing + "/?$")})
	}
	return list
}

// addressOf returns the address whose pattern matches `path`, and the named segments of
// `path`. If no pattern matches, it returns nil.
func addressOf(list []address, path string) (*address, map[string]string) {
	for i := range list {
		m := list[i].pattern.FindStringSubmatch(path)
		if m == nil {
			continue
		}
		named := map[string]string{}
		for j, name := range list[i].pattern.SubexpNames() {
			named[name] = m[j]
		}
		return &list[i], named
	}
	return nil, nil
}
