package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/container"
)

// The row of a container states whether visitors may ask, and whether the page offers them a login
// when they try. A client names its container in the channel header or is recognised by its
// User-Agent.
func TestTheContainerSaysWhetherVisitorsAsk(t *testing.T) {
	t.Parallel()
	url, _ := start(t, t.TempDir(), "WENQU_CONTENT="+contentWith(t, map[string]map[string]any{
		"video":     {"passAnonCheckLogin": false, "showLoginModalWhenAnonAsk": true},
		"wechat":    {"passAnonCheckLogin": false, "showLoginModalWhenAnonAsk": false},
		"macClient": {"passAnonCheckLogin": true, "showLoginModalWhenAnonAsk": true},
	}))
	for _, c := range []struct {
		name, channel, agent string
		may, offer           bool
	}{
		{"the web page", "web", "", true, false},
		{"no container named", "", "", true, false},
		{"visitors must log in, but the host has the login", "video", "", false, false},
		{"visitors must log in", "wechat", "", false, true},
		{"by its User-Agent", "", "MicroMessenger/8.0.40", false, true},
		{"visitors are offered a login", "mac", "", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := newPerson(t, url)
			call := func(path, body string) *http.Response {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+path, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				for name, value := range map[string]string{
					"X-ID": v.id, "X-Token": v.token, "X-Check-Token-Type": "hy_anon_token", "channel": c.channel, "User-Agent": c.agent,
				} {
					req.Header.Set(name, value)
				}
				res, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { res.Body.Close() })
				return res
			}
			var config struct {
				Data struct{ PassAnonCheckLogin, ShowLoginModalWhenAnonAsk bool }
			}
			if err := json.NewDecoder(call("/api/v5/accountLogic/login/config", `{}`).Body).Decode(&config); err != nil {
				t.Fatal(err)
			}
			if config.Data.PassAnonCheckLogin != c.may || config.Data.ShowLoginModalWhenAnonAsk != c.offer {
				t.Errorf("the page is told %+v", config.Data)
			}
			want := map[bool]int{true: http.StatusOK, false: http.StatusUnauthorized}[c.may]
			if res := call("/api/chat/asked-by-a-visitor", `{"prompt":"1+1"}`); res.StatusCode != want {
				t.Errorf("asking: %d, want %d", res.StatusCode, want)
			}
		})
	}
}

// contentWith creates a content folder with different login props for some containers. `login` maps
// the id of a container to these props.
func contentWith(t *testing.T, login map[string]map[string]any) string {
	t.Helper()
	table, err := container.Load(content.FS(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range table {
		if props, ok := login[c.ID]; ok {
			slot := c.Slots["loginModal"]
			slot.Props = props
			c.Slots["loginModal"] = slot
		}
	}
	raw, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, container.FileName), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}
