package chat

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Answerer decides how an agent or a project answers. The Answerers of Options are called one after the
// other: before a turn is stored, for a Composition, and to check whether an agent exists.
type Answerer interface {
	// Answer changes `a` as the agent or project of the turn requires. It changes nothing when the turn
	// has no agent or project of this Answerer. When the asker may not use the agent, Answer leaves
	// a.Known false. When the project does not exist, Answer fails with errs.NotFound.
	Answer(ctx context.Context, ask AnswererAsk, a *Assistant) error
}

// AnswererAsk identifies the agent and the project of a turn.
type AnswererAsk struct {
	Owner     string // the asker or, in a project, the project; empty: a person without an identity yet
	AuthorID  string // the asker if the owner is a project; otherwise empty
	AgentID   string // empty: the plain assistant
	ProjectID string // empty: none
	CID       string // empty: the caller only checks whether the agent exists
	Locale    string
}

// Assistant states how a turn is answered. Before the first Answerer is called, it is the plain
// assistant with all tools and gatherers.
type Assistant struct {
	Known    bool           // the agent exists, and the asker may use it
	Profile  answer.Profile // the profile of the answer; its Instructions come after the system prompt and before the asker's custom instructions
	System   string         // replaces the general system prompt; empty: the general prompt is used
	Choice   request.Choice // the model; the zero value: the choice of the asker
	Default  request.Choice // the model if the asker chose no model
	ChatType string         // chat mode; empty: that of the question, or else of the conversation
	// Started is called when the answer starts. `begun` reports whether it is the first answer of the
	// conversation. `private` reports whether nothing about the answer may be recorded. Started may be
	// nil.
	Started func(ctx context.Context, begun, private bool)
}

// AgentCard contains the name and the picture of an agent for lists of conversations.
type AgentCard struct {
	Name   string
	Avatar string // address of a picture; empty: clients draw a picture from the name
}

// assistant returns how a turn is answered. It fails with errs.NotFound when the project does not
// exist. It also fails with errs.NotFound for an agent other than the plain assistant if no Answerer
// lets the asker use the agent.
func (s *Service) assistant(ctx context.Context, ask AnswererAsk) (Assistant, error) {
	a := Assistant{Profile: s.profile(), Known: s.isDefault(ask.AgentID)}
	for _, answerer := range s.Answerers {
		if err := answerer.Answer(ctx, ask, &a); err != nil {
			return Assistant{}, stored(err)
		}
	}
	if !a.Known {
		return Assistant{}, notFound()
	}
	return a, nil
}

// exists fails with errs.NotFound unless the agent is the plain assistant or an Answerer lets
// the owner use it.
func (s *Service) exists(ctx context.Context, owner, agentID string) error {
	if s.isDefault(agentID) {
		return nil
	}
	_, err := s.assistant(ctx, AnswererAsk{Owner: owner, AgentID: agentID})
	return err
}

// isDefault reports whether an agent id identifies the plain assistant.
func (s *Service) isDefault(agentID string) bool {
	return agentID == "" || agentID == s.DefaultAgent || slices.Contains(s.DefaultAgents, agentID)
}

// answerer calls `assistant` for a turn. In an existing conversation, it fails with errs.AgentGone
// instead of errs.NotFound when the asker may no longer use the agent or the project.
func (s *Service) answerer(ctx context.Context, t turn) (Assistant, error) {
	a, err := s.assistant(ctx, AnswererAsk{
		Owner: t.OwnerID, AuthorID: t.AuthorID, AgentID: t.agentID, ProjectID: t.projectID, CID: t.CID, Locale: t.Locale,
	})
	if errs.Is(err, errs.NotFound) && !t.isNew {
		err = errs.New(errs.AgentGone)
	}
	return a, err
}

// maxMentioned bounds how many agents mentioned in a question are looked up.
const maxMentioned = 5

// mentioned looks at the first maxMentioned ids of `list`, and skips the plain assistant. It returns
// the first agent usable by the owner, or "" if there is no such agent.
func (s *Service) mentioned(ctx context.Context, owner string, list json.RawMessage) (string, error) {
	ids := lenient.Strings(list)
	for _, id := range ids[:min(len(ids), maxMentioned)] {
		if s.isDefault(id) || !agentPattern.MatchString(id) {
			continue
		}
		err := s.exists(ctx, owner, id)
		if err == nil {
			return id, nil
		}
		if !errs.Is(err, errs.NotFound) {
			return "", err
		}
	}
	return "", nil
}
