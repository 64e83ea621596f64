package share

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Link is a page of the web whose link stands in a question.
type Link struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Site   string `json:"site,omitempty"`
	Icon   string `json:"icon,omitempty"`   // our own address
	Reason string `json:"reason,omitempty"` // why it could not be read; empty: it was
}

// mediaCard is the kind of the cards of pictures and videos that a search found.
const mediaCard = "media"

// links are the links of a question, as the steps that read them tell.
func (c *copier) links(m stream.Message) (out []Link) {
	for _, it := range m.Content {
		st, ok := it.Event.(stream.Step)
		if !ok || !strings.HasPrefix(st.ID, stream.LinkSteps) || len(st.Docs) == 0 {
			continue
		}
		d := st.Docs[0]
		l := Link{URL: d.URL, Title: c.text(d.Title), Site: c.text(d.WebSiteName), Icon: d.IconURL}
		if st.State == stream.PartFailed {
			l.Reason = c.text(st.Detail)
		}
		out = append(out, l)
	}
	return out
}

// Addresses that may stand in a page: those of the web behind links, and our own
// behind pictures.
var (
	webAddress = regexp.MustCompile(`^https?://`)
	ownPicture = regexp.MustCompile(`^/api/(?:web/picture|web/icon)/[\w-]+$`)
)

func (d *drawing) picture(src, alt string) {
	if !ownPicture.MatchString(src) {
		return
	}
	d.b.WriteString(`<img loading="lazy" src="` + src + `" alt="`)
	d.text(alt)
	d.b.WriteString(`">`)
}

// page begins a link to a page of the web.
func (d *drawing) page(url string) {
	d.b.WriteString(`<a target="_blank" rel="noopener noreferrer nofollow" href="`)
	d.text(url)
	d.b.WriteString(`">`)
}

// links draws the pages whose links stand in a question.
func (d *drawing) links(links []Link) {
	if len(links) == 0 {
		return
	}
	d.b.WriteString(`<ul class="files web">`)
	for _, l := range links {
		if !webAddress.MatchString(l.URL) {
			continue
		}
		d.b.WriteString("<li>")
		d.page(l.URL)
		d.picture(l.Icon, "")
		d.text(l.Title)
		d.b.WriteString("</a>")
		for _, s := range []string{l.Site, l.Reason} {
			if s != "" && s != l.Title {
				d.b.WriteString(" <small>")
				d.text(s)
				d.b.WriteString("</small>")
			}
		}
		d.b.WriteString("</li>")
	}
	d.b.WriteString("</ul>")
}

// media draws pictures and videos that a search found; false when there are none
// that can be drawn.
func (d *drawing) media(data json.RawMessage) bool {
	var shown struct {
		Items []struct{ Title, Site, URL, Thumb string }
	}
	if json.Unmarshal(data, &shown) != nil {
		return false
	}
	drawn := false
	for _, m := range shown.Items {
		if !webAddress.MatchString(m.URL) || !ownPicture.MatchString(m.Thumb) {
			continue
		}
		if !drawn {
			d.b.WriteString(`<ul class="files media">`)
			drawn = true
		}
		d.b.WriteString("<li>")
		d.page(m.URL)
		d.picture(m.Thumb, m.Title)
		d.text(m.Title)
		d.b.WriteString("</a> <small>")
		d.text(m.Site)
		d.b.WriteString("</small></li>")
	}
	if drawn {
		d.b.WriteString("</ul>")
	}
	return drawn
}
