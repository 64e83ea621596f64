package transfer

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Report states what a file contains, or what was imported from it.
type Report struct {
	Format        Format    `json:"format" enum:"wenqu,chatgpt,openwebui,lobechat,yuanbao"`
	Conversations int       `json:"conversations" doc:"that can be brought in; after an import: that are new"`
	Messages      int       `json:"messages" doc:"in those conversations"`
	Already       int       `json:"already" doc:"after an import: conversations that were there before"`
	SkippedCount  int       `json:"skippedCount" doc:"conversations that cannot be brought in"`
	Skipped       []Skipped `json:"skipped" doc:"the first of them"`
	Titles        []string  `json:"titles" doc:"the first titles"`

	Files             int           `json:"files" doc:"that can be brought in; after an import: that are new"`
	Notes             int           `json:"notes" doc:"on files that can be brought in or are there; after an import: that are new"`
	FilesAlready      int           `json:"filesAlready" doc:"files that were there before"`
	FilesSkippedCount int           `json:"filesSkippedCount" doc:"files that cannot be brought in"`
	FilesSkipped      []FileSkipped `json:"filesSkipped,omitempty" doc:"the first of them"`
}

// Skipped is a conversation that is not imported.
type Skipped struct {
	Title  string `json:"title"`
	Reason Reason `json:"reason" enum:"empty,tooMany,tooLong,damaged,taken,unknown,noRoom"`
}

// FileSkipped is a file that is not imported.
type FileSkipped struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason" enum:"damaged,missing,tooLarge,tooMany,noRoom,refused"`
}

// maxTitle is the longest title, in characters.
const maxTitle = 64

// Preview reports what a file contains, and which of its files Import would skip for an owner. It
// does not check which conversations the owner already has. An empty ownerID stands for a person
// who has no data yet.
func (s *Service) Preview(ctx context.Context, ownerID string, r io.Reader) (Report, error) {
	return s.collect(ctx, r, func() taker { return &looking{Service: s, ownerID: ownerID} })
}

// Import stores the conversations, the files with their notes, and the sections of an import file
// for the owner. A conversation is stored completely or not at all. The report states which
// conversations and files are skipped. Existing conversations stay unchanged, and existing files only
// get notes that they lack, so that an import file can be imported again. `owner` returns the id of
// the owner and is called only when there is something to store.
func (s *Service) Import(ctx context.Context, traceID string, owner func(context.Context) (string, error), r io.Reader) (Report, error) {
	if s.DiskRoom != nil {
		if err := s.DiskRoom(); err != nil {
			return Report{}, err
		}
	}
	return s.collect(ctx, r, func() taker {
		return &storing{Service: s, traceID: traceID, owner: owner, ids: map[string]string{}}
	})
}

// taker previews or stores the content of an import file.
type taker interface {
	conversation(ctx context.Context, c Conversation) (made bool, skip Reason, err error)
	// file processes a file. `in` is the archive with the bytes, or nil if the upload is only JSON. An
	// import returns in `notes` how many notes it has added. A preview returns how many notes an import
	// would add at most.
	file(ctx context.Context, in *bundle, f File) (made bool, notes int, skip Reason, err error)
	// section processes the value of a section.
	section(ctx context.Context, section Section, value json.RawMessage) error
}

// collect writes the upload, JSON or an archive, to the disk, reads it, and returns a report. If
// the JSON is too large, nothing is imported.
func (s *Service) collect(ctx context.Context, r io.Reader, begin func() taker) (Report, error) {
	head := bufio.NewReader(r)
	if mark, _ := head.Peek(4); !isZip(mark) {
		part, err := spool(s.Parts, head, MaxFile)
		if err != nil {
			return Report{}, err
		}
		out, err := s.plain(ctx, part, begin())
		return out, errors.Join(err, part.Remove())
	}
	select {
	case s.spools <- struct{}{}:
		defer func() { <-s.spools }()
	default:
		return Report{}, errs.New(errs.TooMany).Retry(time.Minute)
	}
	part, err := spool(s.Parts, head, MaxZip)
	if err != nil {
		return Report{}, err
	}
	out, err := s.archive(ctx, part, begin())
	return out, errors.Join(err, part.Remove())
}

// plain reads JSON from the disk.
func (s *Service) plain(ctx context.Context, part *blob.Part, t taker) (Report, error) {
	release, err := s.slot(ctx)
	if err != nil {
		return Report{}, err
	}
	defer release()
	return s.each(ctx, io.NewSectionReader(part, 0, part.Size()), nil, t)
}

