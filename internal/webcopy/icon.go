package webcopy

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/webcopy/webcopydb"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Limits of icons.
const (
	maxIconBytes = 512 << 10
	iconTime     = 6 * time.Second
	iconAge      = 30 * 24 * time.Hour // time after which an icon is requested again
	missAge      = 24 * time.Hour      // time after which an icon that was not found is requested again
	iconQueue    = 200                 // icons waiting to be requested; further icons are skipped until they are needed again
	iconWorkers  = 3
	iconPath     = "/api/web/icon/"
)

// icons requests icons in the background. It requests the same icon again only after iconAge or
// missAge.
type icons struct {
	s     *Service
	key   []byte
	queue chan wanted

	mu      sync.Mutex
	waiting map[string]chan struct{} // by id; closed when the request has ended
	known   map[string]time.Time     // by id: the icon is not requested again before this time, even if none was found
}

type wanted struct{ id, host, address string }

func newIcons(s *Service) *icons {
	return &icons{s: s, key: []byte(s.o.Key("web icons")), queue: make(chan wanted, iconQueue), waiting: map[string]chan struct{}{}, known: map[string]time.Time{}}
}

// maxKnown limits the size of icons.known.
const maxKnown = 5_000

// IconURL returns the address of a site's icon on this server. If necessary, it requests the
// icon in the background. `address` is the address of a page of the site. `icon` is the
// address of the icon stated by the page, or empty. If `address` is not a web address or
// Options.Get is nil, the result is empty.
func (s *Service) IconURL(address, icon string) string {
	if id := s.IconID(address, icon); id != "" {
		return iconPath + id
	}
	return ""
}

// IconID is like IconURL, but returns only the icon's id.
func (s *Service) IconID(address, icon string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || s.o.Get == nil {
		return ""
	}
	host := strings.ToLower(u.Host)
	mac := hmac.New(sha256.New, s.icons.key)
	mac.Write([]byte(host))
	id := hex.EncodeToString(mac.Sum(nil)[:16])
	if icon == "" {
		icon = u.Scheme + "://" + u.Host + "/favicon.ico"
	}
	s.icons.want(wanted{id, host, icon})
	return id
}

// want requests an icon unless it is known or already waiting.
func (c *icons) want(w wanted) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if until, ok := c.known[w.id]; ok && c.s.o.Now().Before(until) {
		return
	}
	if c.waiting[w.id] != nil {
		return
	}
	select {
	case c.queue <- w:
		c.waiting[w.id] = make(chan struct{})
	default: // the queue is full
	}
}

// Run requests icons until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var workers sync.WaitGroup
	for range iconWorkers {
		workers.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case w := <-s.icons.queue:
					s.icons.fetch(ctx, w)
				}
			}
		})
	}
	workers.Wait()
}

// fetch requests one icon and stores the result: the icon, or the fact that there is none. If the
// stored result is recent, it requests nothing.
func (c *icons) fetch(ctx context.Context, w wanted) {
	now := c.s.o.Now()
	until := now.Add(missAge)
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.known) >= maxKnown {
			clear(c.known)
		}
		c.known[w.id] = until
		close(c.waiting[w.id])
		delete(c.waiting, w.id)
	}()
	had, err := webcopydb.New(c.s.o.DB.Read()).GetIcon(ctx, w.id)
	if fresh := freshUntil(had.Data, time.UnixMilli(had.FetchedAt)); err == nil && now.Before(fresh) {
		until = fresh
		return
	}
	data := c.request(ctx, w.address)
	if data == nil {
		if u, err := url.Parse(w.address); err == nil && u.Path != "/favicon.ico" {
			data = c.request(ctx, u.Scheme+"://"+w.host+"/favicon.ico")
		}
	}
	if ctx.Err() != nil {
		return
	}
	if data == nil {
		data = []byte{}
	}
	until = freshUntil(data, now)
	err = c.s.o.DB.InTx(ctx, func(tx *sql.Tx) error {
		return webcopydb.New(tx).PutIcon(ctx, webcopydb.PutIconParams{ID: w.id, Host: w.host, Data: data, FetchedAt: now.UnixMilli()})
	})
	if err != nil {
		c.s.o.Log.WarnContext(ctx, "an icon was not kept", "error", err)
	}
}

// freshUntil returns the time from which an icon is requested again. `data` is the result of the request
// at `at`, and is empty if there was no icon.
func freshUntil(data []byte, at time.Time) time.Time {
	if len(data) == 0 {
		return at.Add(missAge)
	}
	return at.Add(iconAge)
}

// request returns an icon as a redrawn PNG; nil if there is none.
func (c *icons) request(ctx context.Context, address string) []byte {
	res, err := c.s.o.Get(ctx, webpage.Request{URL: address, Limit: maxIconBytes, Timeout: iconTime, Accept: "image/png,image/x-icon,image/*;q=0.8"})
	if err != nil || res.Err() != nil {
		return nil
	}
	png, err := redraw(res.Body)
	if err != nil {
		return nil
	}
	return png
}

// Icon returns a stored icon as a PNG. If the icon is being requested, Icon waits for it, at most
// until ctx ends. It fails with errs.NotFound if there is no icon, or if ctx ends first.
func (s *Service) Icon(ctx context.Context, iconID string) ([]byte, error) {
	s.icons.mu.Lock()
	waits := s.icons.waiting[iconID]
	s.icons.mu.Unlock()
	if waits != nil {
		select {
		case <-waits:
		case <-ctx.Done():
			return nil, errs.New(errs.NotFound)
		}
	}
	row, err := webcopydb.New(s.o.DB.Read()).GetIcon(ctx, iconID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && len(row.Data) == 0 {
		return nil, errs.New(errs.NotFound)
	}
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	return row.Data, nil
}

// Sweep deletes icons that were last requested from their site more than 90 days ago.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.o.Now().Add(-3 * iconAge).UnixMilli()
	return s.o.DB.InTx(ctx, func(tx *sql.Tx) error { return webcopydb.New(tx).DropOldIcons(ctx, before) })
}
