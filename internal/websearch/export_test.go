package websearch

import "time"

// ReadForTest reads a reply as the service does.
func ReadForTest(e *Engine, reply []byte, q Query) []Result {
	q, _ = q.clean()
	q.now = time.Now()
	found, err := e.read(reply, q)
	if err != nil {
		return nil
	}
	return tidy(Source{ID: e.ID}, q, found, q.now.UnixMilli())
}
