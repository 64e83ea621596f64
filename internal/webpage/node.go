package webpage

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// each visits the elements below n in order, without recursion. If visit returns false, the content of the element is
// skipped.
func each(n *html.Node, visit func(*html.Node) bool) {
	for at := n.FirstChild; at != nil; {
		if (at.Type != html.ElementNode || visit(at)) && at.FirstChild != nil {
			at = at.FirstChild
			continue
		}
		for at != n && at.NextSibling == nil {
			at = at.Parent
		}
		if at == n {
			return
		}
		at = at.NextSibling
	}
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// wordsIn returns the text of an element and its descendants, at most `limit` bytes.
func wordsIn(n *html.Node, limit int) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
			if b.Len() > limit {
				return b.String()[:limit]
			}
		}
	}
	return b.String()
}

// framing are the elements around the content of a page, such as navigation.
var framing = map[atom.Atom]bool{
	atom.Nav: true, atom.Footer: true, atom.Aside: true, atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Form: true,
	atom.Iframe: true, atom.Svg: true, atom.Head: true,
}

// framingRoles are the roles of elements around the content of a page.
var framingRoles = []string{"navigation", "contentinfo", "complementary", "search", "dialog", "banner"}

// framingWords are words in the class names and ids of elements around the content of a
// page. Only whole words count.
var framingWords = func() map[string]bool {
	all := map[string]bool{}
	for _, word := range []string{"nav", "navbar", "menu", "footer", "foot", "breadcrumb", "crumbs", "sidebar", "copyright", "toolbar", "topbar", "advert", "ads", "share", "cookie", "login-box", "friendlink"} {
		all[word] = true
	}
	return all
}()

// framed returns the nodes around the content of a page: navigation, forms, the footer
// and similar elements, and HTML comments. `all` is the number of characters displayed by
// the body; `kept` is this number without these nodes.
func framed(body *html.Node) (around []*html.Node, all, kept int) {
	for at := body.FirstChild; at != nil; {
		into := false
		switch {
		case at.Type == html.TextNode && !unshown[at.Parent.DataAtom]:
			kept += characters(at.Data)
		case at.Type == html.CommentNode:
			around = append(around, at)
		case at.Type == html.ElementNode && frames(at):
			around = append(around, at)
			all += shown(at)
		case at.Type == html.ElementNode:
			into = at.FirstChild != nil
		}
		if into {
			at = at.FirstChild
			continue
		}
		for at != body && at.NextSibling == nil {
			at = at.Parent
		}
		if at == body {
			break
		}
		at = at.NextSibling
	}
	return around, all + kept, kept
}

func frames(n *html.Node) bool {
	if framing[n.DataAtom] || slices.Contains(framingRoles, attr(n, "role")) || n.DataAtom == atom.Div && attr(n, "aria-hidden") == "true" {
		return true
	}
	if n.DataAtom == atom.Body || n.DataAtom == atom.Main || n.DataAtom == atom.Article {
		return false
	}
	for _, name := range []string{"class", "id"} {
		for word := range strings.FieldsSeq(strings.ToLower(attr(n, name))) {
			if framingWords[word] {
				return true
			}
		}
	}
	return false
}

// unshown are the elements without displayed text.
var unshown = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Svg: true, atom.Iframe: true, atom.Textarea: true,
}

// shown counts the displayed characters of an element, without white space.
func shown(n *html.Node) (count int) {
	for c := range n.Descendants() {
		if c.Type != html.TextNode || unshown[c.Parent.DataAtom] {
			continue
		}
		count += characters(c.Data)
	}
	return count
}

// characters counts the characters of a text without white space.
func characters(s string) (count int) {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			count++
		}
	}
	return count
}

// reveal makes the main part visible on pages that hide it until a script has run. It
// looks for a hidden element that contains most of the page's text.
func reveal(doc *html.Node) {
	var hidden []*html.Node
	each(doc, func(n *html.Node) bool {
		style := strings.ReplaceAll(strings.ToLower(attr(n, "style")), " ", "")
		if strings.Contains(style, "visibility:hidden") || n.DataAtom == atom.Body && strings.Contains(style, "display:none") {
			hidden = append(hidden, n)
		}
		return len(hidden) < 20
	})
	if len(hidden) == 0 {
		return
	}
	all := len(wordsIn(doc, DefaultLimit))
	for _, n := range hidden {
		if len(wordsIn(n, DefaultLimit))*2 > all {
			n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "style" })
		}
	}
}

// find returns the first element of a kind; nil if there is none.
func find(n *html.Node, a atom.Atom) (found *html.Node) {
	each(n, func(c *html.Node) bool {
		if found == nil && c.DataAtom == a {
			found = c
		}
		return found == nil
	})
	return found
}

// linksOf returns the targets of the links of a page, each once, at most MaxLinks.
func linksOf(doc *html.Node, base *url.URL) []string {
	var out []string
	seen := map[string]bool{}
	each(doc, func(n *html.Node) bool {
		if n.DataAtom != atom.A && n.DataAtom != atom.Area || len(out) >= MaxLinks {
			return true
		}
		href := attr(n, "href")
		if href == "" || strings.HasPrefix(href, "#") || len(href) > maxAddress {
			return true
		}
		to := resolve(base, href)
		if to != "" && !seen[to] {
			seen[to] = true
			out = append(out, to)
		}
		return true
	})
	return out
}

// resolve returns the normal form of an address in a page; see Normal. It returns "" if the address
// is too long or invalid.
func resolve(base *url.URL, href string) string {
	href = strings.TrimSpace(href)
	if href == "" || len(href) > maxAddress {
		return ""
	}
	u, err := base.Parse(href)
	if err != nil || normalise(u) != nil {
		return ""
	}
	to := u.String()
	if len(to) > maxAddress {
		return ""
	}
	return to
}
