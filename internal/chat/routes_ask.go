package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/run"
)

const eventStream = "text/event-stream"

// Asking contains the common fields of all requests for an answer.
type Asking struct {
	ChatModelID            string          `json:"chatModelId,omitempty" doc:"unknown or absent: the default model; meta says which one answered"`
	ChatModelExtInfo       json.RawMessage `json:"chatModelExtInfo,omitempty" doc:"a JSON string, or an object: modelId, subModelId, supportFunctions, internetSearch"`
	SupportFunctions       json.RawMessage `json:"supportFunctions,omitempty" doc:"function ids: a list, or an object"`
	ChatSubModelID         json.RawMessage `json:"chatSubModelId,omitempty" doc:"the thinking mode of the model"`
	SupportInternetSearch  json.RawMessage `json:"supportInternetSearch,omitempty" doc:"true: search the web"`
	InternetSearch         json.RawMessage `json:"internetSearch,omitempty" doc:"function id of how to search"`
	PreviousInternetSearch json.RawMessage `json:"previousInternetSearch,omitempty" doc:"how the question before was searched; counts where nothing else says it"`
	Options                json.RawMessage `json:"options,omitempty" doc:"an object that may hold chatModelId, chatSubModelId, supportInternetSearch, internetSearch and previousInternetSearch"`
	SupportHint            json.RawMessage `json:"supportHint,omitempty" doc:"false: no follow-up questions come with the answer"`
	OffsetOfHour           json.RawMessage `json:"offsetOfHour,omitempty" doc:"the asker's distance from UTC in hours"`
	TraceID                string          `json:"traceId,omitempty" doc:"recognises a repeated request for 24 h, where there is no X-Request-Id"`
}

func (a Asking) choice() request.Choice {
	var o request.AskOptions
	_ = json.Unmarshal(a.Options, &o) // a value that is not an object contains no options
	return request.ParseChoice(a.ChatModelID, a.ChatModelExtInfo, a.SupportFunctions).With(request.AskOptions{
		ChatSubModelID: a.ChatSubModelID, SupportInternetSearch: a.SupportInternetSearch,
		InternetSearch: a.InternetSearch, PreviousInternetSearch: a.PreviousInternetSearch,
	}).With(o)
}

func (a Asking) asker(ctx context.Context, requestID string) Asker {
	return Asker{
		RequestID: cmp.Or(requestID, a.TraceID),
		TraceID:   httpapi.TraceID(ctx),
		Locale:    httpapi.Locale(ctx),
		AuthorID:  httpapi.AuthorOf(ctx),
		Network:   httpapi.Network(httpapi.AskerOf(ctx).Addr),
		Zone:      lenient.Zone(a.OffsetOfHour),
		Unhinted:  lenient.False(a.SupportHint),
	}
}

// AskBody is the chat request of docs/protocol.md, section 4. Only prompt is required, and it may be
// empty if there are attachments. Unknown fields are ignored.
type AskBody struct {
	Asking
	request.DeepSearchFields
	Prompt            string          `json:"prompt" doc:"the question, at most 200,000 characters"`
	DisplayPrompt     string          `json:"displayPrompt,omitempty" doc:"what to show of it"`
	AgentID           string          `json:"agentId,omitempty"`
	ApplicationIDList json.RawMessage `json:"applicationIdList,omitempty" doc:"ids of agents that the question mentions. When a conversation with the plain assistant begins, the first of them that the asker may use answers"`
	Multimedia        json.RawMessage `json:"multimedia,omitempty" doc:"attachments: id or url of a stored file of the asker's own; what else is said of it counts for nothing. Absent in an edit: the files of the edited question stay"`
	ParsingPromptURL  json.RawMessage `json:"parsingPromptUrl,omitempty" doc:"addresses of stored files, which are attachments, or of pages of the web, which become part of the question"`
	Plugin            string          `json:"plugin,omitempty" doc:"Adaptive, or empty"`
	SkillID           string          `json:"skillId,omitempty"`
	ChatSource        json.RawMessage `json:"chatSource,omitempty"`
	ProjectID         string          `json:"projectId,omitempty"`
	ChatType          json.RawMessage `json:"chatType,omitempty" doc:"the chat mode, a string or a number: 300 AI search, 301 document analysis"`
	IsTemporary       bool            `json:"isTemporary,omitempty" doc:"with the first question: the conversation leaves nothing behind"`
	HintPromptTraceID string          `json:"hintPromptTraceId,omitempty" doc:"trace id of the answer whose hint this is"`
	ReportExtParams   json.RawMessage `json:"reportExtParams,omitempty" doc:"isHotRecommand: asked by a good-question card"`
	ExtReportParams   json.RawMessage `json:"extReportParams,omitempty" doc:"the same as reportExtParams"`
	EditIndex         int             `json:"editIndex,omitempty" doc:"our own: the question that this one replaces; it opens a branch"`
	AfterIndex        int             `json:"afterIndex,omitempty" doc:"our own: index of the newest message that the asker sees. 21006 (409): it is not on the branch shown now; 20004 (404): the conversation does not exist. An edit ignores it"`
}

