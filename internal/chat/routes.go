package chat

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

const (
	domain       = "chat"
	conversation = "/api/user/agent/conversation/"
	session      = "/api/user/agent/session/" // older path of some calls about conversations
)

// Routes registers the calls about conversations and models.
func (s *Service) Routes(r *httpapi.Router) {
	s.askRoutes(r)
	s.listRoutes(r)
	s.manageRoutes(r)
	s.helpRoutes(r)
	s.modelList.Routes(r)
}

// owned returns an operation on the asker's own conversations.
func owned(method, path, summary string) httpapi.Op {
	return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: domain, Owner: httpapi.Mine}
}

// aside returns an operation on the asker's own conversations that is not a question, but may call a
// model or store a conversation.
func aside(path, summary string) httpapi.Op {
	op := owned("POST", path, summary)
	op.Aside = true
	return op
}

// open returns an operation with the same response for every caller.
func open(method, path, summary string) httpapi.Op {
	return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: domain, Owner: httpapi.None}
}

type input[T any] struct{ Body T }

type answered[T any] struct{ Body T }

// done is the response of a call that returns no data.
type done struct {
	Code int `json:"code" doc:"0"`
}

// post registers a call. The function `use` receives the request body and returns the response body.
func post[I, O any](r *httpapi.Router, op httpapi.Op, use func(ctx context.Context, owner string, in I) (O, error)) {
	httpapi.Route(r, op, func(ctx context.Context, in *input[I]) (*answered[O], error) {
		out, err := use(ctx, httpapi.From(ctx).ID, in.Body)
		if err != nil {
			return nil, err
		}
		return &answered[O]{out}, nil
	})
}

// Which identifies a conversation by any of the field names used by clients.
type Which struct {
	ConversationID string `json:"conversationId,omitempty"`
	CID            string `json:"cid,omitempty" doc:"the same as conversationId"`
	SessionID      string `json:"sessionId,omitempty" doc:"the older word for conversationId"`
	ID             string `json:"id,omitempty" doc:"the same as conversationId"`
}

func (w Which) key(owner string) Key {
	for _, id := range []string{w.ConversationID, w.CID, w.SessionID, w.ID} {
		if id != "" {
			return Key{owner, id}
		}
	}
	return Key{OwnerID: owner}
}

// Several identifies conversations.
type Several struct {
	Which
	ConversationIDs []string `json:"conversationIds,omitempty"`
	SessionIDs      []string `json:"sessionIds,omitempty" doc:"the older word for conversationIds"`
}

func (w Several) cids() []string {
	all := append(w.ConversationIDs, w.SessionIDs...)
	if id := w.key("").CID; id != "" {
		all = append(all, id)
	}
	return all
}

// Place identifies a message and one of its versions.
type Place struct {
	Which
	MsgID       string          `json:"msgId,omitempty" doc:"{conversationId}_{index}"`
	Index       json.RawMessage `json:"index,omitempty" doc:"the message; absent: the newest answer"`
	RepeatIndex json.RawMessage `json:"repeatIndex,omitempty" doc:"the version; absent: the one shown"`
	SpeechIndex json.RawMessage `json:"speechIndex,omitempty" doc:"the same as repeatIndex"`
}

// at returns the index, 0 when absent, and the version, -1 when absent.
func (p Place) at(k Key) (index, repeat int, err error) {
	index, repeat = int(lenient.Integer(p.Index)), -1
	if index == 0 && p.MsgID != "" {
		if index, err = view.IndexOf(k.CID, p.MsgID); err != nil {
			return 0, 0, err
		}
	}
	for _, raw := range []json.RawMessage{p.SpeechIndex, p.RepeatIndex} {
		if n, ok := lenient.Number(raw); ok {
			repeat = int(max(0, n))
		}
	}
	if index < 0 {
		return 0, 0, badRequest("index")
	}
	return index, repeat, nil
}

// Headers of an answer that is sent as a stream.
const (
	headerTrace  = "X-Traceid"
	headerAnswer = "X-Answer-Msgid"
	headerQuery  = "X-Query-Msgid"
)

// name adds the headers that identify the messages of the stream.
func name(w http.ResponseWriter, cid string, answerIndex int) {
	w.Header().Set(headerAnswer, view.MessageID(cid, answerIndex))
	w.Header().Set(headerQuery, view.MessageID(cid, answerIndex-1))
}
