package gather_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/gather"
)

// fakePictures pretends to store pictures, and records their addresses. KeepPicture fails for an
// address that contains "gone".
type fakePictures struct {
	mu   sync.Mutex
	kept []string
	wait time.Duration
}

func (s *fakePictures) KeepPicture(ctx context.Context, owner, cid, address string) (string, error) {
	if s.wait > 0 {
		select {
		case <-time.After(s.wait):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	if strings.Contains(address, "gone") {
		return "", errors.New("gone")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, address)
	return "/kept/" + address, nil
}

func (*fakePictures) Passing(address string) string { return "/passing/" + address }

func beach() *world {
	w := small()
	w.seen = []websearch.Result{
		{Title: "[坏](javascript:x) 图书馆[citation:9]", URL: "https://a.example/<1>", Site: "甲", Picture: "https://a.example/1.jpg", Thumb: "https://a.example/gone.jpg"},
		{Title: "没有了", URL: "https://b.example/", Site: "乙", Picture: "https://b.example/gone.jpg"},
		{Title: "阅览室", URL: "https://c.example/", Site: "丙", Picture: "https://c.example/3.jpg", Seconds: 65},
	}
	return w
}

// media returns the data and the fallback of the recorded media card.
func (o *recorder) media(t *testing.T) (gather.Media, string) {
	t.Helper()
	var out gather.Media
	fallback := ""
	for _, e := range o.events {
		if c, ok := e.(stream.Card); ok && c.Kind == gather.MediaCard {
			if err := json.Unmarshal(c.Data, &out); err != nil {
				t.Fatal(err)
			}
			fallback = c.Fallback
		}
	}
	return out, fallback
}

// The answer to a question about something visible gets pictures, with the addresses of
// their pages. A picture that cannot be stored is left out.
func TestMedia(t *testing.T) {
	t.Parallel()
	gathered := func(w *world, keep gather.Pictures, m answer.Turn) *recorder {
		out := &recorder{}
		g := gather.New(gather.Ports{Engine: w, Reader: w, Ranking: shared, Pictures: keep, Log: quiet})
		if _, err := g.Gather(t.Context(), m, out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	seen, fallback := gathered(beach(), &fakePictures{}, turn("临江市图书馆长什么样")).media(t)
	if len(seen.Items) != 2 || seen.Items[0].Thumb != "/kept/https://a.example/1.jpg" || seen.Items[1].Title != "阅览室" || seen.Items[1].Kind != websearch.Image {
		t.Fatalf("%+v", seen)
	}
	if strings.Contains(seen.Items[0].Title, "[citation") || !strings.HasPrefix(fallback, "**图片**\n\n- [") || strings.Contains(fallback, "](javascript") ||
		!strings.Contains(fallback, "(<https://a.example/%3C1%3E>) · 甲") {
		t.Errorf("%q\n%s", seen.Items[0].Title, fallback)
	}
	if seen, _ := gathered(beach(), &fakePictures{}, turn("临江市图书馆的宣传片")).media(t); len(seen.Items) == 0 || seen.Items[1].Kind != websearch.Video || seen.Items[1].Seconds != 65 {
		t.Errorf("%+v", seen)
	}
	if seen, _ := gathered(beach(), &fakePictures{}, turn("临江市图书馆周一开门吗")).media(t); len(seen.Items) > 0 {
		t.Errorf("pictures that nobody wants: %+v", seen)
	}
	always, never := beach(), beach()
	always.media, never.media = websearch.MediaAlways, websearch.MediaNever
	if seen, _ := gathered(always, &fakePictures{}, turn("临江市图书馆周一开门吗")).media(t); len(seen.Items) != 2 {
		t.Errorf("%+v", seen)
	}
	if seen, _ := gathered(never, &fakePictures{}, turn("临江市图书馆长什么样")).media(t); len(seen.Items) > 0 {
		t.Errorf("%+v", seen)
	}
	private := turn("临江市图书馆长什么样")
	private.Private = true
	keep := &fakePictures{}
	if seen, _ := gathered(beach(), keep, private).media(t); len(seen.Items) != 3 || seen.Items[0].Thumb != "/passing/https://a.example/gone.jpg" || len(keep.kept) > 0 {
		t.Errorf("%+v, kept %q", seen, keep.kept)
	}
}

// An answer waits at most one second for late pictures.
func TestLateMedia(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, out := beach(), &recorder{}
		g := gather.New(gather.Ports{Engine: w, Reader: w, Ranking: shared, Pictures: &fakePictures{wait: time.Minute}, Log: quiet})
		begun := time.Now()
		if _, err := g.Gather(t.Context(), turn("临江市图书馆长什么样"), out); err != nil || time.Since(begun) != time.Second {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
		if seen, _ := out.media(t); len(seen.Items) > 0 {
			t.Errorf("%+v", seen)
		}
	})
}

// When a model searches with the tool, its answer shows pictures as well.
func TestToolMedia(t *testing.T) {
	t.Parallel()
	w := beach()
	g := gather.New(gather.Ports{Engine: w, Reader: w, Ranking: shared, Pictures: &fakePictures{}, Log: quiet})
	r, err := g.Tools()[0].Call(t.Context(), answer.Call{Input: []byte(`{"query":"临江市图书馆"}`), Turn: turn("临江市图书馆长什么样"), Out: &recorder{}})
	if err != nil || len(r.Cards) != 1 || r.Cards[0].Kind != gather.MediaCard || strings.Contains(r.Text, "kept") {
		t.Errorf("%+v %v", r, err)
	}
}
