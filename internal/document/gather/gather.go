// Package gather finds in an asker's files what an answer rests on: it waits
// until they are read, chooses the passages that fit the question, shows the
// pictures to a model that sees, and works out without a model what the files
// say. What cannot be read is told by name, and the rest goes on.
package gather

import (
	"context"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Name is the gatherer's, in profiles.
const Name = "files"

// documentAnalysis is the chat type in which every question is about files: the
// conversation's own, or all of the asker's when it has none.
const documentAnalysis = "301"

// Limits of the files of one answer.
const (
	maxFiles    = 200 // that are searched; the question's own come first, then the newest
	maxEach     = 20  // of them that are looked into one by one
	maxNamed    = 6   // whose reading is told one by one
	maxPictures = 8   // the newest count
	maxListed   = 20  // names in a note
)

// Library keeps files and finds places in them. Everything in it belongs to an
// owner; what is not the owner's is errs.NotFound.
type Library interface {
	// Used notes that a conversation uses files, for the page that says where.
	Used(ctx context.Context, owner, cid string, ids []string) error
	// Ready waits until a document has been read, and tells how far that is,
	// from 0 to 1. Its error is an *errs.Error that says why it cannot be read.
	Ready(ctx context.Context, owner, id string, progress func(done float64)) error
	// Garbled names the pages of a document whose characters nobody knows, such
	// as "3-5,9"; empty: none.
	Garbled(ctx context.Context, owner, id string) (string, error)
	// Picture is a stored picture, made small enough for a model.
	Picture(ctx context.Context, owner, id string) (llm.Image, error)
	// Look says what can be said of a stored picture without a model.
	Look(ctx context.Context, owner, id string) (source.Picture, error)

	// Whole gives documents from beginning to end, in the order of ids, when
	// they have at most maxRunes characters together; else false.
	Whole(ctx context.Context, owner string, ids []string, maxRunes int) ([]source.Source, bool, error)
	// Search gives the passages that fit a question, best first.
	Search(ctx context.Context, q Query) ([]source.Source, error)
	// Sites gives the passages of own sites that fit a question, best first.
	Sites(ctx context.Context, ids []string, question string, limit int) ([]source.Source, error)
	// Answer gives the sentences that answer a question, best first.
	Answer(ctx context.Context, q Query) (Answer, error)
	// Extract makes of one document what can be made without a model. A
	// document that does not hold such a thing gives an empty Extract.
	Extract(ctx context.Context, r ExtractRequest) (source.Extract, error)
}

// Query asks for places in documents.
type Query struct {
	OwnerID string
	IDs     []string // empty: all documents of the owner
	Names   []string // of these documents
	Text    string
	Before  string // the question before, which Text follows; empty: Text stands alone
	Limit   int    // of passages; 0: the library's default
}

// Answer is what documents say to a question.
type Answer struct {
	Refused   bool            // they do not answer it
	Sentences []source.Source // best first; Text is one sentence
	Near      []source.Source // what comes nearest, best first
}

// ExtractRequest asks for an extract of one document.
type ExtractRequest struct {
	OwnerID  string
	ID       string
	Intent   source.Intent
	Question string // for source.Figures
	Limit    int    // of points or words
}

// Gatherer finds what files say. It is safe for concurrent use.
type Gatherer struct {
	library Library
	log     *slog.Logger
}

// New makes the gatherer of files.
func New(library Library, log *slog.Logger) *Gatherer { return &Gatherer{library, log} }

// Name is the gatherer's.
func (g *Gatherer) Name() string { return Name }

// Gather finds what the files of a question, and of those before it, say to it.
func (g *Gatherer) Gather(ctx context.Context, t answer.Turn, out answer.Out) (answer.Found, error) {
	files := filesOf(t)
	if len(files) == 0 && !wholeLibrary(t) && len(t.Profile.Knowledge) == 0 {
		return answer.Found{}, nil
	}
	w := &work{Gatherer: g, t: t, out: out, words: wordsIn(t.Locale)}
	w.noteUse(ctx)
	if err := w.read(ctx, files); err != nil {
		return answer.Found{}, err
	}
	if t.Choice.Info.Builtin {
		return w.forEngine(ctx)
	}
	return w.forModel(ctx)
}

// work is the work on the files of one answer.
type work struct {
	*Gatherer
	t     answer.Turn
	out   answer.Out
	words words

	documents []answer.Attachment // that have been read
	pictures  []answer.Attachment // that can be looked at
	notes     []string            // about what nobody read
}

// treatment is what is done with a file.
type treatment int

const (
	readText treatment = iota // a document: its text is searched and quoted
	lookAt                    // a picture
	leaveOut                  // a sound or a film: said to be unread
)

// treatments is what is done by file type; any other type is a document, which
// tells by itself when it cannot be read.
var treatments = map[string]treatment{"image": lookAt, "audio": leaveOut, "video": leaveOut}

// filesOf are the files that an answer may rest on: those of the question, then
// those of the questions before it, the newest first, each once. One of which
// only the name is known is left out.
func filesOf(t answer.Turn) []answer.Attachment {
	all := slices.Clone(t.Files)
	for i := len(t.Earlier) - 1; i >= 0; i-- {
		for j := len(t.Earlier[i].Files) - 1; j >= 0; j-- {
			all = append(all, t.Earlier[i].Files[j])
		}
	}
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(all, func(f answer.Attachment) bool {
		had := seen[f.ID]
		seen[f.ID] = true
		return had
	})
}

// wholeLibrary reports whether the answer rests on all files of the asker,
// because the conversation has none.
func wholeLibrary(t answer.Turn) bool {
	return t.ChatType == documentAnalysis && !t.Profile.Foreign && len(filesOf(t)) == 0
}

// own says whether a file came with this question.
func (w *work) own(f answer.Attachment) bool {
	return slices.ContainsFunc(w.t.Files, func(o answer.Attachment) bool { return o.ID == f.ID })
}

// noteUse remembers where the question's files were used. A temporary
// conversation leaves no such trace.
func (w *work) noteUse(ctx context.Context) {
	ids := idsOf(slices.DeleteFunc(slices.Clone(w.t.Files), func(f answer.Attachment) bool { return f.ID == "" }))
	if len(ids) == 0 || w.t.Private {
		return
	}
	owner, cid := w.t.Place()
	if err := w.library.Used(ctx, owner, cid, ids); err != nil {
		w.log.WarnContext(ctx, "the use of files was not noted", "err", err)
	}
}

// question is what is asked; without words, what the kind of file suggests.
func (w *work) question() string {
	switch {
	case strings.TrimSpace(w.t.Question) != "":
		return w.t.Question
	case len(w.documents) == 0 && len(w.pictures) > 0:
		return w.words.aboutImage
	}
	return w.words.aboutFiles
}

// asked is the question of the last round that has an answer; empty: there is
// none.
func (w *work) asked() string {
	for _, r := range slices.Backward(w.t.Earlier) {
		if r.Answer != "" {
			return r.Question
		}
	}
	return ""
}

// idsOf are the ids of files.
func idsOf(files []answer.Attachment) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.ID)
	}
	return out
}