// skill returns the requested skill; a chatSource that is not a number is the name of a skill.
func (b AskBody) skill() string {
	source, _ := lenient.String(b.ChatSource)
	if _, err := strconv.Atoi(source); err == nil {
		source = ""
	}
	return cmp.Or(b.SkillID, b.Plugin, source)
}

type chatInput struct {
	CID       string `path:"cid"`
	RequestID string `header:"X-Request-Id"`
	Channel   string `header:"channel" doc:"the container; absent: by the User-Agent"`
	UserAgent string `header:"User-Agent"`
	Body      AskBody
}

// chatByBodyInput is a chat request whose address names no conversation.
type chatByBodyInput struct {
	RequestID string `header:"X-Request-Id"`
	Channel   string `header:"channel" doc:"the container; absent: by the User-Agent"`
	UserAgent string `header:"User-Agent"`
	Body      struct {
		AskBody
		Which
	}
}

type repeatInput struct {
	CID       string `path:"cid"`
	RequestID string `header:"X-Request-Id"`
	Body      struct {
		Asking
		Place
	}
}

// continueInput asks for an answer to a question of the conversation named by the body.
type continueInput struct {
	RequestID string `header:"X-Request-Id"`
	Body      struct {
		Asking
		Place
	}
}

type attachInput struct {
	CID         string `path:"cid"`
	From        string `query:"from" doc:"the number of the last frame received; 0 for all"`
	MsgID       string `query:"msgid" doc:"the answer; absent: the newest one"`
	LastEventID string `header:"Last-Event-ID" doc:"the same as from"`
}

// asks returns an operation that makes an answer.
func asks(path, summary string) httpapi.Op {
	op := owned("POST", path, summary)
	op.MaxBody, op.Question = maxChatBody, true
	return op
}

// maxChatBody is the maximum size of a request body, in bytes. It leaves room for MaxPrompt characters
// of 4 bytes in prompt, and for as many characters in displayPrompt.
const maxChatBody = 2 << 20

