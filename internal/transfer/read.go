package transfer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Format states which assistant wrote a file.
type Format string

// The formats, recognised by the content of a file.
const (
	Wenqu     Format = ownFormat
	ChatGPT   Format = "chatgpt"
	OpenWebUI Format = "openwebui"
	LobeChat  Format = "lobechat"
	Yuanbao   Format = "yuanbao"
)

// Reason is the reason why a conversation or a file is not imported.
type Reason string

// Reasons why a conversation is not imported.
const (
	Empty   Reason = "empty"   // it has no messages with text
	TooMany Reason = "tooMany" // it has more than MaxMessages messages, an answer with more than MaxVersions versions, or an array or object with more than maxItems items
	TooLong Reason = "tooLong" // it has a text longer than MaxText, or its versions repeat too much text
	Damaged Reason = "damaged" // its messages do not form a valid tree
	Taken   Reason = "taken"   // its id, and the id derived from its content, belong to other conversations of the same owner
	Unknown Reason = "unknown" // its format is unknown
)

// Reasons why a file is not imported, besides Damaged and TooMany.
const (
	Missing Reason = "missing"  // the bytes are missing
	TooBig  Reason = "tooLarge" // it is too large, alone or together with the files before it
	NoRoom  Reason = "noRoom"   // the owner's files or conversations would exceed the allowed number or space
	Refused Reason = "refused"  // its type is not accepted
)

// found is a conversation of a file, or the reason why it cannot be imported.
type found struct {
	format       Format
	conversation Conversation
	skip         Reason // why it is not imported; empty: it can be imported
}

// read calls `visit` for every conversation of a file in order. If the file has an array of
// conversations, only one of them is in memory at a time. read fails with errs.UnknownFile for an
// unknown format, for another version of our format, and for invalid JSON in which no format was
// recognised. It fails with errs.BrokenFile for other incomplete or invalid JSON and for nesting deeper
// than maxDepth. It fails with errs.FullFile above MaxConversations, or if an array of a LobeChat file has
// more than maxLobe items.
func read(r io.Reader, visit func(found) error) error {
	_, err := readWith(r, visitor{conversation: visit})
	return err
}

// visitor receives the content of an import file. Only an import file in our own format contains files
// and sections; a nil function skips them.
type visitor struct {
	conversation func(found) error
	// file receives a file. In our exports, files precede the conversations that refer to them. `skip`
	// is the reason why the file cannot be imported, or empty.
	file    func(f File, skip Reason) error
	section func(name string, value json.RawMessage) error // other top-level fields, by name
}

func readWith(r io.Reader, visit visitor) (Format, error) {
	f := &file{visit: visit}
	buffered := bufio.NewReaderSize(&shallow{from: r}, 64<<10)
	if mark, _ := buffered.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = buffered.Discard(3)
	}
	f.json = json.NewDecoder(buffered)
	if err := f.all(); err != nil {
		if _, ours := errors.AsType[*errs.Error](err); ours {
			return f.format, err
		}
		if f.format == "" {
			return "", errs.Wrap(errs.UnknownFile, err)
		}
		return f.format, errs.Wrap(errs.BrokenFile, err)
	}
	if f.format == "" {
		return "", errs.New(errs.UnknownFile)
	}
	return f.format, nil
}

// file is the state while a file is read.
type file struct {
	json   *json.Decoder
	visit  visitor
	format Format // the format that has been recognised so far
	own    bool   // the file states that it is in our format
	count  int
}

func (f *file) all() error {
	t, err := f.json.Token()
	switch {
	case err != nil:
		return err
	case t == json.Delim('['):
		err = f.entries()
	case t == json.Delim('{'):
		err = f.object()
	default:
		return errs.New(errs.UnknownFile)
	}
	if err != nil {
		return err
	}
	if _, err := f.json.Token(); !errors.Is(err, io.EOF) {
		return errors.Join(errors.New("transfer: something follows the end"), err)
	}
	return nil
}

