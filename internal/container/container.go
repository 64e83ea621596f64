// Package container describes the possible host apps of the page. The differences between the apps
// are in the rows of content/containers.json, so that the code depends on no particular app.
package container

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"strings"
)

// FileName is the name of the file read by Load.
const FileName = "containers.json"

// Container describes one host app. It is one row of a Table.
type Container struct {
	ID                 string          `json:"id"`
	Match              Match           `json:"match"`
	Channel            string          `json:"channel"`                  // value of the channel header from clients in this container
	SendsLandingPrompt bool            `json:"sendsLandingPrompt"`       // true: a ?prompt= in the address is sent at once; false: it is put into the composer
	TitleMax           int             `json:"titleMax"`                 // maximum length of a typed conversation title, in characters
	OneDocument        bool            `json:"oneDocument,omitempty"`    // true: the page is embedded in another app, where a question may have at most one document
	DefaultAgent       string          `json:"defaultAgentId,omitempty"` // id of the plain assistant in requests from this container; empty: the general id
	Origins            []string        `json:"origins,omitempty"`        // origins of pages that may send requests with a cookie
	Slots              map[string]Slot `json:"slots"`                    // by the ids of SlotRows; all ids are present
	Flags              map[string]bool `json:"flags"`                    // whether the page offers each feature, by the ids of FlagIDs; all ids are present
}

// Match states how a request identifies its container: first by ?container=Query, then
// by one of the substrings in its User-Agent. An empty substring matches every
// User-Agent.
type Match struct {
	Query     string   `json:"query"`
	UserAgent []string `json:"userAgent"`
}

var agentPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Table is the ordered list of containers; the first matching row is used, and the last
// row matches everything.
type Table []Container

// Load parses containers.json strictly and checks its rows; the last row must match everything.
func Load(content fs.FS) (Table, error) {
	raw, err := fs.ReadFile(content, FileName)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", FileName, err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var t Table
	if err := d.Decode(&t); err != nil {
		return nil, fmt.Errorf("%s: %w", FileName, err)
	}
	return t, t.check()
}

func (t Table) check() error {
	if len(t) == 0 {
		return fmt.Errorf("%s: no containers", FileName)
	}
	seen := map[string]bool{}
	for _, c := range t {
		switch {
		case c.ID == "" || c.Match.Query == "" || c.Channel == "":
			return fmt.Errorf("%s: container %q: id, match.query and channel must be set", FileName, c.ID)
		case seen[c.ID] || seen["?"+c.Match.Query]:
			return fmt.Errorf("%s: container %q stands twice", FileName, c.ID)
		case c.DefaultAgent != "" && !agentPattern.MatchString(c.DefaultAgent):
			return fmt.Errorf("%s: container %q: defaultAgentId is no agent id", FileName, c.ID)
		case c.TitleMax < 1 || c.TitleMax > 64:
			return fmt.Errorf("%s: container %q: titleMax is %d, it must be 1 to 64", FileName, c.ID, c.TitleMax)
		}
		if err := c.checkLayout(); err != nil {
			return fmt.Errorf("%s: container %q: %w", FileName, c.ID, err)
		}
		for _, o := range c.Origins {
			if u, err := url.Parse(o); err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" {
				return fmt.Errorf("%s: container %q: origin %q is not scheme://host", FileName, c.ID, o)
			}
		}
		seen[c.ID], seen["?"+c.Match.Query] = true, true
	}
	if last := t[len(t)-1]; !last.matches("") {
		return fmt.Errorf("%s: the last container %q must match every user agent", FileName, last.ID)
	}
	return nil
}

// Resolve finds the container of a request by the query parameter `container`. If no row has the
// value of the parameter, Resolve uses the User-Agent header.
func (t Table) Resolve(query, userAgent string) Container {
	for _, c := range t {
		if query != "" && c.Match.Query == query {
			return c
		}
	}
	for _, c := range t {
		if c.matches(userAgent) {
			return c
		}
	}
	return t[len(t)-1]
}

// ByChannel finds the container of a call by its channel header, or by its
// User-Agent header when no row has that channel.
func (t Table) ByChannel(channel, userAgent string) Container {
	for _, c := range t {
		if channel != "" && c.Channel == channel {
			return c
		}
	}
	return t.Resolve("", userAgent)
}

// DefaultAgents lists the containers' own ids of the plain assistant. Containers with the general
// id are left out.
func (t Table) DefaultAgents() []string {
	var all []string
	for _, c := range t {
		if c.DefaultAgent != "" {
			all = append(all, c.DefaultAgent)
		}
	}
	return all
}

// Origins lists the origins of all containers.
func (t Table) Origins() []string {
	var all []string
	for _, c := range t {
		all = append(all, c.Origins...)
	}
	return all
}

func (c Container) matches(userAgent string) bool {
	for _, part := range c.Match.UserAgent {
		if strings.Contains(userAgent, part) {
			return true
		}
	}
	return false
}
