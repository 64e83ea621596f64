package share

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// passCookie is the cookie with a reader's pass; its path is the path of the share.
const passCookie = "wenqu_share"

// passHeader is the header for a pass that is not in a cookie. It is sent by the page
// that draws posters.
const passHeader = "X-Share-Pass"

// maxForm is the size limit of the password form, in bytes.
const maxForm = 4 << 10

// pageRoutes registers the pages, files and preview pictures of shares. These routes are not part of
// the API. The pages can be read without scripts.
func (s *Service) pageRoutes(r *httpapi.Router) {
	r.Page(http.MethodGet, "/s/{id}", s.showPage)
	r.Page(http.MethodPost, "/s/{id}", s.unlock)
	r.Page(http.MethodGet, "/s/{id}/file/{round}/{n}", s.showFile)
	r.Page(http.MethodGet, "/s/{id}/card.png", s.showCard)
}

// localeOf returns the language of the page: the query parameter lang, if its value is one of
// httpapi.Locales, and otherwise the reader's language.
func localeOf(ctx context.Context, r *http.Request) string {
	if l := r.URL.Query().Get("lang"); slices.Contains(httpapi.Locales, l) {
		return l
	}
	return httpapi.Locale(ctx)
}

func (s *Service) showPage(ctx context.Context, r *http.Request, w httpapi.ResponseWriter) error {
	locale, base := localeOf(ctx, r), httpapi.AskerOf(ctx).Base
	sh, err := s.Head(ctx, r.PathValue("id"))
	if err != nil {
		return s.gone(w, locale, base, err)
	}
	pass := passOf(r)
	if !s.passes(sh, pass) {
		page, err := s.LockedPage(sh, locale, base, "")
		return send(w, http.StatusOK, page, err)
	}
	page, err := s.Page(ctx, sh, pass, locale, base)
	if err == nil && r.Method == http.MethodGet {
		s.views.add(sh.ID)
	}
	return send(w, http.StatusOK, page, err)
}

// unlock checks the password sent by the form. The form works without scripts.
func (s *Service) unlock(ctx context.Context, r *http.Request, w httpapi.ResponseWriter) error {
	locale, base := localeOf(ctx, r), httpapi.AskerOf(ctx).Base
	sh, err := s.Head(ctx, r.PathValue("id"))
	if err != nil {
		return s.gone(w, locale, base, err)
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxForm))
	if err != nil {
		return badRequest("password")
	}
	form, err := url.ParseQuery(string(raw))
	if err != nil {
		return badRequest("password")
	}
	pass, err := s.try(ctx, sh, form.Get("password"), network(ctx))
	if err != nil {
		e := errs.From(err)
		page, failed := s.LockedPage(sh, locale, base, e.Message(locale))
		return send(w, e.Status(), page, failed)
	}
	http.SetCookie(w, &http.Cookie{
		Name: passCookie, Value: pass, Path: "/s/" + sh.ID, MaxAge: int(passLife.Seconds()), HttpOnly: true,
		Secure: len(base) > 8 && base[:8] == "https://", SameSite: http.SameSiteLaxMode,
	})
	http.Redirect(w, r, "/s/"+sh.ID+"?lang="+locale, http.StatusSeeOther) //nolint:gosec // id and locale are validated, so the address is safe
	return nil
}

func passOf(r *http.Request) string {
	if c, err := r.Cookie(passCookie); err == nil {
		return c.Value
	}
	return ""
}

// gone responds with the page for a share that cannot be read.
func (s *Service) gone(w httpapi.ResponseWriter, locale, base string, err error) error {
	e := errs.From(err)
	page, failed := s.GonePage(locale, base, e.Message(locale))
	return send(w, e.Status(), page, failed)
}

func send(w httpapi.ResponseWriter, status int, p Page, err error) error {
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", Policy)
	h.Set("Referrer-Policy", "no-referrer") // the address grants access, so it must not be sent to other sites
	h.Set("Content-Length", strconv.Itoa(len(p.HTML)))
	if !p.Listed {
		h.Set("X-Robots-Tag", "noindex, nofollow")
	}
	w.WriteHeader(status)
	_, _ = w.Write(p.HTML) // the client may have closed the connection
	return nil
}

func (s *Service) showFile(ctx context.Context, r *http.Request, w httpapi.ResponseWriter) error {
	sh, err := s.Head(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	round, err := strconv.Atoi(r.PathValue("round"))
	n, also := strconv.Atoi(r.PathValue("n"))
	if err != nil || also != nil || !s.passes(sh, passOf(r)) && !s.passes(sh, r.Header.Get(passHeader)) {
		return notFound()
	}
	f, err := s.File(ctx, sh, round, n)
	if err != nil {
		return err
	}
	defer f.Close()
	httpapi.ServeFile(ctx, w, httpapi.File{Name: f.Name, Type: f.Type, Tag: f.Tag, Content: f})
	return nil
}

// showCard sends the preview picture. A share with a password has no picture, because the picture
// would reveal the title.
func (s *Service) showCard(ctx context.Context, r *http.Request, w httpapi.ResponseWriter) error {
	sh, err := s.Head(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	if sh.Password != "" {
		return notFound()
	}
	png, err := s.Card(ctx, sh)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", length(png))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // previews are embedded by other sites
	_, _ = w.Write(png)                                   // the client may have closed the connection
	return nil
}
