package html

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Walk emits the blocks of a parsed tree. Read emits the same blocks for the HTML of this tree.
func (p *Page) Walk(root *html.Node) error {
	for at := root; ; {
		into, err := p.enter(at)
		if err != nil {
			return err
		}
		if into && at.FirstChild != nil {
			at = at.FirstChild
			continue
		}
		for {
			if into && at.Type == html.ElementNode {
				if err := p.end(tagOf(at)); err != nil {
					return err
				}
			}
			if at == root {
				return p.finish()
			}
			if at.NextSibling != nil {
				at = at.NextSibling
				break
			}
			at, into = at.Parent, true
		}
	}
}

// enter handles a text, or the start of an element. It reports whether the caller must go on with
// the children of the node and then handle its end.
func (p *Page) enter(n *html.Node) (into bool, err error) {
	switch n.Type {
	case html.TextNode:
		if n.PrevSibling == nil || n.PrevSibling.Type != html.TextNode {
			p.words(joined(n))
		}
	case html.DocumentNode:
		return true, nil
	case html.ElementNode:
		a := newAttrs()
		for _, at := range n.Attr {
			if at.Namespace == "" && used(at.Key) {
				a.take(at.Key, at.Val)
			}
		}
		tag := tagOf(n)
		skip, err := p.start(n.Data, tag, a, false)
		return !skip && tag != atom.Hr, err // an hr element has no end tag
	}
	return false, nil
}

// joined returns the text of a node and of the text nodes directly after it.
func joined(n *html.Node) string {
	if n.NextSibling == nil || n.NextSibling.Type != html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for ; n != nil && n.Type == html.TextNode; n = n.NextSibling {
		b.WriteString(n.Data)
	}
	return b.String()
}

// tagOf finds the tag by the element's name instead of its atom. Code that changes a tree may
// change the name and leave the old atom.
func tagOf(n *html.Node) atom.Atom { return atom.Lookup([]byte(n.Data)) }
