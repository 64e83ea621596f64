package webcopy

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// BlockView is a block of a page. CopyView.Blocks has them in reading order.
type BlockView struct {
	Kind  parsed.BlockKind `json:"kind"`
	Level int              `json:"level,omitempty" doc:"of a heading, from 1; of a list item, its depth"`
	Text  string           `json:"text"`
	Rows  [][]string       `json:"rows,omitempty" doc:"of a table"`
}

// CopyView is a copy for its owner.
type CopyView struct {
	ID        string      `json:"id"`
	CID       string      `json:"cid" doc:"the conversation for which it was read"`
	URL       string      `json:"url"`
	Title     string      `json:"title"`
	Site      string      `json:"site"`
	Icon      string      `json:"icon" doc:"our own address of the site's icon, or empty"`
	Author    string      `json:"author"`
	Published int64       `json:"published" doc:"unix ms; 0: unknown"`
	KeptAt    int64       `json:"keptAt" doc:"unix ms"`
	Blocks    []BlockView `json:"blocks"`
}

// LinkView describes a link in a question that is being written.
type LinkView struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Site   string `json:"site"`
	Icon   string `json:"icon"`
	Reason string `json:"reason" doc:"why it cannot be read, in the asker's language; empty: it can"`
	Code   string `json:"code" doc:"the reason as a word"`
}

type copyOut struct {
	Body struct {
		Code int      `json:"code" doc:"0"`
		Data CopyView `json:"data"`
	}
}

type linkOut struct {
	Body struct {
		Code int      `json:"code" doc:"0"`
		Data LinkView `json:"data"`
	}
}

// iconWait is the timeout of a request for an icon or a picture. The icon may have to be fetched from
// its site first.
const iconWait = 5 * time.Second

// Looker reads the page of a link.
type Looker interface {
	Read(ctx context.Context, address string) (webpage.Page, error)
}

// Routes registers the operations; `pages` reads the pages of links.
func (s *Service) Routes(r *httpapi.Router, pages Looker) {
	mine := func(method, path, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: "webcopy", Owner: httpapi.Mine}
	}
	httpapi.Route(r, mine(http.MethodGet, "/api/web/copy/{id}", "What was read of a page of the web").Naming(httpapi.Unknown).Acting(httpapi.Reader), func(ctx context.Context, in *struct {
		ID string `path:"id"`
	}) (*copyOut, error) {
		c, err := s.Get(ctx, httpapi.From(ctx).ID, in.ID)
		if err != nil {
			return nil, err
		}
		out := &copyOut{}
		out.Body.Data = c.view()
		return out, nil
	})
	look := mine(http.MethodPost, "/api/web/link", "What a link leads to")
	look.Aside = true
	httpapi.Route(r, look, func(ctx context.Context, in *struct {
		Body struct {
			URL string `json:"url"`
		}
	}) (*linkOut, error) {
		if _, err := httpapi.Ensure(ctx); err != nil {
			return nil, err
		}
		out := &linkOut{}
		out.Body.Data = s.look(ctx, pages, in.Body.URL, httpapi.Locale(ctx))
		return out, nil
	})
	picture := func(path, kind, summary string, get func(ctx context.Context, id string) ([]byte, error)) {
		op := mine(http.MethodGet, path+"{id}", summary)
		op.Owner = httpapi.None
		httpapi.Raw(r, op, kind, func(ctx context.Context, in *struct {
			ID string `path:"id"`
		}, w httpapi.ResponseWriter) error {
			ctx, cancel := context.WithTimeout(ctx, iconWait)
			defer cancel()
			b, err := get(ctx, in.ID)
			if err != nil {
				return err
			}
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "private, max-age=604800")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'")
			_, err = bytes.NewReader(b).WriteTo(w)
			return err
		})
	}
	picture(iconPath, "image/png", "The icon of a site", s.Icon)
	picture(picturePath, "image/jpeg", "A small form of a picture that an answer shows", s.Picture)
}

// look describes a link. If the page cannot be read, the result contains the reason and there is no error.
func (s *Service) look(ctx context.Context, pages Looker, address, locale string) LinkView {
	p, err := pages.Read(ctx, address)
	v := LinkView{URL: address, Title: p.Title, Site: p.Site}
	if p.URL != "" {
		v.Icon = s.IconURL(p.URL, p.Icon)
	}
	if err == nil {
		return v
	}
	reason := webpage.Network
	if refused, ok := errors.AsType[*webpage.Error](err); ok {
		reason = refused.Reason
	}
	v.Code, v.Reason = string(reason), reason.Say(locale)
	return v
}

func (c Copy) view() CopyView {
	v := CopyView{
		ID: c.ID, CID: c.CID, URL: c.Page.URL, Title: c.Page.Title, Site: c.Page.Site, Icon: c.Page.Icon, Author: c.Page.Author,
		Published: c.Page.Published, KeptAt: c.KeptAt.UnixMilli(), Blocks: []BlockView{},
	}
	for _, u := range c.Page.Units {
		for _, b := range u.Blocks {
			v.Blocks = append(v.Blocks, BlockView{Kind: b.Kind, Level: b.Level, Text: b.Text, Rows: b.Rows})
		}
	}
	return v
}