// entries reads the conversations of an array to its end.
func (f *file) entries() error {
	for f.json.More() {
		var got found
		var err error
		if f.own {
			var c Conversation
			err = decode(f.json, &c)
			c.fold()
			got = found{Wenqu, c, check(c)}
		} else {
			var e entry
			err = decode(f.json, &e)
			got = e.found()
		}
		if errors.Is(err, errTooMany) {
			got.skip = TooMany
		} else if err != nil {
			return err
		}
		if err := f.give(got); err != nil {
			return err
		}
	}
	_, err := f.json.Token()
	return err
}

// object reads a file that is one object: a file in our format, a wrapper of another
// format, or a single conversation.
func (f *file) object() error {
	var e entry
	var l lobe
	var ownMark string
	version := 0
	fields := map[string]any{
		"format": &ownMark, "version": &version,
		"id": &e.ID, "title": &e.Title, "sessionTitle": &e.SessionTitle, "conversation_id": &e.ConversationID,
		"create_time": &e.CreateTime, "created_at": &e.CreatedAt, "current_node": &e.CurrentNode,
		"mapping": &e.Mapping, "chat": &e.Chat, "convs": &e.Convs, "pinned": &e.Pinned, "isTop": &e.IsTop,
		"state": &l, "data": &l,
	}
	var bad error
	for f.json.More() {
		key, err := f.json.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if name == "conversations" {
			if f.own = ownMark == ownFormat; f.own {
				if version != ownVersion {
					return errs.New(errs.UnknownFile)
				}
				f.format = Wenqu
			}
			if t, err := f.json.Token(); err != nil || t != json.Delim('[') {
				return errs.Wrap(errs.UnknownFile, err)
			}
			if err := f.entries(); err != nil {
				return err
			}
			continue
		}
		if name == "files" && ownMark == ownFormat && version == ownVersion && f.visit.file != nil {
			f.format = Wenqu
			if err := f.files(); err != nil {
				return err
			}
			continue
		}
		into, ok := fields[name]
		var other json.RawMessage
		if !ok {
			into = &other
		}
		if err := decode(f.json, into); err != nil {
			if !errors.Is(err, errTooMany) {
				return err
			}
			bad = err
		}
		if !ok && ownMark == ownFormat && version == ownVersion && f.visit.section != nil {
			if err := f.visit.section(name, other); err != nil {
				return err
			}
		}
	}
	if _, err := f.json.Token(); err != nil {
		return err
	}
	if len(l.Convs) > 0 { // an export of 元宝 whose conversation is nested in another object
		e = l.entry
	}
	if e.format() != "" {
		got := e.found()
		if bad != nil {
			got.skip = TooMany
		}
		return f.give(got)
	}
	if len(l.Messages) > 0 || len(l.Sessions) > 0 {
		if bad != nil {
			return full()
		}
		f.format = LobeChat
		return f.give(l.found()...)
	}
	return nil
}

func (f *file) files() error {
	if t, err := f.json.Token(); err != nil || t != json.Delim('[') {
		return errs.Wrap(errs.UnknownFile, err)
	}
	for n := 1; f.json.More(); n++ {
		var got File
		skip := Reason("")
		switch err := decode(f.json, &got); {
		case errors.Is(err, errTooMany):
			skip = TooMany
		case err != nil:
			return err
		case n > MaxFiles:
			skip = TooMany
		}
		if err := f.visit.file(got, skip); err != nil {
			return err
		}
	}
	_, err := f.json.Token()
	return err
}

func (f *file) give(all ...found) error {
	for _, got := range all {
		if f.count++; f.count > MaxConversations {
			return full()
		}
		if got.format != "" {
			f.format = got.format
		}
		if err := f.visit.conversation(got); err != nil {
			return err
		}
	}
	return nil
}

func full() error {
	return errs.New(errs.FullFile).With("conversations", strconv.Itoa(MaxConversations)).With("messages", strconv.Itoa(maxLobe))
}