// archive reads an archive from the disk.
func (s *Service) archive(ctx context.Context, part *blob.Part, t taker) (Report, error) {
	release, err := s.slot(ctx)
	if err != nil {
		return Report{}, err
	}
	defer release()
	in, err := unzip(part, part.Size())
	if err != nil {
		return Report{}, err
	}
	main, err := in.conversations()
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = main.Close() }() // nothing was written, so an error of Close does not matter
	// If the JSON is too large, nothing may be imported, so its size is checked first.
	if _, err := io.Copy(io.Discard, &bounded{main, MaxFile}); err != nil {
		return Report{}, err
	}
	again, err := in.conversations()
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = again.Close() }()
	return s.each(ctx, again, in, t)
}

// slot waits at most 10 s for a slot. The slots limit how many files are read at the same time.
// `release` frees the slot.
func (s *Service) slot(ctx context.Context) (release func(), err error) {
	wait, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		return func() { <-s.slots }, nil
	case <-wait.Done():
		return nil, errs.New(errs.TooMany).Retry(10 * time.Second)
	}
}

// each reads JSON and returns a report; `t` processes the content.
func (s *Service) each(ctx context.Context, r io.Reader, in *bundle, t taker) (Report, error) {
	out := Report{Skipped: []Skipped{}, Titles: []string{}}
	format, err := readWith(&bounded{r, MaxFile}, visitor{conversation: func(f found) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := f.conversation
		name(&c)
		made, skip := false, f.skip
		if skip == "" {
			var err error
			if made, skip, err = t.conversation(ctx, c); err != nil {
				return err
			}
		}
		out.conversation(c, made, skip)
		return nil
	}, file: func(f File, skip Reason) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		made, notes := false, 0
		if skip == "" {
			var err error
			if made, notes, skip, err = t.file(ctx, in, f); err != nil {
				return err
			}
		}
		out.file(f, made, notes, skip)
		return nil
	}, section: func(name string, value json.RawMessage) error {
		for _, section := range s.Sections {
			if section.Name == name && section.Import != nil {
				return t.section(ctx, section, value)
			}
		}
		return nil
	}})
	out.Format = format
	return out, err
}

func (r *Report) conversation(c Conversation, made bool, skip Reason) {
	switch {
	case skip != "":
		if r.SkippedCount++; len(r.Skipped) < maxSkipped {
			r.Skipped = append(r.Skipped, Skipped{c.Title, skip})
		}
	case made:
		r.Conversations++
		r.Messages += len(c.Messages)
		if len(r.Titles) < maxTitles {
			r.Titles = append(r.Titles, c.Title)
		}
	default:
		r.Already++
	}
}

func (r *Report) file(f File, made bool, notes int, skip Reason) {
	r.Notes += notes
	switch {
	case skip != "":
		if r.FilesSkippedCount++; len(r.FilesSkipped) < maxSkipped {
			r.FilesSkipped = append(r.FilesSkipped, FileSkipped{text.Cut(text.OneLine(clean(f.Name)), maxName), skip})
		}
	case made:
		r.Files++
	default:
		r.FilesAlready++
	}
}

// name shortens the title of a conversation to one line. An empty title is replaced by the beginning
// of the first question that is not withheld.
func name(c *Conversation) {
	c.Title = text.OneLine(clean(c.Title))
	for _, m := range c.Messages {
		if c.Title == "" && m.Speaker == Human && !m.Hidden {
			c.Title = text.Cut(text.OneLine(clean(text.Cut(m.Prompt, maxTitle))), 16)
		}
	}
	c.Title = text.Cut(c.Title, maxTitle)
}

// sensitive is the state of withheld messages.
const sensitive = string(stream.Sensitive)

var cidPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{8,128}$`)

// prepare makes a conversation valid for storing. It replaces an invalid id and invalid times,
// removes invalid feedback, and masks or removes texts according to the content rules.
func (s *storing) prepare(c *Conversation) {
	now := s.Now().UnixMilli()
	if !cidPattern.MatchString(c.CID) {
		c.CID = derive(ownFormat, c.CID, c.Title)
	}
	bound := func(at, or int64) int64 {
		if at <= 0 || at > now {
			return or
		}
		return at
	}
	shown := func(text string) (string, bool) { return s.Rules(s.traceID, clean(text)) }
	title, withheld := shown(c.Title)
	if c.Title = title; withheld {
		c.Title = ""
	}
	first := now
	if len(c.Messages) > 0 {
		first = bound(c.Messages[0].CreatedAt, now)
	}
	c.CreatedAt = bound(c.CreatedAt, first)
	before := c.CreatedAt
	for i := range c.Messages {
		m := &c.Messages[i]
		m.CreatedAt = bound(m.CreatedAt, before)
		before = m.CreatedAt
		if m.Speaker == Human {
			if prompt, withheld := shown(m.Prompt); withheld || m.Hidden {
				m.Prompt, m.Files, m.Hidden = "", nil, true
			} else {
				m.Prompt = prompt
			}
			m.Files = s.attached(m.Files, shown)
		}
		for j := range m.Versions {
			v := &m.Versions[j]
			v.Model = text.Cut(text.OneLine(clean(v.Model)), 128)
			withheld := v.show(shown, func(id string) string { return s.ids[id] })
			if withheld || v.Hidden || v.State == sensitive {
				v.Text, v.Thinking, v.Parts, v.Hidden, v.State = "", "", nil, true, sensitive
			}
			v.Feedback = v.Feedback.bounded()
		}
	}
}

// Limits of the files of a question.
const (
	maxFiles = 50
	maxName  = 255
)

// attached returns the files of a question with names that may be shown. It uses only the first maxFiles
// files. If the owner has a file, the result contains its new id, otherwise only its name.
func (s *storing) attached(files []Attached, shown func(string) (string, bool)) []Attached {
	var out []Attached
	for _, f := range files[:min(len(files), maxFiles)] {
		if name, withheld := shown(text.Cut(text.OneLine(f.Name), maxName)); name != "" && !withheld {
			out = append(out, Attached{ID: s.ids[f.ID], Name: name})
		}
	}
	return out
}

// bounded returns valid feedback without its overlong codes, or nil if the feedback is invalid.
func (f *Feedback) bounded() *Feedback {
	if f == nil || f.Type != 1 && f.Type != -1 || len(f.Codes) > 20 || utf8.RuneCountInString(f.Text) > 500 {
		return nil
	}
	kept := &Feedback{Type: f.Type, Text: clean(f.Text)}
	for _, code := range f.Codes {
		if code = clean(code); len(code) <= 64 {
			kept.Codes = append(kept.Codes, code)
		}
	}
	return kept
}

// keep stores a conversation under its id. If another conversation has that id, keep uses an id derived
// from the content instead. `made` is false if the conversation was already stored, or if both ids are
// taken.
func (s *Service) keep(ctx context.Context, ownerID string, c Conversation) (made bool, skip Reason, err error) {
	said, err := json.Marshal(nameless(c.Messages))
	if err != nil {
		return false, "", err
	}
	for _, cid := range []string{c.CID, derive(c.CID, string(said))} {
		c.CID = cid
		if made, err = s.Conversations.Import(ctx, ownerID, c); made || err != nil {
			return made, "", err
		}
		if there, err := s.holds(ctx, ownerID, c); there || err != nil {
			return false, "", err
		}
	}
	return false, Taken, nil
}

// nameless returns the messages without the ids of their files, because another import may give the
// files other ids. It also leaves out the parts of answers, because parts contain ids of files.
func nameless(messages []Message) []Message {
	messages = slices.Clone(messages)
	for i := range messages {
		files := slices.Clone(messages[i].Files)
		for j := range files {
			files[j].ID = ""
		}
		messages[i].Files = files
		versions := slices.Clone(messages[i].Versions)
		for j := range versions {
			versions[j].Parts = nil
		}
		messages[i].Versions = versions
	}
	return messages
}

// holds reports whether the owner's conversation with the id of c contains at least all messages of c.
func (s *Service) holds(ctx context.Context, ownerID string, c Conversation) (bool, error) {
	want := c.Messages
	for m, err := range s.Conversations.Messages(ctx, ownerID, c.CID) {
		if err != nil {
			return false, err
		}
		if len(want) == 0 || m.Index < want[0].Index {
			continue
		}
		if !m.holds(want[0]) {
			return false, nil
		}
		want = want[1:]
	}
	return len(want) == 0, nil
}

// holds reports whether m has the same place in its conversation and the same texts as o; m may have
// more versions.
func (m Message) holds(o Message) bool {
	if m.Index != o.Index || m.Parent != o.Parent || m.Speaker != o.Speaker || m.Hidden != o.Hidden || m.Prompt != o.Prompt || len(m.Versions) < len(o.Versions) {
		return false
	}
	for i, v := range o.Versions {
		if h := m.Versions[i]; h.Hidden != v.Hidden || h.Text != v.Text || h.Thinking != v.Thinking {
			return false
		}
	}
	return true
}

// derive returns an id that depends only on the parts.
func derive(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return "in" + hex.EncodeToString(sum[:])[:30]
}
