package app

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/tool"
	"github.com/wenqu-ai/wenqu/internal/tool/chart"
	"github.com/wenqu-ai/wenqu/internal/tool/newfile"
	"github.com/wenqu-ai/wenqu/internal/tool/sandbox"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// toolDomain contains the operator's settings of all tools. It also provides the tools that belong to
// no other domain.
type toolDomain struct {
	*tool.Service
	services *services
}

func (d toolDomain) Tools() []answer.Tool {
	return []answer.Tool{
		chart.Tool(),
		newfile.Tool(newfile.Ports{Paper: d.services.paper, Write: d.services.makeFile, Keep: d.services.keepFile}),
		sandbox.Tool(sandbox.Ports{Run: d.services.runProgram, Files: d.services.programFiles, Keep: d.services.keepWritten}),
	}
}

func (s *services) newTools(a *App) {
	s.programs, s.compiled = worker.New(worker.Options{Base: sandbox.Time + programSlack, Memory: programMemory}), parserCache(a.config.Data)
	s.tools = tool.New(tool.Options{
		Tools:    func() []answer.Tool { return s.answers.Tools },
		RoleOf:   func(ctx context.Context, owner string) tool.Role { return a.roleOf(ctx, owner) },
		Consents: consents{s},
		Title: func(ctx context.Context, owner, cid string) string {
			title, _ := s.chats.TitleOf(ctx, chat.Key{OwnerID: owner, CID: cid}) // empty for a deleted conversation
			return title
		},
	})
}

// roleOf returns the role of an owner of answers. A project has the role of users, because its
// members have accounts. An owner whose account does not exist or cannot be read has the role of
// visitors.
func (a *App) roleOf(ctx context.Context, owner string) tool.Role {
	if strings.HasPrefix(owner, project.Prefix) {
		return tool.User
	}
	u, err := a.accounts.User(ctx, owner)
	switch {
	case err != nil:
		return tool.Visitor
	case u.Role == account.Admin:
		return tool.Admin
	}
	return tool.User
}

// consents implements the tool service's interface for remembered consents.
type consents struct{ s *services }

func (c consents) Remembered(ctx context.Context, owner string) ([]answer.Remembered, error) {
	return c.s.answers.Remembered(ctx, owner, func(cid string) bool {
		at, err := c.s.chats.FindAnswer(ctx, chat.AnswerPlace{Key: chat.Key{OwnerID: owner, CID: cid}})
		if err != nil || c.s.agents.Plain(at.AgentID) {
			return false
		}
		a, err := c.s.agents.Get(ctx, owner, at.AgentID, "")
		return err != nil || profileOf(a, owner, answer.Profile{}).Foreign
	})
}

func (c consents) TakeBack(ctx context.Context, owner, cid, kept string) error {
	return c.s.answers.TakeBack(ctx, owner, cid, kept)
}
