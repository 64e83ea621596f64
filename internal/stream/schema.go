package stream

import (
	"encoding/json"
	"reflect"
)

// Form is how an event stands on the wire.
type Form string

// The forms.
const (
	Chunk  Form = "chunk"  // a JSON object; "type" is its first key
	Named  Form = "named"  // an event: line names it; the data line has its fields
	Marker Form = "marker" // a plain word in brackets
	Local  Form = "local"  // made by a decoder, never sent
)

// Member describes one event of the union. The table below is the one source
// of the encoder's and decoder's names, of api/stream/schema.json and of the
// types that the page uses.
type Member struct {
	Name  string // the event's "type" in schema.json and TypeScript; of a chunk also on the wire
	Form  Form
	Wire  string // the event: line of a named event, the data line of a marker
	Item  bool   // a message's content holds it
	Type  reflect.Type
	parse func(data []byte) (Event, error)
}

func member[T Event](name string, form Form, wire string) Member {
	return Member{
		Name: name, Form: form, Wire: wire, Type: reflect.TypeFor[T](),
		parse: func(data []byte) (Event, error) {
			var v T
			err := json.Unmarshal(data, &v)
			return v, err
		},
	}
}

func item[T Event](name string) Member {
	m := member[T](name, Chunk, "")
	m.Item = true
	return m
}

var union = []Member{
	item[Text]("text"),
	item[Think]("think"),
	item[Reasoner]("reasoner"),
	item[SearchWithText]("search_with_text"),
	item[SearchGuid]("searchGuid"),
	item[Step]("step"),
	item[Progress]("progress"),
	item[DeepSearch]("deepSearch"),
	item[Tool]("tool"),
	item[Card]("card"), // only with an id and a kind; else a Text of KindCard
	item[Replace]("replace"),
	item[MultiAnswer]("multiAnswer"),
	item[File]("file"),
	member[Status]("status", Chunk, ""),
	member[ContinueStep]("continue_step", Chunk, ""),
	member[StepUpdate]("step_update", Chunk, ""),
	member[DeepSearchUpdate]("deepSearch_update", Chunk, ""),
	member[Meta]("meta", Chunk, ""),
	member[Failure]("error", Named, "error"), // "timeout" for the code of a timeout
	member[Revoke]("revoke", Named, "message_revoke"),
	member[Cutoff]("cutoff", Named, "message_cutoff"),
	member[SpeechType]("speechType", Named, "speech_type"),
	member[Reset]("reset", Named, "reset"),
	member[Plugin]("plugin", Marker, "[plugin: ID]"),
	member[MsgIndex]("msgIndex", Marker, "[MSGINDEX:N]"),
	member[TraceID]("traceId", Marker, "[TRACEID:ID]"),
	member[Done]("done", Marker, "[DONE]"),
	member[SensitiveEnd]("sensitive", Marker, "[SENSITIVE]"),
	member[Entry]("entry", Marker, "[ENTRY]"),
	member[Unreadable]("unreadable", Local, ""),
}

// Union lists the members of the union in a fixed order.
func Union() []Member { return append([]Member(nil), union...) }

var (
	memberOf = map[reflect.Type]*Member{} // by Go type
	chunks   = map[string]*Member{}       // by the wire's "type"
)

func init() {
	for i := range union {
		m := &union[i]
		memberOf[m.Type] = m
		if m.Form == Chunk {
			chunks[m.Name] = m
		}
	}
}

// States are all states of a message, in a fixed order.
var States = []State{Running, StateDone, Sensitive, StateError, ManualStop, Interrupt}

// Kinds are all kinds of a message, in a fixed order.
var Kinds = []Kind{
	KindText, KindStatus, KindSearchWithText, KindReasoner, KindDeepThink, KindDeepSearch,
	KindImageText, KindCard, KindOutline, KindDocCard, KindMeetingBot,
}

// TextKinds are the kinds without an event of their own: chunks of these types
// are Text with a Kind.
var TextKinds = []Kind{KindImageText, KindCard, KindOutline, KindDocCard, KindMeetingBot}

// KeptKinds are the kinds that the kind text does not override.
var KeptKinds = []Kind{KindCard, KindDeepThink, KindReasoner}

// PartStates are all states of a part, in a fixed order.
var PartStates = []PartState{PartInput, PartWaiting, PartRunning, PartDone, PartFailed, PartDeclined}

// Verifications are the values of Doc.Verified: the page was read and the quote
// stands on it, or there is only what a search said of it.
var Verifications = []string{"checked", "unchecked"}

// StepCodes are the sentences of steps that a client may have in its reader's
// language, with what their Args say in this order. A last name "names" stands
// for any number of Args: all from there on. "more" beside it is how many
// further names there are that are not listed.
var StepCodes = map[string][]string{
	"read":      {"name"},                   // a file is read
	"unread":    {"name", "reason"},         // a file could not be read
	"library":   {},                         // the person's files are looked through
	"find":      {"query"},                  // something is looked for in files
	"search":    {"query"},                  // something is looked for on the web
	"open":      {"name"},                   // a page of the web is read
	"left":      {"count"},                  // rounds before the question that the model is not given
	"instead":   {"reason"},                 // the built-in engine stands in for the model that is set up
	"web":       {},                         // the web is searched
	"asof":      {"date"},                   // the pages are as they were on a day
	"unlinked":  {},                         // no source of web search is set, so that what the person has is searched
	"truncated": {},                         // the model's server has left out a part of what it was sent
	"none":      {},                         // no passage of the files fits
	"more":      {"count"},                  // further files are read
	"garbled":   {"name", "pages"},          // pages of a file hold gibberish and were left out
	"unheard":   {"name"},                   // a sound or film was not read
	"unseen":    {"name"},                   // the model cannot look at a picture
	"unlooked":  {"name"},                   // a picture could not be opened
	"toomany":   {"count", "more", "names"}, // one answer reads so many files, and did not read the named ones
	"nottaken":  {"count", "more", "names"}, // so many files were summed up, and the named ones were not
	"notseen":   {"count", "more", "names"}, // so many pictures were looked at, and the named ones were not
	"said":      {"cn", "tw", "en"},         // any sentence, in each language
}

// FileTypes are the display types of an attachment; any other counts as "file".
var FileTypes = []string{"image", "video", "audio", "pdf", "txt", "doc", "ppt", "excel", "code", "file"}
