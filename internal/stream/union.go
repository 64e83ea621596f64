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
	Event string // the event: line of a named event
	Type  reflect.Type
	parse func(data []byte) (Event, error) // of a JSON body; nil when there is none
}

func member[T Event](name string, form Form, event string) Member {
	return Member{
		Name: name, Form: form, Event: event, Type: reflect.TypeFor[T](),
		parse: func(data []byte) (Event, error) {
			var v T
			err := json.Unmarshal(data, &v)
			return v, err
		},
	}
}

var union = []Member{
	member[Text]("text", Chunk, ""),
	member[Think]("think", Chunk, ""),
	member[Status]("status", Chunk, ""),
	member[Reasoner]("reasoner", Chunk, ""),
	member[SearchWithText]("search_with_text", Chunk, ""),
	member[SearchGuid]("searchGuid", Chunk, ""),
	member[Step]("step", Chunk, ""),
	member[ContinueStep]("continue_step", Chunk, ""),
	member[Progress]("progress", Chunk, ""),
	member[DeepSearch]("deepSearch", Chunk, ""),
	member[Replace]("replace", Chunk, ""),
	member[MultiAnswer]("multiAnswer", Chunk, ""),
	member[Meta]("meta", Chunk, ""),
	member[File]("file", Chunk, ""),
	member[Failure]("error", Named, "error"),
	member[Revoke]("revoke", Named, "message_revoke"),
	member[Cutoff]("cutoff", Named, "message_cutoff"),
	member[SpeechType]("speechType", Named, "speech_type"),
	member[Reset]("reset", Named, "reset"),
	member[Plugin]("plugin", Marker, ""),
	member[MsgIndex]("msgIndex", Marker, ""),
	member[TraceID]("traceId", Marker, ""),
	member[Done]("done", Marker, ""),
	member[SensitiveEnd]("sensitive", Marker, ""),
	member[Entry]("entry", Marker, ""),
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

// Kinds are all kinds of a message, in a fixed order.
var Kinds = []Kind{
	KindText, KindStatus, KindSearchWithText, KindReasoner, KindDeepThink, KindDeepSearch,
	KindImageText, KindCard, KindOutline, KindDocCard, KindMeetingBot,
}

// textKinds are the kinds without an event of their own: chunks of these types
// are Text with a Kind.
var textKinds = []Kind{KindImageText, KindCard, KindOutline, KindDocCard, KindMeetingBot}

// keptKinds are the kinds that the kind text does not override.
var keptKinds = []Kind{KindCard, KindDeepThink, KindReasoner}

// FileTypes are the display types of an attachment; any other counts as "file".
var FileTypes = []string{"image", "video", "audio", "pdf", "txt", "doc", "ppt", "excel", "code", "file"}
