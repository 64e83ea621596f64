package container

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wenqu-ai/wenqu/content"
)

func builtin(t *testing.T) Table {
	t.Helper()
	table, err := Load(content.FS(""))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestContainers compares the table with the product's list of containers and sidebar
// widths.
func TestContainers(t *testing.T) {
	t.Parallel()
	widths := map[string]float64{
		"web": 260, "mobileWeb": 285, "pcClient": 254, "pcManager": 285, "macClient": 254, "extension": 285,
		"video": 285, "news": 285, "sports": 285, "miniProgram": 285, "searchEngine": 285, "qqBrowser": 285,
		"wechat": 285, "inputMethod": 285, "nativeApp": 285,
	}
	embedded := map[string]bool{
		"pcManager": true, "extension": true, "video": true, "news": true, "sports": true, "miniProgram": true,
		"searchEngine": true, "qqBrowser": true, "wechat": true, "inputMethod": true,
	}
	table := builtin(t)
	if len(table) != len(widths) {
		t.Errorf("%d rows, want %d", len(table), len(widths))
	}
	for _, c := range table {
		if nav := c.Slots["navigation"]; nav.Visible && nav.Props["width"] != widths[c.ID] {
			t.Errorf("%s: width %v, want %v", c.ID, nav.Props["width"], widths[c.ID])
		}
		if c.TitleMax != 64 {
			t.Errorf("%s: titles of %d characters, want 64", c.ID, c.TitleMax)
		}
		if c.OneDocument != embedded[c.ID] {
			t.Errorf("%s: one document at a time is %v", c.ID, c.OneDocument)
		}
		if c.SendsLandingPrompt {
			t.Errorf("%s sends a landing prompt by itself; no built-in container may", c.ID)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"
	const wechat = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.40"
	for _, c := range []struct{ query, agent, want string }{
		{"", chrome, "web"},
		{"", "", "web"},
		{"", wechat, "wechat"},
		{"", wechat + " miniProgram/wx1", "miniProgram"},
		{"", "Mozilla/5.0 (iPhone) Mobile/15E148 Safari/604.1", "mobileWeb"},
		{"", chrome + " WenquDesktop/1.8.11", "pcClient"},
		{"extension", chrome, "extension"},
		{"nowhere", chrome, "web"},
		{"pcClient", wechat, "pcClient"},
	} {
		if got := builtin(t).Resolve(c.query, c.agent).ID; got != c.want {
			t.Errorf("Resolve(%q, %q) = %s, want %s", c.query, c.agent, got, c.want)
		}
	}
}

func TestByChannel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ channel, agent, want string }{
		{"extension", "Chrome/140.0", "extension"},
		{"guanjia", "", "pcManager"},
		{"nowhere", "MicroMessenger/8.0.40", "wechat"},
		{"", "MicroMessenger/8.0.40", "wechat"},
		{"", "", "web"},
	} {
		if got := builtin(t).ByChannel(c.channel, c.agent).ID; got != c.want {
			t.Errorf("ByChannel(%q, %q) = %s, want %s", c.channel, c.agent, got, c.want)
		}
	}
}

func TestBrokenTablesAreRefused(t *testing.T) {
	t.Parallel()
	web, _ := json.Marshal(builtin(t).Resolve("web", ""))
	good := string(web)
	for name, c := range map[string]struct{ rows, want string }{
		"empty":           {`[]`, "no containers"},
		"twice":           {`[` + good + `,` + good + `]`, "twice"},
		"no catch-all":    {`[` + strings.Replace(good, `[""]`, `["x"]`, 1) + `]`, "every user agent"},
		"title":           {`[` + strings.Replace(good, `"titleMax":64`, `"titleMax":65`, 1) + `]`, "titleMax"},
		"origin":          {`[` + strings.Replace(good, `"titleMax"`, `"origins":["https://a.example/x"],"titleMax"`, 1) + `]`, "origin"},
		"unknown field":   {`[` + strings.Replace(good, `"channel"`, `"chanel"`, 1) + `]`, "chanel"},
		"missing channel": {`[` + strings.Replace(good, `"channel":"web",`, ``, 1) + `]`, "channel"},
	} {
		_, err := Load(fstest.MapFS{FileName: {Data: []byte(c.rows)}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not say %q", name, err, c.want)
		}
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	table := Table{{Origins: []string{"https://a.example"}}, {}, {Origins: []string{"https://b.example"}}}
	if got := strings.Join(table.Origins(), " "); got != "https://a.example https://b.example" {
		t.Errorf("origins are %q", got)
	}
}