func (s *Service) askRoutes(r *httpapi.Router) {
	httpapi.Raw(r, asks("/api/chat/{cid}", "Ask a question and read the answer").Naming(httpapi.NoFile).Acting(httpapi.Editor), eventStream, s.askRoute)
	httpapi.Raw(r, asks("/api/chat", "Ask a question in the conversation named by the body, or in a new one").Naming(httpapi.NoFile).Acting(httpapi.Editor), eventStream,
		func(ctx context.Context, in *chatByBodyInput, w httpapi.ResponseWriter) error {
			cid := cmp.Or(in.Body.key("").CID, NewID())
			return s.askRoute(ctx, &chatInput{CID: cid, RequestID: in.RequestID, Channel: in.Channel, UserAgent: in.UserAgent, Body: in.Body.AskBody}, w)
		})
	repeat := func(ctx context.Context, a Again, _ int) (*run.Run, error) { return s.Repeat(ctx, a) }
	httpapi.Raw(r, asks("/api/chat/repeat/{cid}", "Make another version of an answer").Naming(httpapi.Unknown).Acting(httpapi.Editor), eventStream,
		func(ctx context.Context, in *repeatInput, w httpapi.ResponseWriter) error {
			k := Key{httpapi.From(ctx).ID, in.CID}
			return s.answerAgain(ctx, w, repeat, k, in.Body.Asking, in.Body.Place, in.RequestID)
		})
	httpapi.Raw(r, asks("/api/chat/repeat", "Make another version of an answer of the conversation named by the body").Naming(httpapi.Unknown).Acting(httpapi.Editor), eventStream,
		func(ctx context.Context, in *continueInput, w httpapi.ResponseWriter) error {
			k := in.Body.key(httpapi.From(ctx).ID)
			return s.answerAgain(ctx, w, repeat, k, in.Body.Asking, in.Body.Place, in.RequestID)
		})
	httpapi.Raw(r, asks(conversation+"continue", "Go on with an answer that is not whole").Naming(httpapi.Unknown).Acting(httpapi.Editor), eventStream,
		func(ctx context.Context, in *continueInput, w httpapi.ResponseWriter) error {
			k := in.Body.key(httpapi.From(ctx).ID)
			return s.answerAgain(ctx, w, s.Continue, k, in.Body.Asking, in.Body.Place, in.RequestID)
		})
	httpapi.Raw(r, owned("GET", "/api/chat/{cid}/stream", "Read an answer from a frame on").Naming(httpapi.Unknown).Acting(httpapi.Reader), eventStream, s.attach)

	httpapi.Route(r, owned("POST", "/api/chat/{cid}/tools/{id}", "Allow or decline a tool that waits for consent").Naming(httpapi.Unknown).Acting(httpapi.Editor), s.decide)

	stop := func(ctx context.Context, owner string, in Which) (done, error) {
		_, err := s.Stop(ctx, in.key(owner))
		return done{}, err
	}
	post(r, owned("POST", "/api/stop/chat", "Stop the running answer").Naming(httpapi.Unknown).Acting(httpapi.Editor), stop)
	post(r, owned("POST", "/api/stop/conversation", "Stop the running answer").Naming(httpapi.Unknown).Acting(httpapi.Editor), stop)

	for _, method := range []string{"POST", "GET"} {
		httpapi.Raw(r, open(method, "/api/generate/id", "Make an id for a conversation"), "text/plain",
			func(_ context.Context, _ *struct{}, w httpapi.ResponseWriter) error {
				_, err := io.WriteString(w, NewID())
				return err
			})
	}
}

// askRoute answers a chat request.
func (s *Service) askRoute(ctx context.Context, in *chatInput, w httpapi.ResponseWriter) error {
	b := in.Body
	a := Ask{
		Key: Key{CID: in.CID}, Asker: b.asker(ctx, in.RequestID), AgentID: b.AgentID,
		Prompt: request.WithLinks(b.Prompt, b.ParsingPromptURL), DisplayPrompt: b.DisplayPrompt, Files: request.ParseFiles(b.Multimedia, b.ParsingPromptURL), Choice: b.choice(),
		ProjectID: b.ProjectID, ChatType: lenient.Word(b.ChatType), Temporary: b.IsTemporary,
		HotCard: lenient.HotCard(b.ReportExtParams, b.ExtReportParams), HintFrom: b.HintPromptTraceID, Skill: b.skill(),
		DeepSearch: b.DeepSearchFields.Read(),
		EditIndex:  b.EditIndex, AfterIndex: b.AfterIndex, OneDocument: s.OneDocument(in.Channel, in.UserAgent),
	}
	a.OwnerID = httpapi.From(ctx).ID
	if s.isDefault(a.AgentID) {
		if mentioned, err := s.mentioned(ctx, a.OwnerID, b.ApplicationIDList); err != nil {
			return err
		} else if mentioned != "" {
			a.AgentID = mentioned
		}
	}
	if err := s.check(ctx, &a); err != nil { // checks the question before the request creates a new visitor
		return err
	}
	if a.OwnerID == "" {
		if err := s.exists(ctx, "", a.AgentID); err != nil {
			return err
		}
	}
	if a.OwnerID == "" && len(a.Files) > 0 {
		if err := s.resolve(ctx, &a); err != nil { // fails, because a new visitor has no files
			return err
		}
	}
	who, err := httpapi.Ensure(ctx)
	if err != nil {
		return err
	}
	a.OwnerID = who.ID
	started, err := s.Ask(ctx, a)
	return s.stream(ctx, w, who.ID, started, err)
}

