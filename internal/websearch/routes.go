package websearch

import (
	"context"
	"net/http"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type (
	pictureIn struct {
		Body struct {
			Query  string `json:"query" doc:"at most 400 characters; the rest is cut"`
			Type   string `json:"type,omitempty" doc:"image (the default) or video"`
			Limit  int    `json:"limit,omitempty" doc:"at most 50; 0: 30"`
			Locale string `json:"locale,omitempty" doc:"the language to search in: zh-CN, zh-TW or en; empty: the asker's"`
		}
	}
	pictureOut struct {
		Body struct {
			Code int `json:"code" doc:"0"`
			Data struct {
				List   []PictureView `json:"list"`
				Misses []MissView    `json:"misses" doc:"the sources that gave nothing, and why"`
				Kinds  []Kind        `json:"kinds" doc:"what can be searched for here: image, video"`
			} `json:"data"`
		}
	}
)

// PictureView is a picture or video found by a search.
type PictureView struct {
	Title     string `json:"title"`
	URL       string `json:"url" doc:"the page that shows it"`
	Site      string `json:"site"`
	Icon      string `json:"icon" doc:"our own address of the site's icon; empty: none"`
	Picture   string `json:"picture" doc:"our own address of the picture; of a video, its still"`
	Thumb     string `json:"thumb" doc:"our own address of a small form of it; the same as picture where there is none"`
	Width     int    `json:"width" doc:"pixels; 0: unknown"`
	Height    int    `json:"height"`
	Seconds   int    `json:"seconds" doc:"length of a video; 0: unknown"`
	Published int64  `json:"published" doc:"Unix ms; 0: unknown"`
}

// MissView is a source that returned no results.
type MissView struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason"`
	Text   string `json:"text" doc:"the reason as a sentence"`
}

const usualPictures = 30

// Routes registers the operations.
func (s *Service) Routes(r *httpapi.Router) {
	httpapi.Route(r, httpapi.Op{
		Method: http.MethodPost, Path: "/api/image/search", Summary: "Search for pictures or videos", Domain: "websearch", Owner: httpapi.Mine, Aside: true,
	}, func(ctx context.Context, in *pictureIn) (*pictureOut, error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return nil, err
		}
		if s.withheld != nil && s.withheld(ctx, who.ID, in.Body.Query) {
			return nil, errs.New(errs.SearchWithheld)
		}
		q := Query{Text: in.Body.Query, Kind: Image, Limit: in.Body.Limit, Locale: in.Body.Locale}
		if in.Body.Type == string(Video) {
			q.Kind = Video
		}
		if q.Limit <= 0 {
			q.Limit = usualPictures
		}
		locale := httpapi.Locale(ctx)
		if q.Locale == "" {
			q.Locale = locale
		}
		found, err := s.Search(ctx, who.ID, q)
		if err != nil {
			return nil, err
		}
		out := &pictureOut{}
		d := &out.Body.Data
		d.List, d.Misses, d.Kinds = []PictureView{}, []MissView{}, []Kind{}
		for _, f := range found.Results {
			d.List = append(d.List, s.pictureView(f))
		}
		for _, m := range found.Misses {
			d.Misses = append(d.Misses, MissView{Name: m.Name, Reason: m.Reason, Text: m.Reason.In(locale)})
		}
		for _, k := range []Kind{Image, Video} {
			if s.Can(k) {
				d.Kinds = append(d.Kinds, k)
			}
		}
		return out, nil
	})
	httpapi.Raw(r, httpapi.Op{
		Method: http.MethodGet, Path: "/api/image/picture/{ref}", Summary: "A picture that a search found, by our own request", Domain: "websearch", Owner: httpapi.None,
	}, "image/*", func(ctx context.Context, in *struct {
		Ref string `path:"ref"`
	}, w httpapi.ResponseWriter) error {
		data, kind, err := s.Picture(ctx, in.Ref)
		if err != nil {
			return err
		}
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Content-Length", strconv.Itoa(len(data)))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		h.Set("Cache-Control", "private, max-age=86400")
		_, err = w.Write(data)
		return err
	})
}

func (s *Service) pictureView(r Result) PictureView {
	v := PictureView{
		Title: r.Title, URL: r.URL, Site: r.Site, Picture: s.PictureURL(r.Picture), Thumb: s.PictureURL(first(r.Thumb, r.Picture)),
		Width: r.Width, Height: r.Height, Seconds: r.Seconds, Published: r.Published,
	}
	if s.icon != nil {
		v.Icon = s.icon(r.URL, r.Icon)
	}
	return v
}
