// Package agent stores agents: assistants with a persona, tools, knowledge and a model of their
// own. Authors edit drafts and publish versions; everybody else uses the live version. The
// agents that ship with the program are in package builtin.
package agent

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Limits of an agent. Limits of texts are in characters.
const (
	MaxName        = 30
	MaxDescription = 200
	MaxPersona     = 10_000
	MaxOpening     = 1_000
	MaxQuestions   = 6
	MaxQuestion    = 100
	MaxFiles       = 50
	MaxSites       = 20
	MaxTools       = 64
	MaxTokens      = 32_000
	MaxAgents      = 100 // agents of one owner
	MaxVersions    = 50  // newest versions kept for one agent, besides the live version and the version under review
	MaxReason      = 300
	MaxPage        = 50

	maxWord    = 128              // bytes of one entry in Files, Sites or Tools, and of Model
	maxAvatars = 2*MaxAgents + 10 // pictures of one owner: of drafts and live versions, and a few others
	spare      = 24 * time.Hour   // an unused picture is kept at least until it has this age
	draftMark  = "draft-"         // prefix of the id for trying a draft
)

// Categories are the categories of the store, in display order.
var Categories = []string{"work", "writing", "study", "code", "data", "life"}

// Mode is the initial chat mode of an agent.
type Mode string

// Values of Mode.
const (
	Default  Mode = "default"
	Search   Mode = "300" // the web is searched for every question, unless the user chooses otherwise
	Analysis Mode = "301" // questions are about files that the user attaches
	Writing  Mode = "302"
	Drawing  Mode = "303"
	Deep     Mode = "deep-think"
)

// Modes are all chat modes.
var Modes = []Mode{Default, Search, Analysis, Writing, Drawing, Deep}

// Kinds are the allowed values of Spec.Kind.
var Kinds = []string{"yuanbao", "yuanqi"}

// Spec is the configuration of an agent by its author.
type Spec struct {
	Name        string   `json:"name" doc:"1 to 30 characters"`
	Description string   `json:"description,omitempty" doc:"at most 200 characters"`
	Category    string   `json:"category,omitempty" doc:"work, writing, study, code, data or life"`
	Avatar      string   `json:"avatar,omitempty" doc:"id of a picture; empty: pages show the initial of the name"`
	Persona     string   `json:"persona,omitempty" doc:"what a model is told, at most 10,000 characters"`
	Opening     string   `json:"opening,omitempty" doc:"what the agent says first, at most 1,000 characters"`
	Questions   []string `json:"questions,omitempty" doc:"at most 6, of 100 characters"`
	Files       []string `json:"files,omitempty" doc:"ids of the author's files, at most 50"`
	Sites       []string `json:"sites,omitempty" doc:"ids of own sites, at most 20"`
	Tools       []string `json:"tools,omitempty" doc:"names of the tools that it may call, at most 64"`
	Model       string   `json:"model,omitempty" doc:"chatModelId; empty: the default model"`
	Temperature *float64 `json:"temperature,omitempty" doc:"0 to 2; absent: the provider's default"`
	TopP        *float64 `json:"topP,omitempty" doc:"0 to 1; absent: the provider's default"`
	MaxTokens   int      `json:"maxTokens,omitempty" doc:"of one reply, at most 32,000; 0: the provider's default"`
	Mode        Mode     `json:"mode,omitempty" doc:"default, 300, 301, 302, 303 or deep-think"`
	Kind        string   `json:"kind,omitempty" doc:"yuanbao or yuanqi"`
}

// Visibility states who, apart from the author, may use an agent.
type Visibility string

// Values of Visibility.
const (
	Private Visibility = "private"
	Link    Visibility = "link"   // everybody with the agent's address may use the agent
	Public  Visibility = "public" // everybody may use the agent, and the store lists it
)

// Review is the state of the review by an administrator.
type Review string

// Values of Review.
const (
	None    Review = ""
	Waiting Review = "waiting"
	Refused Review = "refused"
	Down    Review = "down" // an administrator took the agent down; becomes Waiting when the author asks for a review
)

// Agent is an agent with its draft or its live version.
type Agent struct {
	ID    string
	Owner string // the author; empty: the agent comes with the program
	Spec
	Draft       bool // true: Spec is the draft; false: Spec is the live version
	Changed     bool // the draft differs from the live version, or no version is live
	Revision    int  // revision of the draft; 0 if the agent comes with the program
	Version     int  // number of the live version; 0 if no version is live
	Visibility  Visibility
	Review      Review
	Reason      string // the administrator's reason for refusing a version or taking the agent down
	Uses        int64  // conversations with the agent, started by users other than the author
	CreatedAt   time.Time
	UpdatedAt   time.Time // time when the draft was last changed
	PublishedAt time.Time
	PinnedAt    time.Time // when the caller pinned the agent; zero: not pinned, or not read (only List and Used read it)
	Offline     bool      // built-in agents only: the built-in engine answers at least one suggested question
	// Starter is a suggested question to offer first; empty: none. The Starter of a built-in agent
	// needs no file and no model.
	Starter string
}

// Builtin reports whether the agent comes with the program.
func (a Agent) Builtin() bool { return a.Owner == "" }

// HasKnowledge reports whether the agent has files or sites of its own.
func (a Agent) HasKnowledge() bool { return len(a.Files)+len(a.Sites) > 0 }

var idPattern = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// DraftID returns the id for trying the draft of an agent.
func DraftID(agentID string) string { return draftMark + agentID }

// undraft removes the prefix of a draft's id and reports whether the id had the prefix.
func undraft(agentID string) (id string, draft bool) { return strings.CutPrefix(agentID, draftMark) }

func (s Spec) encode() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot happen: a checked Spec has no number that JSON cannot encode
	}
	return string(b)
}

// decode reads a stored Spec. Fields that cannot be decoded stay empty.
func decode(s string) (out Spec) {
	_ = json.Unmarshal([]byte(s), &out)
	return out
}

func bad(field string) error { return errs.New(errs.BadRequest).With("detail", field) }

// notFound is the error for a missing agent, and for an agent hidden from the caller.
func notFound() error { return errs.New(errs.NotFound) }
