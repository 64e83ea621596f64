// Package gather finds sources in the user's files and in the knowledge of agents and
// projects. It waits until the files are parsed, selects the passages that fit the
// question, passes pictures to a model that accepts them, and makes findings for the
// built-in engine. Files that cannot be read are reported to the user, and the other
// files are used.
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

// Name is the gatherer's name in profiles.
const Name = "files"

// documentAnalysis is the chat type in which every question is about files: those of the
// conversation, or the user's whole library if the conversation has none.
const documentAnalysis = "301"

// Limits of the files of one answer.
const (
	maxFiles    = 200 // files that are searched: first the files of the question, then the newest other files
	maxEach     = 20  // files that are processed individually
	maxNamed    = 6   // files with a reading step of their own
	maxPictures = 8   // pictures that are used: first those of the question, then the newest others
	maxListed   = 20  // names in one sentence
)

// Library is the port to the user's files. Its methods for a single file fail with errs.NotFound if
// the owner does not have the file.
type Library interface {
	// Used records that a conversation uses files. The user can see for each file which
	// conversations use it.
	Used(ctx context.Context, owner, cid string, ids []string) error
	// Ready waits until a document is parsed, and reports progress from 0 to 1. If the
	// document cannot be parsed, Ready fails with an *errs.Error that states the reason.
	Ready(ctx context.Context, owner, id string, progress func(done float64)) error
	// Garbled lists those pages of a document, such as "3-5,9", whose text could not be decoded;
	// empty if there are none.
	Garbled(ctx context.Context, owner, id string) (string, error)
	// Picture returns a stored picture, scaled down for a model.
	Picture(ctx context.Context, owner, id string) (llm.Image, error)
	// Look describes a stored picture without a model.
	Look(ctx context.Context, owner, id string) (source.Picture, error)

	// Whole returns whole documents, in the order of ids, if they have at most maxRunes characters
	// together; otherwise false.
	Whole(ctx context.Context, owner string, ids []string, maxRunes int) ([]source.Source, bool, error)
	// Search returns the passages that fit a question, best first.
	Search(ctx context.Context, q Query) ([]source.Source, error)
	// Sites returns the passages that fit a question, best first, from the given sites and feeds
	// of the operator.
	Sites(ctx context.Context, ids []string, question string, limit int) ([]source.Source, error)
	// Answer returns the sentences that answer a question, best first.
	Answer(ctx context.Context, q Query) (Answer, error)
	// Extract extracts content from one document without a model. The result is empty if
	// the document has no such content.
	Extract(ctx context.Context, r ExtractRequest) (source.Extract, error)
}

// Query selects passages of documents.
type Query struct {
	OwnerID string
	IDs     []string // empty: all documents of the owner, and the owner's earlier answers, notes and favourites
	Names   []string // names of these documents
	Text    string
	Before  string // the previous question, to which Text refers; empty: Text is complete
	Limit   int    // number of passages; 0: the library's default
}

// Answer is the result of Library.Answer.
type Answer struct {
	Refused   bool            // the documents do not answer the question
	Sentences []source.Source // best first; Text is one sentence, or a few successive sentences
	Possible  []source.Source // if Refused is set: sentences that may answer the question, best first
	Near      []source.Source // passages nearest to the question, best first
}

// ExtractRequest asks for an extract of one document.
type ExtractRequest struct {
	OwnerID  string
	ID       string
	Intent   source.Intent
	Question string // the question about figures; used for source.Figures
	Limit    int    // maximum number of points or keywords
}

// Gatherer finds sources in files. It is safe for concurrent use.
type Gatherer struct {
	library Library
	log     *slog.Logger
}

// New returns the gatherer of files.
func New(library Library, log *slog.Logger) *Gatherer { return &Gatherer{library, log} }

// Name returns the gatherer's name.
func (g *Gatherer) Name() string { return Name }

// Applies reports whether there are files or knowledge to search for the turn.
func (g *Gatherer) Applies(t answer.Turn) bool {
	return len(filesOf(t)) > 0 || wholeLibrary(t) || len(t.Profile.Knowledge) > 0
}

// Gather finds sources in the files of the question and of earlier questions, or in the user's
// whole library, and in the profile's knowledge.
func (g *Gatherer) Gather(ctx context.Context, t answer.Turn, out answer.Out) (answer.Found, error) {
	w := &work{Gatherer: g, t: t, out: out, words: wordsIn(t.Locale)}
	w.noteUse(ctx)
	if err := w.read(ctx, filesOf(t)); err != nil {
		return answer.Found{}, err
	}
	if t.Choice.Info.Builtin {
		return w.forEngine(ctx)
	}
	return w.forModel(ctx)
}

