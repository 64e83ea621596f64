package app

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/setting"
)

// elsewhereRead is the set function of settings that Config.models parses with llm.FromEnv. It stores
// nothing.
func elsewhereRead(*Config, string) error { return nil }

func str(field func(*Config) *string) func(*Config, string) error {
	return func(c *Config, v string) error { *field(c) = v; return nil }
}

// megabytes parses a number of megabytes and stores it in bytes.
func megabytes(field func(*Config) *int64) func(*Config, string) error {
	return func(c *Config, v string) error {
		n, err := strconv.ParseInt(v, 10, 32)
		if err != nil || n < 0 {
			return errors.New("must be a number of megabytes, such as 512")
		}
		*field(c) = n << 20
		return nil
	}
}

// duration parses a duration such as 30s; 0 is allowed.
func duration(field func(*Config) *time.Duration) func(*Config, string) error {
	return func(c *Config, v string) error {
		d, err := time.ParseDuration(v)
		if err != nil || d < 0 {
			return errors.New("must be a duration such as 30s or 2m")
		}
		*field(c) = d
		return nil
	}
}

// on parses a switch; the value true means on, and false means off.
func on(field func(*Config) *bool) func(*Config, string) error {
	set := choice(field, "off", "on")
	return func(c *Config, v string) error {
		switch strings.ToLower(v) {
		case "true":
			v = "on"
		case "false":
			v = "off"
		}
		return set(c, v)
	}
}

// off parses a switch into a field with the opposite meaning: the values off and false make the
// field true.
func off(field func(*Config) *bool) func(*Config, string) error {
	return func(c *Config, v string) error {
		var isOn bool
		err := on(func(*Config) *bool { return &isOn })(c, v)
		*field(c) = !isOn
		return err
	}
}

// choice parses one of two words: `yes` makes the field true, and `no` makes it false.
func choice(field func(*Config) *bool, no, yes string) func(*Config, string) error {
	return func(c *Config, v string) error {
		switch strings.ToLower(v) {
		case yes:
			*field(c) = true
		case no:
			*field(c) = false
		default:
			return setting.Wrong(setting.NoChoice, "").With("choices", no+", "+yes)
		}
		return nil
	}
}

func proxyURL(v string) (*url.URL, error) {
	if v == "" {
		return nil, nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5" {
		return nil, errors.New("must be an address such as http://proxy:3128")
	}
	return u, nil
}

func number(field func(*Config) *int) func(*Config, string) error {
	return func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n > 1_000_000 {
			return errors.New("must be a whole number from 0 to 1000000")
		}
		*field(c) = n
		return nil
	}
}

func list(v string) []string {
	var out []string
	for part := range strings.SplitSeq(v, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func checkAddr(v string) error {
	_, port, err := cutPort(v)
	if n, perr := strconv.Atoi(port); err != nil || perr != nil || n < 0 || n > 65535 {
		return errors.New("must be host:port, such as 127.0.0.1:8080 or :8080")
	}
	return nil
}

func cutPort(addr string) (host, port string, err error) { return net.SplitHostPort(addr) }

func publicURL(v string) (*url.URL, error) {
	if v == "" {
		return nil, nil
	}
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, errors.New("must be an address without a path, such as https://ai.example.com")
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
}

func prefixes(v string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, part := range list(v) {
		if a, err := netip.ParseAddr(part); err == nil {
			a = a.Unmap()
			out = append(out, netip.PrefixFrom(a, a.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(part)
		if err != nil {
			return nil, errors.New("must be addresses or networks, such as 127.0.0.1 or 10.0.0.0/8, with commas between")
		}
		out = append(out, p.Masked())
	}
	return out, nil
}
