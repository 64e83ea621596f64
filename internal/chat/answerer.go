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

// Answerer decides how the answers of an agent or a project are made. Those of
// Options.Answerers are asked in their order, once a turn, before anything is
// stored.
type Answerer interface {
	// Answer writes into a what the agent or the project of the turn wants. It
	// changes nothing where the turn names none of its own. It fails with
	// errs.NotFound when the asker may not use the one that is named.
	Answer(ctx context.Context, ask AnswererAsk, a *Assistant) error
}

// AnswererAsk says which agent and project a turn belongs to.
type AnswererAsk struct {
	Owner     string // the asker; empty: somebody who has no identity yet
	AgentID   string // never empty
	ProjectID string // empty: none
	CID       string // empty: it is asked whether the agent exists
	Locale    string
	Channel   string // of the container; empty: not known
}

// Assistant is who answers a turn. Before the first Answerer it is the plain
// assistant with all tools and gatherers.
type Assistant struct {
	Known    bool           // somebody knows the agent
	Profile  answer.Profile // Instructions stand behind the system words and before the asker's own wishes
	System   string         // in place of the general system words; empty: those
	Choice   request.Choice // the model; the zero value: the one that the asker chose
	Default  request.Choice // the model of who has chosen none
	ChatType string         // chat mode; empty: that of the conversation
	// Started is called when the answer begins to be made; begun says whether the
	// conversation begins with it, private that nothing of it may be noted. nil:
	// nobody wants to know.
	Started func(ctx context.Context, begun, private bool)
}

// AgentCard is what lists of conversations show of an agent.
type AgentCard struct {
	Name   string
	Avatar string // address of a picture; empty: it is drawn from the name
}

// assistant finds who answers. An agent that nobody knows is errs.NotFound.
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

// exists fails with errs.NotFound for an agent that nobody knows.
func (s *Service) exists(ctx context.Context, owner, agentID string) error {
	if s.isDefault(agentID) {
		return nil
	}
	_, err := s.assistant(ctx, AnswererAsk{Owner: owner, AgentID: agentID})
	return err
}

// isDefault reports whether an agent id means the plain assistant.
func (s *Service) isDefault(agentID string) bool {
	return agentID == "" || agentID == s.DefaultAgent || slices.Contains(s.DefaultAgents, agentID)
}

// answerer is the assistant of a turn. Of a conversation whose agent is gone,
// only new answers are refused, with an error that says why.
func (s *Service) answerer(ctx context.Context, t turn) (Assistant, error) {
	a, err := s.assistant(ctx, AnswererAsk{
		Owner: t.OwnerID, AgentID: t.agentID, ProjectID: t.projectID, CID: t.CID, Locale: t.Locale, Channel: t.Channel,
	})
	if errs.Is(err, errs.NotFound) && !t.isNew {
		err = errs.New(errs.AgentGone)
	}
	return a, err
}

// maxMentioned is how many agents that a question mentions are looked for.
const maxMentioned = 5

// mentioned gives the first agent of a list of ids that an owner may use; empty: none.
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
