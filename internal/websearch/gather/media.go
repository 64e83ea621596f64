package gather

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// MediaCard is the kind and the id of the card that shows pictures and videos. The card's data is a Media.
const MediaCard = "media"

// Media is the data of a media card.
type Media struct {
	Items []Medium `json:"items"`
}

// Medium is a picture or video. Title, Site and Icon belong to the page at URL.
type Medium struct {
	Kind    websearch.Kind `json:"kind"` // image or video
	Title   string         `json:"title"`
	Site    string         `json:"site"`
	URL     string         `json:"url"`
	Icon    string         `json:"icon,omitempty"`    // address on this server
	Thumb   string         `json:"thumb"`             // address of the thumbnail on this server
	Seconds int            `json:"seconds,omitempty"` // length of a video; 0: unknown
}

// Pictures stores thumbnails.
type Pictures interface {
	// KeepPicture stores a thumbnail of a picture for a conversation. It returns the thumbnail's address on
	// this server.
	KeepPicture(ctx context.Context, owner, cid, address string) (string, error)
	// Passing returns an address on this server for a picture. Each time the address is requested, the server
	// requests the picture and does not store it. Empty: there is no such address.
	Passing(address string) string
}

// Limits of pictures and videos.
const (
	mediaTime  = 6 * time.Second
	mediaGrace = time.Second // how long an answer waits for media after the rest of the search is done
	mediaShown = 6
	mediaTried = 9 // requested pictures: more than mediaShown, because some are not available
)

// Words of questions about visible things.
var (
	seen    = regexp.MustCompile(`(?i)图片|照片|相片|插图|图解|示意图|图鉴|长什么样|长啥样|什么样子|外观|外形|样貌|长相|壁纸|海报|剧照|logo|景点|风景|美景|打卡|穿搭|发型|圖片|相片|長什麼樣|外觀|景點|風景|海報|劇照|\b(?:pictures?|photos?|images?|wallpapers?|posters?|looks? like|sights?)\b`)
	watched = regexp.MustCompile(`(?i)视频|录像|教学片|预告片|宣传片|集锦|直播回放|纪录片|\bMV\b|怎么(?:跳|折|系|编|叠|包)|影片|預告片|集錦|紀錄片|\b(?:videos?|trailers?|highlights|footage)\b`)
)

// shows returns the kind of media requested by a question; empty: none.
func shows(question string) websearch.Kind {
	switch {
	case watched.MatchString(question):
		return websearch.Video
	case seen.MatchString(question):
		return websearch.Image
	}
	return ""
}

// wanted returns the kind of media to search for according to the setting; empty: none.
func (g *Gatherer) wanted(kind websearch.Kind) websearch.Kind {
	mode := g.Engine.Media()
	switch {
	case g.Pictures == nil || mode == websearch.MediaNever:
		return ""
	case kind == "" && mode == websearch.MediaAlways:
		kind = websearch.Image
	}
	if kind == "" || !g.Engine.Can(kind) {
		return ""
	}
	return kind
}

// media searches for pictures or videos in the background, while pages are found and read. The channel receives at
// most one card, and is then closed.
func (w *work) media(ctx context.Context, kind websearch.Kind, query string) <-chan stream.Card {
	found := make(chan stream.Card, 1)
	kind = w.wanted(kind)
	if kind == "" {
		close(found)
		return found
	}
	go func() {
		defer close(found)
		ctx, cancel := context.WithTimeout(ctx, mediaTime)
		defer cancel()
		if card, ok := w.mediaCard(ctx, kind, query); ok {
			found <- card
		}
	}()
	return found
}

// soon returns the card of the media if the card arrives within mediaGrace, and otherwise no card.
func soon(ctx context.Context, found <-chan stream.Card) []stream.Card {
	grace := time.NewTimer(mediaGrace)
	defer grace.Stop()
	select {
	case card, ok := <-found:
		if ok {
			return []stream.Card{card}
		}
	case <-grace.C:
	case <-ctx.Done():
	}
	return nil
}

// mediaCard searches for media and makes a card of the first results with available thumbnails.
func (w *work) mediaCard(ctx context.Context, kind websearch.Kind, query string) (stream.Card, bool) {
	got, err := w.Engine.Search(ctx, w.t.Owner(), websearch.Query{Text: query, Kind: kind, Limit: 2 * mediaTried, Locale: w.t.Locale})
	if err != nil {
		w.Log.InfoContext(ctx, "no pictures were searched", "trace_id", w.t.TraceID, "error", err)
		return stream.Card{}, false
	}
	all := make([]Medium, min(len(got.Results), mediaTried))
	var keeping sync.WaitGroup
	for i, r := range got.Results[:len(all)] {
		keeping.Go(func() { all[i] = w.medium(ctx, kind, r) })
	}
	keeping.Wait()
	var shown Media
	for _, m := range all {
		if m.Thumb != "" && len(shown.Items) < mediaShown {
			shown.Items = append(shown.Items, m)
		}
	}
	data, err := json.Marshal(shown)
	if len(shown.Items) == 0 || err != nil {
		return stream.Card{}, false
	}
	return stream.Card{ID: MediaCard, Kind: MediaCard, State: stream.PartDone, Data: data, Fallback: shown.list(w.words.media[kind])}, true
}

// medium returns one result with its thumbnail; Thumb is empty if the picture is not available.
func (w *work) medium(ctx context.Context, kind websearch.Kind, r websearch.Result) Medium {
	m := Medium{Kind: kind, Title: text.Cut(text.OneLine(source.StripMarks(r.Title)), 120), Site: text.Cut(r.Site, 60), URL: r.URL, Seconds: r.Seconds}
	if w.Copies != nil {
		m.Icon = w.Copies.Icon(r.URL, r.Icon)
	}
	owner, cid := w.t.Place()
	for _, address := range []string{r.Thumb, r.Picture} {
		if address == "" || m.Thumb != "" {
			continue
		}
		if w.t.Private { // nothing is stored for a temporary conversation
			m.Thumb = w.Pictures.Passing(address)
			continue
		}
		kept, err := w.Pictures.KeepPicture(ctx, owner, cid, address)
		if err != nil {
			w.Log.DebugContext(ctx, "a picture was not kept", "trace_id", w.t.TraceID, "error", err)
			continue
		}
		m.Thumb = kept
	}
	return m
}

// list formats the media in Markdown, for clients without cards.
func (m Media) list(heading string) string {
	var b strings.Builder
	b.WriteString("**" + heading + "**\n")
	for _, i := range m.Items {
		b.WriteString("\n- [" + noMarkup.Replace(i.Title) + "](<" + noAngle.Replace(i.URL) + ">)")
		if i.Site != "" {
			b.WriteString(" · " + noMarkup.Replace(i.Site))
		}
	}
	return b.String()
}

var (
	noMarkup = strings.NewReplacer("\\", "", "[", "（", "]", "）", "`", "", "*", "", "_", " ", "<", "", ">", "", "|", " ", "~", "", "$", "", "!", "！", "#", "", "&", "＆")
	noAngle  = strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20")
)
