package chat

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// BenchmarkAsk asks questions over HTTP and reads the answers, which come in 64 pieces. Each
// conversation has up to 8 rounds, and 4 conversations for each processor run at the same time.
func BenchmarkAsk(b *testing.B) {
	h := newHarness(b, dbtest.OpenSQLite(b))
	h.models.set("default", says(strings.Split(strings.Repeat("一段回答,", 64), ",")...))
	client := h.server.Client()
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		cid := NewID()
		for n := 0; pb.Next(); n++ {
			if n%8 == 7 {
				cid = NewID()
			}
			req, _ := http.NewRequest(http.MethodPost, h.server.URL+"/api/chat/"+cid, strings.NewReader(fmt.Sprintf(`{"prompt":"第 %d 问"}`, n)))
			req.Header.Set("X-ID", alice)
			req.Header.Set("X-Token", alice)
			res, err := client.Do(req)
			if err != nil {
				b.Error(err)
				return
			}
			if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != 200 {
				b.Errorf("%s %v", res.Status, err)
			}
			_ = res.Body.Close()
		}
	})
}
