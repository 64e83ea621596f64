package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/chat/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/export/card"
	"github.com/wenqu-ai/wenqu/internal/export/html"
	"github.com/wenqu-ai/wenqu/internal/export/pdf"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/plot"
	"github.com/wenqu-ai/wenqu/internal/share"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// newShares creates the service of shares from the services of other domains.
func (s *services) newShares(a *App) {
	s.shares = share.New(share.Options{
		DB: a.main, Conversations: sharedTalks{s.chats}, Open: s.openShared,
		HTML: func(markdown string, cite func(int) string) string { return html.Write(markdown, cite) },
		FileID: func(url string) string {
			id, ours := strings.CutPrefix(url, contentURL)
			if !ours || strings.ContainsAny(id, "/?#") {
				return ""
			}
			return id
		},
		Chart: drawnChart,
		Rules: s.sharedRules(a), Draws: pdf.HasFont(), Away: a.accounts.Away, Write: s.writeShared, Draw: s.drawCard,
		Note: func(ctx context.Context, shareID, act string) error {
			asker := httpapi.AskerOf(ctx).Addr
			by := admin.Actor{ID: httpapi.From(ctx).ID, Network: httpapi.Network(asker), Addr: asker}
			return s.admins.Note(ctx, by, admin.ReviewShare, shareID, act)
		},
		Key: []byte(a.accounts.Key("share")), Brand: a.config.BrandName, Agent: a.config.DefaultAgent, Now: time.Now, Log: slog.Default(),
	})
}

// Widths of a chart on a share's page, in pixels: for phones, and for wider screens. The page's
// styles display the fitting chart.
const (
	narrowChart = 320
	wideChart   = 640
)

// drawnChart draws a chart for a share's page.
func drawnChart(data json.RawMessage, locale, label string) string {
	c, err := plot.Parse(data)
	if err != nil {
		return ""
	}
	return c.SVG(narrowChart, locale, label, "chart narrow") + c.SVG(wideChart, locale, label, "chart wide")
}

type shareDomain struct{ *share.Service }

// viewsPause is the pause between two writes of view counts.
const viewsPause = 3 * time.Second

func (d shareDomain) Timers() []Timer { return []Timer{{viewsPause, d.StoreViews}} }

// sharedRules returns a function that reads an owner's content rules. This function returns a second
// function, which applies these rules to a text.
func (s *services) sharedRules(a *App) func(ctx context.Context, owner, traceID string) func(string) (string, bool) {
	of := a.filterFor(s.rules)
	return func(ctx context.Context, owner, traceID string) func(string) (string, bool) {
		rules := of(ctx, owner)
		at := answer.At{TraceID: traceID, Part: "share"}
		return func(text string) (string, bool) { return rules.Check(at, text) }
	}
}

// openShared opens a file of an owner's library for readers of a share.
func (s *services) openShared(ctx context.Context, owner, fileID string) (share.Content, error) {
	f, d, err := s.documents.Open(ctx, owner, fileID)
	if err != nil {
		return share.Content{}, err
	}
	return share.Content{ReadSeekCloser: f, Name: d.Name, Type: d.MIME, Tag: d.Hash}, nil
}

// writeShared exports a share as a file.
func (s *services) writeShared(ctx context.Context, p share.Paper) (share.Written, error) {
	t := export.Transcript{Title: p.Title}
	for _, r := range p.Rounds {
		round := export.Round{Question: r.Question, Answer: r.Answer, ModelID: r.Model}
		for _, f := range r.Files {
			round.Files = append(round.Files, f.Name)
		}
		t.Rounds = append(t.Rounds, round)
	}
	f, err := s.exports.Collected(ctx, t, export.Order{Format: export.Format(p.Format), Locale: p.Locale, Zone: p.Zone})
	return share.Written(f), err
}

// drawCard draws a preview picture in a worker process, because the font needs much memory.
func (s *services) drawCard(ctx context.Context, p share.Picture) ([]byte, error) {
	body, err := json.Marshal(card.Card(p))
	if err != nil {
		return nil, err
	}
	png, err := s.writers.Call(ctx, cardTask, body)
	if _, ended := parse.CodeOf(err); ended {
		return nil, errs.Wrap(errs.ExportSlow, err)
	}
	return png, err
}

// sharedTalks implements the shares' interface for conversations: it reads shared conversations
// and creates conversations from shares.
type sharedTalks struct{ chats *chat.Service }

// maxTalk is the maximum number of bytes of text read from a conversation for a share.
const maxTalk = 20 << 20

func (t sharedTalks) Talk(ctx context.Context, owner, cid string) (share.Talk, error) {
	transcript, err := t.chats.Transcript(ctx, chat.Key{OwnerID: owner, CID: cid}, maxTalk)
	if err != nil {
		return share.Talk{}, err
	}
	out := share.Talk{CID: transcript.CID, Title: transcript.Title, Temporary: transcript.Temporary}
	for _, r := range transcript.Rounds {
		one := share.Said{
			Round: share.Round{Question: r.Question, Answer: r.Answer, Model: r.ModelID}, Index: r.Index, Hidden: r.QuestionHidden || r.Answer.Hidden,
		}
		for _, f := range r.Attached {
			one.Files = append(one.Files, share.File{ID: f.ID, Name: f.FileName, Type: f.FileType, Size: f.Size})
		}
		out.Rounds = append(out.Rounds, one)
	}
	return out, nil
}

// Copy creates a conversation of the owner from the rounds of a share.
func (t sharedTalks) Copy(ctx context.Context, owner, title string, rounds []share.Round) (string, error) {
	a := archive.Conversation{CID: id.New(), Title: title, CreatedAt: time.Now().UnixMilli(), Leaf: 2 * len(rounds)}
	for i, r := range rounds {
		asked := archive.Message{Index: 2*i + 1, Parent: 2 * i, Human: true, Prompt: r.Question, CreatedAt: a.CreatedAt}
		for _, f := range r.Files {
			asked.Files = append(asked.Files, archive.File{Name: f.Name})
		}
		v := archive.Version{Model: r.Model, State: r.Answer.State}
		if v.State == "" || v.State == stream.Running {
			v.State = stream.Interrupt
		}
		v.Fill(r.Answer)
		a.Messages = append(a.Messages, asked, archive.Message{Index: 2*i + 2, Parent: 2*i + 1, CreatedAt: a.CreatedAt, Versions: []archive.Version{v}})
	}
	made, err := t.chats.Import(ctx, owner, a)
	if err == nil && !made {
		err = errs.New(errs.StorageFail) // a conversation with the new id already exists
	}
	return a.CID, err
}
