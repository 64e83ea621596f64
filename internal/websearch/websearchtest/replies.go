package websearchtest

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"time"
)

// Picture returns the address of a page's picture in replies.
func Picture(p Page) string { return p.URL + "/picture.jpg" }

// Reply is the reply of an engine that found the given pages, in the documented form for status 200.
// `kind` is web, image or video. Reply returns nil for an unknown engine or kind.
func Reply(engine, kind string, pages ...Page) []byte {
	make, ok := replies[engine+" "+kind]
	if !ok {
		return nil
	}
	made := make(pages)
	if s, ok := made.(string); ok {
		return []byte(s)
	}
	b, err := json.Marshal(made)
	if err != nil {
		panic(err)
	}
	return b
}

type object = map[string]any

// each maps pages to a list.
func each(pages []Page, of func(i int, p Page) object) []object {
	out := []object{}
	for i, p := range pages {
		out = append(out, of(i, p))
	}
	return out
}

// replies are the reply formats, by engine and kind.
var replies = map[string]func([]Page) any{
	"deepseek web": func(pages []Page) any {
		return object{"results": each(pages, func(_ int, p Page) object {
			return object{"rerank_score": 2.4, "title": p.Title, "url": p.URL, "snippet": "", "summary": p.Text, "content": "", "site_name": nil, "site_icon": nil, "date": orNil(p.Published), "authority": -1}
		})}
	},
	"wsa web": func(pages []Page) any {
		list := []string{}
		for _, p := range pages {
			b, _ := json.Marshal(object{"title": p.Title, "date": spaced(p.Published), "url": p.URL, "passage": p.Text, "content": "", "site": "", "score": 0.9, "images": []string{}, "favicon": ""})
			list = append(list, string(b))
		}
		return object{"Response": object{"Query": "", "Pages": list, "Msg": "", "RequestId": "r"}}
	},
	"wsa image": func(pages []Page) any {
		list := []string{}
		for _, p := range pages {
			b, _ := json.Marshal(object{"title": p.Title, "url": p.URL, "passage": p.Text, "images": []string{Picture(p)}})
			list = append(list, string(b))
		}
		return object{"Response": object{"Pages": list}}
	},
	"tokenhub web": func(pages []Page) any {
		return object{
			"id": "c", "object": "chat.completion", "choices": []object{{"index": 0, "message": object{"role": "assistant", "content": "好"}, "finish_reason": "stop"}},
			"search_results": each(pages, func(i int, p Page) object {
				return object{"index": i + 1, "title": p.Title, "url": p.URL, "snippet": p.Text, "publish_time": spaced(p.Published)}
			}),
		}
	},
	"bocha web": func(pages []Page) any {
		return object{"code": 200, "log_id": "l", "msg": nil, "data": object{"_type": "SearchResponse", "webPages": object{"value": each(pages, func(_ int, p Page) object {
			return object{"id": nil, "name": p.Title, "url": p.URL, "snippet": "", "summary": p.Text, "siteName": "", "siteIcon": "", "datePublished": p.Published}
		})}}}
	},
	"bocha image": func(pages []Page) any {
		return object{"code": 200, "data": object{"images": object{"value": each(pages, func(_ int, p Page) object {
			return object{"name": p.Title, "thumbnailUrl": Picture(p), "contentUrl": Picture(p), "hostPageUrl": p.URL, "width": 640, "height": 480}
		})}}}
	},
	"bocha video": func(pages []Page) any {
		return object{"code": 200, "data": object{"videos": object{"value": each(pages, func(_ int, p Page) object {
			return object{"name": p.Title, "description": p.Text, "thumbnailUrl": Picture(p), "hostPageUrl": p.URL, "duration": "1:05"}
		})}}}
	},
	"zhipu web": func(pages []Page) any {
		return object{"id": "z", "created": 1, "search_intent": []object{}, "search_result": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "content": p.Text, "link": p.URL, "media": "", "icon": "", "refer": "ref_1", "publish_date": p.Published}
		})}
	},
	"searxng web": func(pages []Page) any {
		return object{"query": "", "results": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "url": p.URL, "content": p.Text, "publishedDate": orNil(p.Published), "engine": "e"}
		}), "unresponsive_engines": [][]string{{"google", "Suspended: too many requests"}}}
	},
	"searxng image": func(pages []Page) any {
		return object{"results": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "url": p.URL, "content": p.Text, "img_src": Picture(p), "thumbnail_src": Picture(p), "resolution": "640 x 480", "template": "images.html"}
		})}
	},
	"searxng video": func(pages []Page) any {
		return object{"results": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "url": p.URL, "content": p.Text, "thumbnail": Picture(p), "length": "1:05", "template": "videos.html"}
		})}
	},
	"tavily web": func(pages []Page) any {
		return object{"query": "", "results": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "url": p.URL, "content": p.Text, "score": 0.9, "raw_content": nil, "published_date": orNil(p.Published)}
		}), "response_time": 0.8}
	},
	"tavily image": func(pages []Page) any {
		return object{"query": "", "results": []object{}, "images": each(pages, func(_ int, p Page) object {
			return object{"url": Picture(p), "description": p.Title}
		})}
	},
	"brave web": func(pages []Page) any {
		return object{"type": "search", "web": object{"type": "search", "results": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "url": p.URL, "description": "<strong>" + html.EscapeString(p.Text) + "</strong>", "page_age": strings.TrimSuffix(p.Published, "Z"), "meta_url": object{"hostname": "h"}}
		})}}
	},
	"brave image": func(pages []Page) any {
		return object{"type": "images", "results": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "url": p.URL, "thumbnail": object{"src": Picture(p)}, "properties": object{"url": Picture(p), "width": 640, "height": 480}}
		})}
	},
	"brave video": func(pages []Page) any {
		return object{"type": "videos", "results": each(pages, func(_ int, p Page) object {
			return object{"title": p.Title, "url": p.URL, "description": p.Text, "thumbnail": object{"src": Picture(p)}, "video": object{"duration": "01:05"}}
		})}
	},
	"serper web": func(pages []Page) any {
		return object{"searchParameters": object{}, "organic": each(pages, func(i int, p Page) object {
			return object{"title": p.Title, "link": p.URL, "snippet": p.Text, "date": day(p.Published), "position": i + 1}
		})}
	},
	"serper image": func(pages []Page) any {
		return object{"images": each(pages, func(i int, p Page) object {
			return object{"title": p.Title, "imageUrl": Picture(p), "imageWidth": 640, "imageHeight": 480, "thumbnailUrl": Picture(p), "link": p.URL, "position": i + 1}
		})}
	},
	"serper video": func(pages []Page) any {
		return object{"videos": each(pages, func(i int, p Page) object {
			return object{"title": p.Title, "link": p.URL, "snippet": p.Text, "imageUrl": Picture(p), "duration": "1:05", "position": i + 1}
		})}
	},
	"mediawiki web": func(pages []Page) any {
		return object{"batchcomplete": true, "query": object{
			"search": each(pages, func(i int, p Page) object {
				return object{"ns": 0, "title": p.Title, "pageid": i + 1, "snippet": `<span class="searchmatch">` + html.EscapeString(p.Text) + `</span>`, "timestamp": orNil(p.Published)}
			}),
			// MediaWiki does not sort the pages by rank.
			"pages": each(reversed(pages), func(i int, p Page) object {
				at := len(pages) - i
				return object{"pageid": at, "ns": 0, "title": p.Title, "index": at, "fullurl": p.URL}
			}),
		}}
	},
	"mediawiki image": func(pages []Page) any {
		return object{"query": object{"pages": each(pages, func(i int, p Page) object {
			return object{"pageid": i + 1, "ns": 6, "title": p.Title, "index": i + 1, "fullurl": p.URL,
				"imageinfo": []object{{"url": Picture(p), "thumburl": Picture(p), "width": 640, "height": 480, "mime": "image/jpeg"}}}
		})}}
	},
	"duckduckgo web": func(pages []Page) any {
		var b strings.Builder
		b.WriteString(`<!DOCTYPE html><html><body><div class="serp__results"><div id="links" class="results">
<div class="result results_links result--ad"><h2><a class="result__a" href="https://ads.example/">广告</a></h2><a class="result__snippet" href="#">买</a></div>`)
		for _, p := range pages {
			fmt.Fprintf(&b, `<div class="result results_links"><h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=%s&amp;rut=1"><b>%s</b></a></h2><a class="result__snippet" href="#"><b>%s</b></a></div>`,
				url.QueryEscape(p.URL), html.EscapeString(p.Title), html.EscapeString(p.Text))
		}
		if len(pages) == 0 {
			b.WriteString(`<div class="no-results">No results.</div>`)
		}
		b.WriteString(`</div></div></body></html>`)
		return b.String()
	},
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// spaced is a time in the format and zone of Chinese services.
func spaced(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return s
	}
	return t.In(time.FixedZone("CST", 8*3600)).Format("2006-01-02 15:04:05")
}

func day(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return s
	}
	return t.Format("Jan 2, 2006")
}

func reversed(pages []Page) []Page {
	out := make([]Page, 0, len(pages))
	for i := len(pages) - 1; i >= 0; i-- {
		out = append(out, pages[i])
	}
	return out
}
