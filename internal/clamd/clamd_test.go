package clamd_test

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wenqu-ai/wenqu/internal/clamd"
	"github.com/wenqu-ai/wenqu/internal/clamd/clamdtest"
)

func client(t *testing.T, where string) *clamd.Client {
	t.Helper()
	c, err := clamd.New(where)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestScan(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s")
	tcp, unix := (&clamdtest.Server{}).Start(t, ""), (&clamdtest.Server{}).Start(t, path)
	for _, where := range []string{tcp.Addr, "tcp://" + tcp.Addr, path, "unix://" + path} {
		c := client(t, where)
		if err := c.Ping(t.Context()); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		if err := c.Scan(t.Context(), strings.NewReader("好的")); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		// Malware across the boundary of two pieces is found.
		bad := strings.Repeat("x", 64<<10-3) + clamdtest.Sign + "y"
		if err := c.Scan(t.Context(), strings.NewReader(bad)); !errors.Is(err, clamd.ErrInfected) {
			t.Errorf("%s: harm is %v", where, err)
		}
	}
	if seen := append(tcp.Seen(), unix.Seen()...); len(seen) != 8 || seen[0] != "好的" {
		t.Errorf("%d files came", len(seen))
	}
}

// In each case, it is not certain that the scanner has scanned the whole file. Scan must then fail with an
// error other than ErrInfected.
func TestNothingPassesUnseen(t *testing.T) {
	t.Parallel()
	says := func(reply string) string { return (&clamdtest.Server{Says: reply}).Start(t, "").Addr }
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole := func() io.Reader { return strings.NewReader(strings.Repeat("z", 300<<10)) }
	for name, c := range map[string]struct {
		where string
		file  io.Reader
	}{
		"nobody there":    {nobody, whole()},
		"more than taken": {(&clamdtest.Server{Most: 100 << 10}).Start(t, "").Addr, whole()},
		"an error":        {says("stream: Can't allocate memory ERROR"), whole()},
		"nothing said":    {says("stream: "), whole()},
		"OK inside":       {says("stream: OK maybe"), whole()},
		"too much said":   {says(strings.Repeat("stream: OK ", 1000)), whole()},
		"a broken file":   {says("stream: OK"), io.MultiReader(whole(), iotest.ErrReader(errors.New("the disk")))},
	} {
		if err := client(t, c.where).Scan(t.Context(), c.file); err == nil || errors.Is(err, clamd.ErrInfected) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := client(t, says("stream: OK")).Scan(ctx, whole()); err == nil {
		t.Error("a scan that was called off has passed")
	}
}

func TestWhere(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"", "clamav", "http://clamav:3310/", "unix://relative", "host:"} {
		if _, err := clamd.New(where); err == nil {
			t.Errorf("%q is taken", where)
		}
	}
}