// namesOf are the names of files without their endings.
func namesOf(files []answer.Attachment) []string {
	var out []string
	for _, f := range files {
		if f.Name != "" {
			out = append(out, strings.TrimSuffix(f.Name, path.Ext(f.Name)))
		}
	}
	return out
}

// named is what to call a file in a sentence.
func named(f answer.Attachment) string {
	for _, s := range []string{f.Name, f.ID} {
		if s != "" {
			return s
		}
	}
	return f.Type
}

// list names files in a sentence, the first of many.
func (w *work) list(files []answer.Attachment) string {
	var names []string
	for i, f := range files {
		if i == maxListed {
			break
		}
		names = append(names, "《"+named(f)+"》")
	}
	all := strings.Join(names, w.words.comma)
	if more := len(files) - len(names); more > 0 {
		all = fmt.Sprintf(w.words.names, all, more)
	}
	return all
}

// step shows a step of the work. One that an answer which is gone on with shows
// as done stays as it is, so that its text goes on where it ended.
func (w *work) step(s stream.Step) error {
	if w.done(s.ID) {
		return nil
	}
	return w.out.Emit(s)
}

// end gives a step its last state.
func (w *work) end(id string, state stream.PartState) error {
	if w.done(id) {
		return nil
	}
	return w.out.Emit(stream.StepUpdate{ID: id, State: state})
}

// done says whether the answer so far shows a step as done.
func (w *work) done(id string) bool {
	if w.t.Partial == nil {
		return false
	}
	return slices.ContainsFunc(w.t.Partial.Content, func(it stream.Item) bool {
		s, ok := it.Event.(stream.Step)
		return ok && s.ID == id && s.State == stream.PartDone
	})
}

// Codes of steps, with which a page says them in its reader's language; of
// stream.StepCodes.
const (
	stepRead     = "read"
	stepLibrary  = "library"
	stepNone     = "none"
	stepMore     = "more"
	stepGarbled  = "garbled"
	stepUnheard  = "unheard"
	stepUnseen   = "unseen"
	stepUnlooked = "unlooked"
	stepTooMany  = "toomany"
	stepNotTaken = "nottaken"
	stepNotSeen  = "notseen"
)

// leftOut tells of files that were left out because there are more than most of
// them; sentence says so with that number and the names.
func (w *work) leftOut(code, sentence string, most int, files []answer.Attachment) error {
	listed := files
	if len(listed) > maxListed {
		listed = listed[:maxListed]
	}
	args := []string{strconv.Itoa(most), strconv.Itoa(len(files) - len(listed))}
	for _, f := range listed {
		args = append(args, named(f))
	}
	return w.missed(stream.Step{Msg: fmt.Sprintf(sentence, most, w.list(files)), Code: code, Args: args})
}

// missOf tells of one file that was not read; sentence says so with its name.
func (w *work) missOf(code, sentence string, f answer.Attachment) error {
	return w.missed(stream.Step{Msg: fmt.Sprintf(sentence, named(f)), Code: code, Args: []string{named(f)}})
}

// missed tells the reader of something that was not read, and notes it.
func (w *work) missed(s stream.Step) error {
	w.notes = append(w.notes, s.Msg)
	s.ID, s.State = "files-unread-"+strconv.Itoa(len(w.notes)), stream.PartFailed
	return w.step(s)
}
