package site

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/temoto/robotstxt"
)

// maxWild bounds the rules with wildcards, in bytes. The library matches each of them with a regular
// expression. Half a megabyte of wildcards takes 17 s for one long address.
const maxWild = 16 << 10

// parseRobots parses a robots.txt. The library refuses a whole file for one malformed line. Such a
// file is parsed again without the malformed lines, so that its other rules apply. If the file still
// cannot be parsed, it has no rules.
func parseRobots(status int, body []byte) *robotstxt.RobotsData {
	body = boundWildcards(body)
	data, err := robotstxt.FromStatusAndBytes(status, body)
	if err != nil {
		data, err = robotstxt.FromStatusAndBytes(status, wellFormed(body))
	}
	if err != nil {
		return &robotstxt.RobotsData{}
	}
	return data
}

// boundWildcards returns a robots.txt whose rules with wildcards take at most maxWild bytes. Of the further
// ones, a Disallow keeps what stands before its first wildcard, which forbids more and never less. The
// others, such as Allow, are left out.
func boundWildcards(body []byte) []byte {
	var out []byte
	left := maxWild
	for line := range bytes.Lines(bytes.ReplaceAll(body, []byte("\r"), []byte("\n"))) {
		key, _, _ := bytes.Cut(bytes.ToLower(bytes.Trim(line, " \t\ufeff")), []byte(":"))
		wild := bytes.IndexAny(line, "*$")
		if wild < 0 || bytes.HasPrefix(key, []byte("user")) {
			out = append(out, line...)
			continue
		}
		if left -= len(line); left >= 0 {
			out = append(out, line...)
			continue
		}
		if bytes.HasPrefix(key, []byte("disallow")) {
			before := bytes.TrimSpace(line[:wild])
			if bytes.HasSuffix(before, []byte(":")) { // without a path, the rule would forbid nothing
				before = append(bytes.Clone(before), '/')
			}
			out = append(append(out, before...), '\n')
		}
	}
	return out
}

// wellFormed returns a robots.txt without its malformed lines: rules before the first user agent, and
// delays that are not numbers.
func wellFormed(body []byte) []byte {
	var out []byte
	agent := false
	for line := range bytes.Lines(bytes.ReplaceAll(body, []byte("\r"), []byte("\n"))) {
		said, _, _ := strings.Cut(string(line), "#")
		key, value, _ := strings.Cut(said, ":")
		switch strings.ToLower(strings.Trim(key, " \t\ufeff")) {
		case "user-agent", "useragent":
			agent = true
		case "allow", "disallow":
			if !agent {
				continue
			}
		case "crawl-delay", "crawldelay":
			if n, err := strconv.ParseFloat(strings.TrimSpace(value), 64); !agent || err != nil || !(n >= 0 && n < 1e9) {
				continue
			}
		}
		out = append(out, line...)
	}
	return out
}
