package websearch

import (
	"container/list"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits of the cache.
const (
	cacheTime  = 10 * time.Minute
	cacheCount = 2000
	cacheBytes = 32 << 20
)

// cache keeps the results of single sources. When the cache is full, the oldest results are
// removed. It is safe for concurrent use.
type cache struct {
	mu    sync.Mutex
	byKey map[string]*list.Element
	order *list.List // the most recently stored in front
	bytes int
}

type kept struct {
	key     string
	results []Result
	until   time.Time
	bytes   int
}

func newCache() *cache { return &cache{byKey: map[string]*list.Element{}, order: list.New()} }

// cacheKey identifies a search of one source.
func cacheKey(source string, q Query) string {
	return strings.Join([]string{source, string(q.Kind), string(q.Freshness), q.Site, q.Locale, strconv.Itoa(q.Limit), q.Text}, "\x00")
}

func (c *cache) get(key string, now time.Time) ([]Result, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	k := e.Value.(*kept)
	if !now.Before(k.until) {
		c.drop(e)
		return nil, false
	}
	return k.results, true
}

func (c *cache) put(key string, results []Result, now time.Time) {
	n := len(key) + 200
	for _, r := range results {
		n += 200 + len(r.Title) + len(r.URL) + len(r.Snippet) + len(r.Content) + len(r.Site) + len(r.Icon) + len(r.Picture) + len(r.Thumb)
	}
	if n > cacheBytes/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		c.drop(e)
	}
	c.byKey[key] = c.order.PushFront(&kept{key, results, now.Add(cacheTime), n})
	c.bytes += n
	for c.bytes > cacheBytes || c.order.Len() > cacheCount {
		c.drop(c.order.Back())
	}
}

func (c *cache) drop(e *list.Element) {
	k := c.order.Remove(e).(*kept)
	delete(c.byKey, k.key)
	c.bytes -= k.bytes
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.byKey, c.bytes = map[string]*list.Element{}, 0
	c.order.Init()
}
