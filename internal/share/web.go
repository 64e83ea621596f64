package share

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Link is a web page linked in a question.
type Link struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Site   string `json:"site,omitempty"`
	Icon   string `json:"icon,omitempty"`   // address on this server
	Reason string `json:"reason,omitempty"` // why the page could not be read; empty: the page was read
}

// mediaCard is the kind of the cards of pictures and videos found by a search.
const mediaCard = "media"

// links returns the links of a question, from the steps that read the linked pages.
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

// Allowed addresses in a page: web addresses for links, and addresses on this server for pictures.
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

// page writes the start tag of a link to a web page.
func (d *drawing) page(url string) {
	d.b.WriteString(`<a target="_blank" rel="noopener noreferrer nofollow" href="`)
	d.text(url)
	d.b.WriteString(`">`)
}

// links renders the web pages linked in a question.
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

// media renders pictures and videos found by a search. It returns false if it renders nothing.
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
