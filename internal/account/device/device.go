// Package device derives readable names of devices from user agents, and readable places from
// addresses.
package device

import (
	"net/netip"
	"strings"
)

// named is a row of a table: a word to look for in a user agent, and the displayed name.
type named struct{ word, name string }

// The first row whose word occurs in the user agent is used. Specific names come first: a browser
// built on another browser also has the other browser's word in its user agent.
var (
	browsers = []named{
		{"wxwork", "企业微信"}, {"MicroMessenger", "微信"}, {"MQQBrowser", "QQ 浏览器"}, {"QQBrowser", "QQ 浏览器"}, {" QQ/", "QQ"},
		{"UCBrowser", "UC"}, {"HuaweiBrowser", "华为浏览器"}, {"MiuiBrowser", "小米浏览器"}, {"Quark", "夸克"}, {"SamsungBrowser", "Samsung Internet"},
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
		{"HeadlessChrome/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}, {"Go-http-client/", "Go"}, {"python", "Python"},
	}
	systems = []named{
		{"HarmonyOS", "HarmonyOS"}, {"OpenHarmony", "HarmonyOS"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"},
		{"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Macintosh", "macOS"}, {"Linux", "Linux"},
	}
)

// Name is a readable name of a device, for example Chrome · Windows. An unknown browser or system
// is left out.
func Name(userAgent string) string {
	find := func(table []named) string {
		for _, row := range table {
			if strings.Contains(userAgent, row.word) {
				return row.name
			}
		}
		return ""
	}
	browser, system := find(browsers), find(systems)
	if browser == "" || system == "" {
		return browser + system
	}
	return browser + " · " + system
}

// Place returns the class of an address: public, private or loopback. With showNetwork it adds the
// network, without the part that identifies a single machine. It adds no network to a loopback
// address. The result is empty for an invalid address.
func Place(a netip.Addr, showNetwork bool) string {
	class := "public"
	switch {
	case !a.IsValid():
		return ""
	case a.IsLoopback():
		return "loopback"
	case a.IsPrivate() || a.IsLinkLocalUnicast():
		class = "private"
	}
	if !showNetwork {
		return class
	}
	bits := 16
	if a.Is6() && !a.Is4In6() {
		bits = 32
	}
	p, err := a.Unmap().WithZone("").Prefix(bits)
	if err != nil {
		return class
	}
	return class + " " + p.String()
}
