package stream

import (
	"encoding/json"
	"reflect"
)

// Form is the form of an event on the wire.
type Form string

// The forms.
const (
	Chunk  Form = "chunk"  // a JSON object; "type" is its first key
	Named  Form = "named"  // the line `event:` contains the name, the line `data:` the fields (of SpeechType: a plain word)
	Marker Form = "marker" // a plain word in brackets
	Local  Form = "local"  // created by a decoder, never sent
)

// Member describes one event of the union. The table `union` below has the names for
// api/stream/schema.json and for the types of the page. The encoder and the decoder take the names of
// most chunks from it, and the encoder also takes the names of named events. Other code repeats names:
// decodeFrame those of named events, appendData and decodeMarker those of markers.
type Member struct {
	Name  string // the event's "type" in schema.json and TypeScript, except for File; for most chunks also on the wire
	Form  Form
	Wire  string // of a named event: the value of the line `event:`; of a marker: its word in brackets; otherwise empty
	Item  bool   // a message's content can contain the event
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
	item[Card]("card"), // a chunk of this type that lacks its id or its kind is a Text of KindCard
	item[Replace]("replace"),
	item[MultiAnswer]("multiAnswer"),
	item[File]("file"),
	member[Status]("status", Chunk, ""),
	member[ContinueStep]("continue_step", Chunk, ""),
	member[StepUpdate]("step_update", Chunk, ""),
	member[DeepSearchUpdate]("deepSearch_update", Chunk, ""),
	member[Meta]("meta", Chunk, ""),
	member[Failure]("error", Named, "error"), // sent as "timeout" if its code is errs.Timeout
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

// States lists all states of a message, in a fixed order.
var States = []State{Running, StateDone, Sensitive, StateError, ManualStop, Interrupt}

// Kinds lists all kinds of a message, in a fixed order.
var Kinds = []Kind{
	KindText, KindStatus, KindSearchWithText, KindReasoner, KindDeepThink, KindDeepSearch,
	KindImageText, KindCard, KindOutline, KindDocCard, KindMeetingBot,
}

// TextKinds are the kinds that can be the type of a chunk. Such a chunk is decoded as a Text with this
// Kind. The exception is a chunk of type card that has an id and a kind: it is decoded as a Card.
var TextKinds = []Kind{KindImageText, KindCard, KindOutline, KindDocCard, KindMeetingBot}

// KeptKinds are the kinds of a message that are not replaced by KindText.
var KeptKinds = []Kind{KindCard, KindDeepThink, KindReasoner}

// PartStates lists all states of a part, in a fixed order.
var PartStates = []PartState{PartInput, PartWaiting, PartRunning, PartDone, PartFailed, PartDeclined}

// Verifications are the values of Doc.Verified. "checked" means that the page was read and contains the
// quote; "unchecked" means that only the search result is known.
var Verifications = []string{"checked", "unchecked"}

// StepCodes maps the code of a step's sentence to the meanings of the step's Args, in order. A client
// may show these sentences in its reader's language. If the last meaning is "names", it applies to all
// further Args; "more" is then the number of names that are not listed.
var StepCodes = map[string][]string{
	"read":      {"name"},                   // a file is read
	"unread":    {"name", "reason"},         // a file could not be read
	"library":   {},                         // the user's files are searched
	"find":      {"query"},                  // a search in files
	"search":    {"query"},                  // a search on the web
	"open":      {"name"},                   // a web page is read
	"left":      {"count"},                  // earlier rounds were not sent to the model
	"instead":   {"reason"},                 // the built-in engine answers instead of the configured model
	"web":       {},                         // the web is searched
	"asof":      {"date"},                   // the pages are used as they were on a day
	"unlinked":  {},                         // no web search source is configured, so the user's own data is searched
	"truncated": {},                         // the model's server has dropped a part of its input
	"none":      {},                         // no passage in the files matches the question
	"more":      {"count"},                  // further files are read
	"garbled":   {"name", "pages"},          // pages of a file contain garbled text and were left out
	"unheard":   {"name"},                   // an audio or video file was not read
	"unseen":    {"name"},                   // the model cannot process a picture
	"unlooked":  {"name"},                   // a picture could not be opened
	"toomany":   {"count", "more", "names"}, // one answer reads at most count files; the files in names were not read
	"nottaken":  {"count", "more", "names"}, // at most count files were summarised; the files in names were left out
	"notseen":   {"count", "more", "names"}, // at most count pictures were used; the pictures in names were left out
	"said":      {"cn", "tw", "en"},         // any sentence, in each language
}

// FileTypes are the display types of an attachment; any other type is sent as "file".
var FileTypes = []string{"image", "video", "audio", "pdf", "txt", "doc", "ppt", "excel", "code", "file"}
