// Package project manages projects, in which a few people work together. A project owns
// conversations and files as a person does: their rows have the project's id as owner_id. Members
// act on behalf of the project, each with a role.
package project

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of projects. Limits of texts are in characters.
const (
	MaxName        = 64
	MaxDescription = 500
	MaxPrompt      = 8000
	MaxSign        = 32 // bytes: an emoji may consist of several characters
	MaxModel       = 128
	MaxSites       = 20
	MaxProjects    = 100 // per person
	MaxMembers     = 100 // per project
	MaxLinks       = 20  // valid links per project
	MaxUses        = MaxMembers
	MaxLinkDays    = 90
	MaxActivities  = 500 // stored activities per project; older ones are deleted
)

// Role is what a member may do. Each role includes the permissions of the lower roles.
type Role int

// Values of Role. NoRole means that somebody is not a member.
const (
	NoRole Role = iota
	Reader
	Editor
	Owner
)

var roleNames = [...]string{"", "reader", "editor", "owner"}

// String is the name of the role in the API and in the database.
func (r Role) String() string { return roleNames[r] }

// RoleOf returns the role with the given name, or NoRole.
func RoleOf(name string) Role {
	for r, n := range roleNames {
		if n == name {
			return Role(r)
		}
	}
	return NoRole
}

// Project is a project as a member sees it. Times are Unix milliseconds.
type Project struct {
	ID          string
	Name        string
	Sign        string // meant to be one emoji; empty: none
	Description string
	Prompt      string   // instructions for every answer in the project
	PromptKey   string   // changes whenever the prompt changes
	Model       string   // id in the model list; empty: the default model
	Sites       []string // ids of this server's sites; answers in the project search them
	Role        Role     // role of the caller
	Members     int
	CreatedAt   int64
	UpdatedAt   int64 // time of the last use or change of the settings; a use is for example a question or an added file
	ArchivedAt  int64 // 0: not archived
}

// Settings are the fields of a project that editors may change.
type Settings struct {
	Name        string
	Sign        string
	Description string
	Prompt      string
	Model       string
	Sites       []string
}

// Prefix is the prefix of every project id; it distinguishes project ids from account ids.
const Prefix = "prj-"

func newID() string { return Prefix + id.New() }

// clean normalises settings and refuses invalid ones.
func (in Settings) clean() (Settings, error) {
	for _, f := range []struct {
		name  string
		value *string
		most  int
		lines bool
	}{
		{"name", &in.Name, MaxName, false},
		{"description", &in.Description, MaxDescription, true},
		{"prompt", &in.Prompt, MaxPrompt, true},
		{"model", &in.Model, MaxModel, false},
	} {
		if !utf8.ValidString(*f.value) {
			return in, errs.New(errs.BadRequest).With("detail", f.name)
		}
		*f.value = strings.TrimSpace(strings.ReplaceAll(*f.value, "\x00", ""))
		if !f.lines {
			*f.value = text.OneLine(*f.value)
		}
		if text.Len(*f.value) > f.most {
			return in, errs.New(errs.TooLarge).With("limit", itoa(f.most))
		}
	}
	if in.Name == "" {
		return in, errs.New(errs.BadRequest).With("detail", "name")
	}
	if len(in.Sites) > MaxSites {
		return in, errs.New(errs.ProjectFull).With("limit", itoa(MaxSites))
	}
	for _, site := range in.Sites {
		if site == "" || len(site) > maxSiteID || !utf8.ValidString(site) || strings.Contains(site, "\x00") {
			return in, errs.New(errs.BadRequest).With("detail", "sites")
		}
	}
	in.Sign = strings.TrimSpace(in.Sign)
	strange := func(r rune) bool {
		return r < 0x80 || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.IsLetter(r)
	}
	if len(in.Sign) > MaxSign || !utf8.ValidString(in.Sign) || strings.ContainsFunc(in.Sign, strange) {
		return in, errs.New(errs.BadRequest).With("detail", "sign")
	}
	return in, nil
}

// maxSiteID is the size limit of a site's id, in bytes.
const maxSiteID = 64

// encodeSites encodes site ids for the database.
func encodeSites(sites []string) string {
	if len(sites) == 0 {
		return ""
	}
	b, _ := json.Marshal(sites) // cannot fail for strings
	return string(b)
}

func decodeSites(s string) (out []string) {
	_ = json.Unmarshal([]byte(s), &out) // the text is empty or was written by encodeSites
	return out
}

func (in Settings) same(other Settings) bool {
	return slices.Equal(in.Sites, other.Sites) && in.Name == other.Name && in.Sign == other.Sign && in.Description == other.Description &&
		in.Prompt == other.Prompt && in.Model == other.Model
}

// day is the unit of a link's lifetime.
const day = 24 * time.Hour
