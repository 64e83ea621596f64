package site

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestRobotsWithMalformedLines checks that the valid rules of a file apply despite malformed lines.
func TestRobotsWithMalformedLines(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"well formed":       "User-agent: *\nDisallow: /private/\n",
		"a delay in words":  "User-agent: *\nCrawl-delay: abc\nDisallow: /private/\n",
		"an endless delay":  "User-agent: *\nCrawl-delay: Inf\nDisallow: /private/\n",
		"a rule too early":  "Disallow: /x\nUser-agent: *\nDisallow: /private/ # mine\n",
		"old line ends":     "User-agent: *\rCrawl-delay: a\rDisallow: /private/\r",
		"a byte order mark": "\ufeffUser-agent: *\nCrawl-delay: -1\nDisallow: /private/\n",
	} {
		group := parseRobots(200, []byte(file)).FindGroup(robotsAgent)
		if group.Test("/private/a") || !group.Test("/x") {
			t.Errorf("%s: the rules are not followed", name)
		}
	}
	if group := parseRobots(200, []byte("<html>\x00not found")).FindGroup(robotsAgent); !group.Test("/") {
		t.Error("what is no robots.txt forbids something")
	}
}

// TestManyWildcards checks that further rules with wildcards become rules without, which forbid at least as
// much, and that all other rules stay.
func TestManyWildcards(t *testing.T) {
	t.Parallel()
	const wild = "Disallow: /b/*a*a*a*b$\n"
	body := "User-agent: *\nDisallow: /*.pdf$\n" + strings.Repeat(wild, maxRobots/len(wild)) +
		"Disallow: /temp*\nAllow: /temp*open\nDisallow: /private\n"
	if n := strings.Count(string(boundWildcards([]byte(body))), "*a"); n > maxWild {
		t.Errorf("%d wildcards", n)
	}
	r := &rules{group: parseRobots(http.StatusOK, []byte(body)).FindGroup(robotsAgent)}
	for path, want := range map[string]bool{
		"/": true, "/a.pdf": false, "/private": false, "/b/aaab": false, "/b/c": false, "/tempest": false, "/temp/open": false,
	} {
		if got := r.allows(&url.URL{Path: path}); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	if got := string(boundWildcards([]byte(strings.Repeat("Disallow: *x\n", maxWild)))); !strings.HasSuffix(got, "Disallow:/\n") {
		t.Errorf("a rule that begins with a wildcard: %q", got[len(got)-20:])
	}
}

func FuzzRobots(f *testing.F) {
	f.Add([]byte("User-agent: *\nCrawl-delay: 1e999\nDisallow: /a*$\nSitemap: https://a.example/s.xml"))
	f.Fuzz(func(_ *testing.T, body []byte) { parseRobots(200, body).FindGroup(robotsAgent).Test("/a") })
}
