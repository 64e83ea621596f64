package webpage

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// maxAddress is the maximum length of an address, in bytes.
const maxAddress = 2048

// Normal normalises an address for requests and comparisons: a scheme (default https), the host
// in lower-case ASCII, no default port, no fragment. It fails with BadAddress for an address that is
// invalid or longer than maxAddress, for schemes other than http and https, for a user name or a
// password in the address, and for ports below 1024 other than 80 and 443.
func Normal(address string) (string, error) {
	u, err := parseURL(address)
	if err != nil {
		return "", fail(BadAddress, err)
	}
	return u.String(), nil
}

func parseURL(address string) (*url.URL, error) {
	address = strings.TrimSpace(address)
	if len(address) > maxAddress {
		return nil, errors.New("too long")
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	return u, normalise(u)
}

// normalise changes an address to its normal form; see Normal.
func normalise(u *url.URL) (err error) {
	u.Scheme = strings.ToLower(u.Scheme)
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("not http or https")
	case u.User != nil:
		return errors.New("a name and a password")
	case u.Opaque != "" || u.Hostname() == "":
		return errors.New("no host")
	}
	host := strings.ToLower(u.Hostname())
	if ip := net.ParseIP(host); ip == nil {
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return err
		}
		host = strings.TrimRight(host, ".")
		if len(host) > 253 || host == "" {
			return errors.New("no host")
		}
	} else if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && port != defaultPort(u.Scheme) {
		n, err := strconv.Atoi(port)
		if err != nil || n < 1 || n > 65535 || n < 1024 && n != 80 && n != 443 {
			return errors.New("a port of another service")
		}
		host += ":" + port
	}
	u.Host = host
	u.Fragment, u.RawFragment = "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	return nil
}

func defaultPort(scheme string) string {
	if scheme == "http" {
		return "80"
	}
	return "443"
}

// HostPort returns the host and port of an address, as in Request.Local; empty if it is not a web address.
func HostPort(address string) string {
	u, err := parseURL(address)
	if err != nil {
		return ""
	}
	return hostPort(u)
}

func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = defaultPort(u.Scheme)
	}
	return net.JoinHostPort(u.Hostname(), port)
}
