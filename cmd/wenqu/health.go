package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// healthTimeout limits how long a health check waits for the server.
const healthTimeout = 3 * time.Second

// askHealth asks the server at `base`, a URL without a path, whether it is ready. If the server answers
// that it is not ready, the error contains the status and the beginning of the response.
func askHealth(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/readyz", nil)
	if err != nil {
		return err
	}
	// The server is on this machine or in this network, so no proxy is used.
	hc := &http.Client{
		Transport:     &http.Transport{Proxy: nil, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	res, err := hc.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusOK {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	return fmt.Errorf("%s answers %s: %s", base, res.Status, strings.TrimSpace(string(text)))
}

// dialable returns an address for connecting, on this machine, to a server that listens on addr. An
// empty or unspecified host becomes a loopback IP address. It does not become localhost, because an
// image without /etc/hosts cannot resolve that name.
func dialable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip != nil && ip.To4() == nil {
			host = "::1"
		}
	}
	return net.JoinHostPort(host, port)
}
