// Package device names devices by their user agents, and where they are by
// their addresses.
package device

import (
	"net/netip"
	"strings"
)

// named is one row of a table that looks for a word and gives a name.
type named struct{ word, name string }

// The first row whose word occurs in the user agent counts: what builds on
// another program also carries that one's name.
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

// Name names a device as a person would: Chrome · Windows. It is empty
// when the user agent says nothing known.
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

// Place says from where somebody comes: the class of the address, and where the
// operator wants it the network, without the part that names one machine.
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
