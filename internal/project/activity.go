package project

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/project/projectdb"
)

// Kind is the kind of an activity.
type Kind string

// Values of Kind.
const (
	Created     Kind = "created"
	Changed     Kind = "changed" // settings were changed, but not the prompt
	Prompted    Kind = "prompted"
	Archived    Kind = "archived"
	Unarchived  Kind = "unarchived"
	Invited     Kind = "invited" // an invitation link was created
	Joined      Kind = "joined"
	Left        Kind = "left"
	Removed     Kind = "removed"
	MadeReader  Kind = "madeReader"
	MadeEditor  Kind = "madeEditor"
	Transferred Kind = "transferred"
	Asked       Kind = "asked"
	Deleted     Kind = "deleted" // conversations were deleted
	Restored    Kind = "restored"
	FileAdded   Kind = "fileAdded"
	FileDeleted Kind = "fileDeleted"
	MovedIn     Kind = "movedIn"  // a conversation was moved into the project
	MovedOut    Kind = "movedOut" // a conversation was moved out of the project
	Shared      Kind = "shared"   // messages of a conversation were shared
	Unshared    Kind = "unshared"
)

// Kinds are all values of Kind.
var Kinds = []Kind{
	Created, Changed, Prompted, Archived, Unarchived, Invited, Joined, Left, Removed, MadeReader, MadeEditor, Transferred,
	Asked, Deleted, Restored, FileAdded, FileDeleted, MovedIn, MovedOut, Shared, Unshared,
}

// ofPerson contains the kinds with a person as the subject. The database contains the person's id as
// the subject; Activities replaces it by the name.
var ofPerson = map[Kind]bool{Left: true, Removed: true, MadeReader: true, MadeEditor: true, Transferred: true}

var roleKinds = map[Role]Kind{Reader: MadeReader, Editor: MadeEditor}

// Calls maps operations of other domains to kinds. When a member calls an operation for a project, an
// activity of its kind is recorded.
var Calls = map[string]Kind{
	"POST /api/chat":                                                     Asked,
	"POST /api/chat/{cid}":                                               Asked,
	"POST /api/chat/repeat":                                              Asked,
	"POST /api/chat/repeat/{cid}":                                        Asked,
	"POST /api/user/agent/conversation/v1/clear":                         Deleted,
	"POST /api/user/agent/conversation/clear":                            Deleted,
	"POST /api/user/agent/conversation/batchHistoryConversationClear":    Deleted,
	"POST /api/user/agent/conversation/v1/batchHistoryConversationClear": Deleted,
	"POST /api/user/agent/conversation/v1/delete":                        Deleted,
	"POST /api/user/agent/conversation/v1/restore":                       Restored,
	"POST /api/resource/genUploadInfo":                                   FileAdded,
	"POST /api/user/docs/upload":                                         FileAdded,
	"POST /api/user/docs/delete":                                         FileDeleted,
	"POST /api/conversations/share":                                      Shared,
	"POST /api/conversations/v2/share":                                   Shared,
	"POST /api/share/delete":                                             Unshared,
	"POST /api/conversations/v2/share/delete":                            Unshared,
}

// Activity is what a member did, once or several times in a short period.
type Activity struct {
	ID      string
	Person  string // id of an account
	Name    string // name of the person; empty: the account is deleted
	Kind    Kind
	Subject string // the name of a person or of a file, a role, or the title of a conversation; may be empty
	Times   int
	At      int64 // time of the last occurrence, in Unix milliseconds
}

// together is the time limit for merging an activity with the newest activity, if both have the same
// person, kind and subject.
const together = 10 * time.Minute

// note stores an activity in the caller's transaction.
func (s *Service) note(ctx context.Context, q *projectdb.Queries, project, person string, kind Kind, subject string) error {
	now := s.Now().UnixMilli()
	last, err := q.NewestActivity(ctx, project)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err == nil && last.PersonID == person && last.Kind == string(kind) && last.Subject == subject && now-last.At < together.Milliseconds() {
		_, err := q.RepeatActivity(ctx, projectdb.RepeatActivityParams{At: now, OwnerID: project, ID: last.ID})
		return err
	}
	if err := q.InsertActivity(ctx, projectdb.InsertActivityParams{ID: id.New(), OwnerID: project, PersonID: person, Kind: string(kind), Subject: subject, At: now}); err != nil {
		return err
	}
	return q.CutActivity(ctx, projectdb.CutActivityParams{OwnerID: project, Keep: MaxActivities - 1})
}

// Note records that somebody called an operation of another domain for a project. Operations
// not in Calls are ignored. A failure to store the activity is only logged, because the operation
// itself has succeeded.
func (s *Service) Note(ctx context.Context, project, person, call string) {
	kind, ok := Calls[call]
	if !ok {
		return
	}
	s.noteLater(ctx, project, person, kind, "")
}

// Activities lists at most `size` activities of a project, the newest first. `before` is the id of
// the last activity of the previous page; empty: the first page.
func (s *Service) Activities(ctx context.Context, project, before string, size int) ([]Activity, error) {
	rows, err := projectdb.New(s.DB.Read()).Activities(ctx, projectdb.ActivitiesParams{OwnerID: project, Before: before, Size: int32(min(max(size, 1), 100))})
	if err != nil {
		return nil, stored(err)
	}
	people := map[string]bool{}
	for _, r := range rows {
		people[r.PersonID] = true
		if ofPerson[Kind(r.Kind)] {
			people[r.Subject] = true
		}
	}
	names, err := s.Names(ctx, keys(people))
	out := make([]Activity, len(rows))
	for i, r := range rows {
		out[i] = Activity{ID: r.ID, Person: r.PersonID, Name: names[r.PersonID], Kind: Kind(r.Kind), Subject: r.Subject, Times: int(r.Times), At: r.At}
		if ofPerson[out[i].Kind] {
			out[i].Subject = names[r.Subject]
		}
	}
	return out, stored(err)
}

func keys(of map[string]bool) []string {
	out := make([]string, 0, len(of))
	for k := range of {
		out = append(out, k)
	}
	return out
}

// Asking is a running answer in a project.
type Asking struct {
	CID    string
	Person string // id of an account
	Name   string
	Since  int64 // Unix milliseconds
}

// Standing is the data requested regularly by an open page of a project.
type Standing struct {
	Asking    []Asking
	Role      Role // role of the person whose page requests the data
	Archived  bool
	UpdatedAt int64 // as in Project; Unix milliseconds
}

// Standing returns the state of a project for a person: for example the person's role and the running
// answers.
func (s *Service) Standing(ctx context.Context, project, person string) (Standing, error) {
	in, err := projectdb.New(s.DB.Read()).RoleIn(ctx, projectdb.RoleInParams{ProjectID: project, AccountID: person})
	if err != nil {
		return Standing{}, stored(err)
	}
	out := Standing{Role: RoleOf(in.Role), Archived: in.ArchivedAt > 0, UpdatedAt: in.UpdatedAt}
	if out.Asking, err = s.Asking(ctx, project); err != nil || len(out.Asking) == 0 {
		return out, err
	}
	people := map[string]bool{}
	for _, a := range out.Asking {
		people[a.Person] = true
	}
	names, err := s.Names(ctx, keys(people))
	for i := range out.Asking {
		out.Asking[i].Name = names[out.Asking[i].Person]
	}
	return out, err
}
