package site

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/temoto/robotstxt"
)

// parseRobots parses a robots.txt. The library refuses a whole file for one malformed line, so such a
// file is parsed again without these lines: its other rules apply. A file that still cannot be parsed
// has no rules.
func parseRobots(status int, body []byte) *robotstxt.RobotsData {
	data, err := robotstxt.FromStatusAndBytes(status, body)
	if err != nil {
		data, err = robotstxt.FromStatusAndBytes(status, wellFormed(body))
	}
	if err != nil {
		return &robotstxt.RobotsData{}
	}
	return data
}

// wellFormed returns a robots.txt without rules before the first user agent, and without delays that
// are not numbers.
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
