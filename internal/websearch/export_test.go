package websearch

import "time"

// ReadForTest reads a reply in the same way as Service does.
func ReadForTest(e *Engine, reply []byte, q Query) []Result {
	q, _ = q.clean()
	q.now = time.Now()
	found, err := e.read(reply, q)
	if err != nil {
		return nil
	}
	return tidy(Source{ID: e.ID}, q, found, q.now.UnixMilli())
}
