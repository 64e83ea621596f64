package source

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxLinked limits a quote in an address, in characters.
const maxLinked = 200

// Kind is the kind of a source.
type Kind string

// Values of Kind.
const (
	File    Kind = "file"
	Web     Kind = "web"
	Message Kind = "message"
	Note    Kind = "note"
	// Favorite is a favourite: a saved answer, file, page or agent.
	Favorite Kind = "favorite"
	Memory   Kind = "memory"
	// Knowledge is a file of an agent or a project that belongs to somebody else: its passages may
	// be cited, but only its owner may open it.
	Knowledge Kind = "knowledge"
)

// Opening is how the web app opens a source.
type Opening string

// Values of Opening.
const (
	Viewer Opening = "file"  // the file viewer beside the conversation
	Page   Opening = "page"  // a page of this server, only for the owner
	Site   Opening = "site"  // a public page of another site
	Quoted Opening = "quote" // the source cannot be opened: only its title and the passage are shown
)

// kindRow describes what differs between the kinds. The fields name and opens are also generated into
// source-kinds.gen.ts, for the web app.
type kindRow struct {
	name    errs.Text // the web app's name for a source without a known title
	opens   Opening
	place   func(s Source, l language) string // returns the name of the passage's place; may be empty
	address func(s Source, quote string) string
}

// kinds describes every kind. A source of an unknown kind is shown as its title, with a link when
// it has an address.
var kinds = map[Kind]kindRow{
	File: {
		name:  errs.Text{ZhCN: "文件", ZhTW: "檔案", En: "File"},
		opens: Viewer,
		place: func(s Source, l language) string { return l.unit(s.Locator) },
		address: func(s Source, quote string) string {
			address := "/tool/file-viewer?id=" + url.QueryEscape(s.ID)
			if s.Locator.Unit > 0 {
				address += "&page=" + strconv.Itoa(s.Locator.Unit)
			}
			if quote != "" {
				address += "&quote=" + url.QueryEscape(text.Cut(quote, maxLinked))
			}
			return address
		},
	},
	Web: {
		name:    errs.Text{ZhCN: "网页", ZhTW: "網頁", En: "Web page"},
		opens:   Site,
		place:   func(s Source, _ language) string { return s.site() },
		address: webAddress,
	},
	Message: {
		name:  errs.Text{ZhCN: "对话", ZhTW: "對話", En: "Conversation"},
		opens: Page,
		place: func(s Source, l language) string { return l.unit(s.Locator) },
		address: func(s Source, _ string) string {
			if s.Locator.Unit <= 0 {
				return s.URL
			}
			return s.URL + "?at=" + strconv.Itoa(s.Locator.Unit)
		},
	},
	Note: {
		name:    errs.Text{ZhCN: "笔记", ZhTW: "筆記", En: "Note"},
		opens:   Page,
		place:   func(s Source, l language) string { return l.unit(s.Locator) },
		address: func(s Source, _ string) string { return s.URL },
	},
	Favorite: {
		name:    errs.Text{ZhCN: "收藏", ZhTW: "收藏", En: "Favourite"},
		opens:   Page,
		place:   func(Source, language) string { return "" },
		address: func(s Source, _ string) string { return "/favorites?id=" + url.QueryEscape(s.ID) },
	},
	Memory: {
		name:    errs.Text{ZhCN: "记忆", ZhTW: "記憶", En: "Memory"},
		opens:   Page,
		place:   func(Source, language) string { return "" },
		address: func(Source, string) string { return "/setting/memory" },
	},
	Knowledge: {
		name:    errs.Text{ZhCN: "资料库", ZhTW: "資料庫", En: "Knowledge"},
		opens:   Quoted,
		place:   func(s Source, l language) string { return l.unit(s.Locator) },
		address: func(Source, string) string { return "" },
	},
}

// Kinds lists every kind, sorted.
func Kinds() []Kind { return slices.Sorted(maps.Keys(kinds)) }

// Name returns the display name of the kind; empty for an unknown kind.
func (k Kind) Name(locale string) string { return kinds[k].name.In(locale) }

// Opens returns how the web app opens a source of the kind; empty for an unknown kind.
func (k Kind) Opens() Opening { return kinds[k].opens }

// Place returns where in its file, conversation or other thing the passage stands, such as 第 3 页. For a
// web page and for a source of an unknown kind, it returns the name of the site. The result is empty
// when the place has no name.
func (s Source) Place(locale string) string {
	if row, ok := kinds[s.Kind]; ok {
		return row.place(s, language(locale))
	}
	return s.Site
}

// Address returns the address of the source for its reader. If the kind supports quotes in addresses,
// the address leads to the quote. The address is empty if the source cannot be opened.
func (s Source) Address(quote string) string {
	if row, ok := kinds[s.Kind]; ok {
		return row.address(s, quote)
	}
	return s.URL
}

// site returns the name of the web site, or its host.
func (s Source) site() string {
	if s.Site != "" {
		return s.Site
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// webAddress returns the address of the page. A text fragment makes the browser highlight the
// quote. The fragment is left out if there is no quote or the address already has a fragment. The
// result is empty for an address that is not http or https.
func webAddress(s Source, quote string) string {
	u, err := url.Parse(s.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	if quote == "" || u.Fragment != "" {
		return s.URL
	}
	return s.URL + "#:~:text=" + fragmentEscaped(text.Cut(text.OneLine(quote), maxLinked))
}

// fragmentEscaped escapes a text for a text fragment, where -, comma and & have a special meaning.
func fragmentEscaped(s string) string {
	out := make([]byte, 0, 3*len(s))
	for _, b := range []byte(s) {
		if b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '.' || b == '_' || b == '~' {
			out = append(out, b)
		} else {
			out = fmt.Appendf(out, "%%%02X", b)
		}
	}
	return string(out)
}

// language formats places in one language.
type language string

// unitNames are the names of units; the placeholder is the unit's number.
var unitNames = map[string]errs.Text{
	"page":    {ZhCN: "第 %d 页", ZhTW: "第 %d 頁", En: "Page %d"},
	"slide":   {ZhCN: "第 %d 张幻灯片", ZhTW: "第 %d 張投影片", En: "Slide %d"},
	"sheet":   {ZhCN: "第 %d 张工作表", ZhTW: "第 %d 張工作表", En: "Sheet %d"},
	"section": {ZhCN: "第 %d 节", ZhTW: "第 %d 節", En: "Section %d"},
	"message": {ZhCN: "第 %d 条消息", ZhTW: "第 %d 則訊息", En: "Message %d"},
}

var sheetNamed = errs.Text{ZhCN: "工作表「%s」", ZhTW: "工作表「%s」", En: "Sheet “%s”"}

func (l language) unit(at Locator) string {
	switch {
	case at.UnitName != "" && at.UnitKind == "sheet":
		return fmt.Sprintf(sheetNamed.In(string(l)), at.UnitName)
	case at.UnitName != "" && at.UnitKind == "section":
		return at.UnitName
	case at.Unit <= 0:
		return ""
	}
	name, ok := unitNames[at.UnitKind]
	if !ok {
		name = unitNames["page"]
	}
	return fmt.Sprintf(name.In(string(l)), at.Unit)
}
