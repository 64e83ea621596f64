package share

import (
	"container/list"
	"sync"
)

// cache is a least-recently-used cache with a limit in bytes. It is safe for concurrent use.
type cache struct {
	mu    sync.Mutex
	room  int
	used  int
	all   map[string]*list.Element
	order *list.List // the most recently used first
}

type cached struct {
	key   string
	value []byte
}

func newCache(room int) *cache {
	return &cache{room: room, all: map[string]*list.Element{}, order: list.New()}
}

// get returns a value. The caller must not modify the value.
func (c *cache) get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.all[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).value, true
}

// put stores a value. Values larger than a quarter of the cache are not stored.
func (c *cache) put(key string, value []byte) {
	if len(value) > c.room/4 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(key)
	c.all[key] = c.order.PushFront(&cached{key, value})
	c.used += len(key) + len(value)
	for c.used > c.room {
		c.drop(c.order.Back().Value.(*cached).key)
	}
}

// remove removes the values with a matching key.
func (c *cache) remove(which func(key string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key := range c.all {
		if which(key) {
			c.drop(key)
		}
	}
}

func (c *cache) drop(key string) {
	e, ok := c.all[key]
	if !ok {
		return
	}
	c.order.Remove(e)
	delete(c.all, key)
	c.used -= len(key) + len(e.Value.(*cached).value)
}