// work is the state of one answer.
type work struct {
	*Gatherer
	t     answer.Turn
	out   answer.Out
	words words

	documents []answer.Attachment // documents that have been read
	pictures  []answer.Attachment // pictures among the files; they are opened later
	notes     []string            // sentences about files and pages that were not read
}

// treatment is how a file is used.
type treatment int

const (
	readText treatment = iota // a document: its text is searched and quoted
	lookAt                    // a picture
	leaveOut                  // audio or video: reported as not read if attached to this question
)

// treatments maps file types to treatments. A file of any other type is treated as a document. If it
// cannot be parsed, Library.Ready fails.
var treatments = map[string]treatment{"image": lookAt, "audio": leaveOut, "video": leaveOut}

// filesOf returns the files of the question, then those of earlier questions, newest
// first, without repetitions. Files without an id (only with a name) are skipped.
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

// wholeLibrary reports whether the whole library of the user is searched because the
// conversation has no files.
func wholeLibrary(t answer.Turn) bool {
	return t.ChatType == documentAnalysis && !t.Profile.Foreign && len(filesOf(t)) == 0
}

// own reports whether a file is attached to this question.
func (w *work) own(f answer.Attachment) bool {
	return slices.ContainsFunc(w.t.Files, func(o answer.Attachment) bool { return o.ID == f.ID })
}

// noteUse records where the question's files were used, unless the conversation is temporary.
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

// question returns the text of the question. For a question without text, question returns a default
// text for the kind of file.
func (w *work) question() string {
	switch {
	case strings.TrimSpace(w.t.Question) != "":
		return w.t.Question
	case len(w.documents) == 0 && len(w.pictures) > 0:
		return w.words.aboutImage
	}
	return w.words.aboutFiles
}

// asked returns the last earlier question that has an answer; empty if there is none.
func (w *work) asked() string {
	for _, r := range slices.Backward(w.t.Earlier) {
		if r.Answer != "" {
			return r.Question
		}
	}
	return ""
}

func idsOf(files []answer.Attachment) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.ID)
	}
	return out
}

// namesOf returns the names of files, without the extensions.
func namesOf(files []answer.Attachment) []string {
	var out []string
	for _, f := range files {
		if f.Name != "" {
			out = append(out, strings.TrimSuffix(f.Name, path.Ext(f.Name)))
		}
	}
	return out
}

// named returns the name of a file for use in a sentence.
func named(f answer.Attachment) string {
	for _, s := range []string{f.Name, f.ID} {
		if s != "" {
			return s
		}
	}
	return f.Type
}

// list joins file names for use in a sentence. It names at most maxListed files and states how many
// others there are.
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

// step shows a step. If a continued answer already shows the step as done, nothing happens.
func (w *work) step(s stream.Step) error {
	if w.done(s.ID) {
		return nil
	}
	return w.out.Emit(s)
}

// end sets the final state of a step.
func (w *work) end(id string, state stream.PartState) error {
	if w.done(id) {
		return nil
	}
	return w.out.Emit(stream.StepUpdate{ID: id, State: state})
}

// done reports whether the answer already shows a step as done.
func (w *work) done(id string) bool {
	if w.t.Partial == nil {
		return false
	}
	return slices.ContainsFunc(w.t.Partial.Content, func(it stream.Item) bool {
		s, ok := it.Event.(stream.Step)
		return ok && s.ID == id && s.State == stream.PartDone
	})
}

// Codes of steps in stream.StepCodes. The page uses them to translate steps.
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

// leftOut reports that `files` are not used, because at most `limit` files are. `sentence` is a format with
// placeholders for the limit and the names of the unused files.
func (w *work) leftOut(code, sentence string, limit int, files []answer.Attachment) error {
	listed := files
	if len(listed) > maxListed {
		listed = listed[:maxListed]
	}
	args := []string{strconv.Itoa(limit), strconv.Itoa(len(files) - len(listed))}
	for _, f := range listed {
		args = append(args, named(f))
	}
	return w.missed(stream.Step{Msg: fmt.Sprintf(sentence, limit, w.list(files)), Code: code, Args: args})
}

// missOf reports one file that was not read. sentence is a format with a placeholder for the
// file's name.
func (w *work) missOf(code, sentence string, f answer.Attachment) error {
	return w.missed(stream.Step{Msg: fmt.Sprintf(sentence, named(f)), Code: code, Args: []string{named(f)}})
}

// missed shows that something was not read, and adds a note about it for the model.
func (w *work) missed(s stream.Step) error {
	w.notes = append(w.notes, s.Msg)
	s.ID, s.State = "files-unread-"+strconv.Itoa(len(w.notes)), stream.PartFailed
	return w.step(s)
}