// answerAgain is the common part of the calls repeat and continue.
func (s *Service) answerAgain(ctx context.Context, w http.ResponseWriter, use func(ctx context.Context, a Again, version int) (*run.Run, error),
	k Key, a Asking, p Place, requestID string) error {
	index, version, err := p.at(k)
	if err != nil {
		return err
	}
	started, err := use(ctx, Again{Key: k, Asker: a.asker(ctx, requestID), Index: index, Choice: a.choice()}, version)
	return s.stream(ctx, w, k.OwnerID, started, err)
}

// stream sends the answer of a run from its beginning. With errs.Busy, the headers identify the
// running answer.
func (s *Service) stream(ctx context.Context, w http.ResponseWriter, owner string, r *run.Run, err error) error {
	if r != nil {
		name(w, r.ConversationID(), r.Index())
	}
	if err != nil {
		return err
	}
	a, err := s.Read(ctx, r)
	if errs.Is(err, errs.NotFound) {
		// This is a repeated request for an old answer. Its frames were deleted.
		a, err = s.Attach(ctx, Key{owner, r.ConversationID()}, view.MessageID(r.ConversationID(), r.Index()), 0)
	}
	if err != nil {
		return err
	}
	return send(ctx, w, a)
}

func (s *Service) attach(ctx context.Context, in *attachInput, w httpapi.ResponseWriter) error {
	from := 0
	if number := cmp.Or(in.From, in.LastEventID); number != "" {
		n, err := strconv.Atoi(number)
		if err != nil {
			return badRequest("from")
		}
		from = n
	}
	a, err := s.Attach(ctx, Key{httpapi.From(ctx).ID, in.CID}, in.MsgID, from)
	if err != nil {
		return err
	}
	if a == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	name(w, in.CID, a.Index)
	return send(ctx, w, a)
}

func send(ctx context.Context, w http.ResponseWriter, a *Answer) error {
	if a.TraceID != "" {
		w.Header().Set(headerTrace, a.TraceID)
	}
	return httpapi.WriteFrames(ctx, w, a.Next)
}

type consentInput struct {
	CID  string `path:"cid"`
	ID   string `path:"id" doc:"of the tool's part in the answer"`
	Body struct {
		Allow    bool `json:"allow" doc:"false declines"`
		Remember bool `json:"remember,omitempty" doc:"allow every later call of the tool in this conversation too"`
	}
}

// ConsentTaken identifies the answer that continues.
type ConsentTaken struct {
	Code    int    `json:"code" doc:"0"`
	MsgID   string `json:"msgId" doc:"the answer that goes on"`
	Resumed bool   `json:"resumed" doc:"the answer had been interrupted and is made on now: read it by /api/chat/{cid}/stream"`
}

func (s *Service) decide(ctx context.Context, in *consentInput) (*answered[ConsentTaken], error) {
	d, err := s.Decide(ctx, Consent{
		Key:   Key{httpapi.From(ctx).ID, in.CID},
		Asker: Asking{}.asker(ctx, ""),
		Part:  in.ID, Allow: in.Body.Allow, Remember: in.Body.Remember,
	})
	if err != nil {
		return nil, err
	}
	return &answered[ConsentTaken]{ConsentTaken{MsgID: view.MessageID(in.CID, d.Index), Resumed: d.Resumed}}, nil
}
