// Package share publishes a copy of chosen rounds of a conversation as a page. Everybody with the
// page's address can read the page until the share ends, is revoked or is taken down. The owner may
// also protect the page with a password.
package share

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Limits of shares.
const (
	idLength    = 26      // characters from an alphabet of 36: together more than 128 random bits
	maxRounds   = 500     // per share
	maxSnapshot = 4 << 20 // bytes of one share as JSON
	maxTitle    = 64      // characters

	maxPicturesOfAnswer = 40

	maxSummary    = 160                 // characters
	maxPassword   = 64                  // bytes
	minPassword   = 4                   // characters
	maxShares     = 500                 // per owner
	maxOwned      = 64 << 20            // bytes of an owner's shares in the database
	keptAfterEnd  = 90 * 24 * time.Hour // how long an owner still sees an expired share
	maxShareYears = 10
)

// Kind is the kind of content of a share.
type Kind string

// SnapshotKind is a copy of messages. Later changes of the conversation do not affect the copy.
const SnapshotKind Kind = "snapshot"

// FileRule states what readers see of the files of a share.
type FileRule string

// Values of FileRule.
const (
	FilesHidden  FileRule = "hidden"  // no files and no pictures; sources that are files are shown without names
	FilesNamed   FileRule = "names"   // names of files, and pictures of answers
	FilesContent FileRule = "content" // like FilesNamed; readers also see quotes, and can open the files while the sharer keeps them
)

var fileRules = []FileRule{FilesHidden, FilesNamed, FilesContent}

// Share is a share without its content. Times are Unix milliseconds.
type Share struct {
	ID            string
	OwnerID       string
	Kind          Kind
	CID           string // the copied conversation
	Title         string
	Summary       string // the beginning of the first answer with text
	Password      string // hash of the password; empty: no password
	ExpiresAt     int64  // 0: the share does not expire
	HidesThinking bool
	Files         FileRule
	Listed        bool  // search engines may index the share if it has no password
	DownAt        int64 // when an administrator took the share down; 0: not taken down
	Rounds        int
	Views, Likes  int64
	CreatedAt     int64
	UpdatedAt     int64
}

// Ended reports whether the share was taken down or, at the time `now`, has expired.
func (s Share) Ended(now time.Time) bool {
	return s.DownAt > 0 || s.ExpiresAt > 0 && s.ExpiresAt <= now.UnixMilli()
}

// Snapshot is the content of a share.
type Snapshot struct {
	Rounds []Round `json:"rounds"`
}

// Round is a question and its answer.
type Round struct {
	Question string         `json:"question"`
	Files    []File         `json:"files,omitempty"`
	Pictures []File         `json:"pictures,omitempty"` // pictures of the answer
	Answer   stream.Message `json:"answer"`             // its Kind and State are empty if there is no answer
	Model    string         `json:"model,omitempty"`
	Links    []Link         `json:"links,omitempty"`
}

// File is a file of a question or a picture of an answer.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Size int64  `json:"size,omitempty"`
	ID   string `json:"id,omitempty"` // id in the sharer's library if readers can open the file; never sent to readers
}

// Talk is a conversation to share: only the branch and the versions that the owner has chosen.
type Talk struct {
	CID       string // current id of the conversation; the caller may have used an id from before a login
	Title     string
	Temporary bool
	Rounds    []Said
}

// Said is a round of a conversation.
type Said struct {
	Round
	Index  int  // index of the answer
	Hidden bool // the content rules withhold the question or the answer
}

func notFound() error           { return errs.New(errs.NotFound) }
func badRequest(s string) error { return errs.New(errs.BadRequest).With("detail", s) }
