package webpage

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// signs are properties of a page. They show whether a page with little text is a short page, or its content
// is missing, for example behind a login.
type signs struct {
	scripts  int
	root     bool // the page has an almost empty element with one of the ids in roots
	noscript bool // the page asks the reader to enable scripts
	password bool // the page has a password field
	loginURL bool
	paid     bool
}

// roots are the ids of elements usually filled by scripts.
var roots = map[string]bool{"app": true, "root": true, "__next": true, "__nuxt": true, "q-app": true, "main-app": true, "container": true, "ice-container": true}

var (
	asksScripts = text.NewPattern(`(?i)(enable|turn on|requires?|without) javascript|javascript[^。.]{0,20}(enabled|disabled)|(启用|开启|打开|允许|啟用|開啟)[^。]{0,8}javascript|javascript[^。]{0,8}(启用|开启|支持|啟用|開啟)`)
	loginPath   = text.NewPattern(`(?i)(^|[/._-])(login|signin|sign-in|passport|sso|oauth|cas)([/._-]|$)`)
	paidWords   = text.NewPattern(`(开通|加入|成为|订阅|购买|升级|登录)[^。\n]{0,16}(会员|VIP|vip|专栏|全文|订户|付费)[^。\n]{0,20}(阅读|解锁|查看|继续|即可|可读|畅读)|(付费|会员)(阅读|可读|文章|专享|内容)|(剩余|还有|剩下|余下)[^。\n]{0,8}\d+\s?%[^。\n]{0,20}|(訂閱|成為|加入|購買)[^。\n]{0,16}(會員|全文|付費)|(?i)subscribe to (continue|read)|subscribers only`)
	loginWords  = text.NewPattern(`(请|請|需要?|后|後)[^。\n]{0,6}(登录|登錄|登入)|(登录|登錄|登入)[^。\n]{0,10}(查看|阅读|閱讀|继续|繼續|可见|可見|浏览|瀏覽)|(?i)(please |)(log|sign) in to (continue|view|read|see)`)
	scriptWords = text.NewPattern(`(?i)^(loading|请稍候|正在加载|加载中|載入中|页面加载中)[.。…\s]*$`)
)

// fewWords counts characters, not words. A page with fewer characters is checked for signs that its
// content is missing.
const fewWords = 160

func signsOf(doc *html.Node, at *url.URL, m *meta) signs {
	s := signs{paid: m.ld.paid, loginURL: loginPath.MatchString(at.Host + at.Path)}
	each(doc, func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.Script:
			s.scripts++
			return false
		case atom.Noscript:
			s.noscript = s.noscript || asksScripts.MatchString(wordsIn(n, 2_000))
		case atom.Input:
			s.password = s.password || strings.EqualFold(attr(n, "type"), "password")
		case atom.Div, atom.Main, atom.Section:
			s.root = s.root || roots[attr(n, "id")] && text.Len(text.OneLine(wordsIn(n, 1_000))) < 20
		}
		return true
	})
	return s
}

// judge returns the reason why a page has no content; nil if it has content. If only a part of
// the content is there, judge sets p.Partial.
func (s signs) judge(p *Page) error {
	n := text.Len(strings.TrimSpace(p.Text))
	tail := p.Text[max(0, len(p.Text)-1_500):]
	if n < fewWords {
		switch {
		case s.password, s.loginURL, n > 0 && loginWords.MatchString(p.Text):
			return fail(Login, nil)
		case n > 0 && (s.paid || paidWords.MatchString(p.Text)):
			return fail(Paywall, nil)
		case s.root, s.noscript, s.scripts >= 2 && (n < 40 || scriptWords.MatchString(strings.TrimSpace(p.Text))), asksScripts.MatchString(p.Text):
			return fail(NeedsScript, nil)
		case n == 0:
			return fail(Empty, nil)
		}
		return nil
	}
	if s.paid || paidWords.MatchString(tail) {
		p.Partial = Paywall
	} else if n < 1_500 && loginWords.MatchString(tail) && s.password {
		p.Partial = Login
	}
	return nil
}
