package share

import (
	"bytes"
	"context"
	"encoding/json"
	"html/template"
	"strconv"
	"strings"
	"time"
)

// Policy is the content security policy of the page of a share. It allows scripts, styles and
// pictures from this server, requests and forms to this server, and pictures in data URLs.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"

// Page is an HTML page.
type Page struct {
	HTML   []byte
	Listed bool // search engines may index the page
}

// frame is the data of the page templates. Its Body is only a placeholder, which Page replaces with
// the body of the share.
type frame struct {
	words
	ID, Pass, Base, Brand, Agent string
	Title, Summary, Error        string
	MadeAt, EndsAt               string // in RFC 3339, UTC: the page's script converts both to the reader's time zone
	MadeDay, EndsDay             string
	Count                        string
	Listed, Card, Draws          bool
	Body                         template.HTML
	Data                         template.JS
	Likes                        int64
	Others                       []language
}

type language struct{ Locale, Name string }

var names = []language{{"zh-CN", "简体中文"}, {"zh-TW", "繁體中文"}, {"en", "English"}}

// frameOf fills in the fields common to all pages of shares.
func (s *Service) frameOf(locale, base string) frame {
	w := wordsIn(locale)
	w.Home = strings.ReplaceAll(w.Home, "{brand}", s.Brand)
	return frame{words: w, Base: base, Brand: s.Brand, Agent: s.Agent, Draws: s.Draws, Others: names}
}

// Page renders a share as a page that is readable without scripts. `base` is the scheme and host of
// this server; `pass` is made available to the page's script.
func (s *Service) Page(ctx context.Context, sh Share, pass, locale, base string) (Page, error) {
	body, err := s.Body(ctx, sh, locale)
	if err != nil {
		return Page{}, err
	}
	f := s.frameOf(locale, base)
	f.ID, f.Pass, f.Title, f.Likes = sh.ID, pass, sh.Title, sh.Likes
	f.Listed, f.Card = sh.Listed && sh.Password == "", sh.Password == ""
	if f.Card {
		f.Summary = sh.Summary
	}
	f.Count = strings.ReplaceAll(f.Rounds, "{n}", strconv.Itoa(sh.Rounds))
	made := time.UnixMilli(sh.CreatedAt).UTC()
	f.MadeAt, f.MadeDay = made.Format(time.RFC3339), made.Format(time.DateOnly)
	if sh.ExpiresAt > 0 {
		ends := time.UnixMilli(sh.ExpiresAt).UTC()
		f.EndsAt, f.EndsDay = ends.Format(time.RFC3339), ends.Format("2006-01-02 15:04")+" UTC"
	}
	data, err := json.Marshal(map[string]any{"id": sh.ID, "pass": pass, "agent": s.Agent, "likes": sh.Likes, "words": f.Script, "locale": f.Lang})
	if err != nil {
		return Page{}, err
	}
	f.Data = template.JS(data) //nolint:gosec // Marshal writes < > and & as \u003c and so on: no text can end the element
	f.Body = bodyMark
	page, err := fill("page", f)
	if err != nil {
		return Page{}, err
	}
	// The body is inserted here rather than by the template, which would copy it once more.
	before, after, _ := bytes.Cut(page, []byte(bodyMark))
	return Page{HTML: bytes.Join([][]byte{before, body, after}, nil), Listed: f.Listed}, nil
}

// bodyMark is the placeholder of the body in the frame. No text of a share can contain it,
// because all texts are escaped.
const bodyMark = "<!--body-->"

// LockedPage is the page that asks for the password; `problem` is an error message, or empty.
func (s *Service) LockedPage(sh Share, locale, base, problem string) (Page, error) {
	f := s.frameOf(locale, base)
	f.ID, f.Title, f.Error = sh.ID, f.Locked, problem
	page, err := fill("locked", f)
	return Page{HTML: page}, err
}

// GonePage is the page for a share that cannot be read.
func (s *Service) GonePage(locale, base, problem string) (Page, error) {
	f := s.frameOf(locale, base)
	f.Title, f.Error = f.GoneTitle, problem
	page, err := fill("gone", f)
	return Page{HTML: page}, err
}

func fill(name string, f frame) ([]byte, error) {
	var b bytes.Buffer
	err := pages.ExecuteTemplate(&b, name, f)
	return b.Bytes(), err
}
