package app

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

func (s *services) newProjects(a *App) {
	s.projects = project.New(project.Options{
		DB: a.main, Erase: s.eraseProject, Names: a.namesOf, Asking: s.askingIn, Bring: bringer{s}, Now: time.Now,
	})
}

// eraseProject deletes everything that a project owns, and then the row of the project. After an
// error the row still exists, so project.Service.Sweep finds it and tries again.
func (s *services) eraseProject(ctx context.Context, id string) error {
	if _, err := s.chats.DeleteAll(ctx, id, ""); err != nil { // DeleteAll also ends the running answers
		return err
	}
	var err error
	for d := range having[Forgetter](s.domains) {
		if _, itself := d.(projectDomain); !itself {
			err = errors.Join(err, d.Forget(ctx, id))
		}
	}
	if err != nil {
		return err
	}
	return s.projects.Forget(ctx, id)
}

// namesOf returns the names of accounts by id. Ids without an account are skipped.
func (a *App) namesOf(ctx context.Context, people []string) (map[string]string, error) {
	out := map[string]string{}
	for _, id := range people {
		u, err := a.accounts.User(ctx, id)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[id] = u.Name
	}
	return out, nil
}

func (s *services) askingIn(ctx context.Context, id string) ([]project.Asking, error) {
	open, err := s.runs.Asking(ctx, id)
	out := make([]project.Asking, len(open))
	for i, r := range open {
		out[i] = project.Asking{CID: r.ConversationID, Person: r.AuthorID, Since: r.StartedAt}
	}
	return out, err
}

// spacesOf returns the projects whose data a user may search.
func (s *services) spacesOf(ctx context.Context, person string) ([]search.Space, error) {
	of, err := s.projects.List(ctx, person)
	out := make([]search.Space, len(of))
	for i, p := range of {
		out[i] = search.Space{ID: p.ID, Name: p.Name}
	}
	return out, err
}

// modelOf returns the model of a project; empty for a person.
func (s *services) modelOf(ctx context.Context, owner string) (string, error) {
	if !strings.HasPrefix(owner, project.Prefix) {
		return "", nil
	}
	p, _, err := s.projects.Answering(ctx, owner)
	return p.Model, err
}

// bringer moves conversations, and copies files, from one owner to another.
type bringer struct{ services *services }

func (b bringer) Conversation(ctx context.Context, from, to, author, cid string) (title string, err error) {
	s, k := b.services, chat.Key{OwnerID: from, CID: cid}
	files, err := s.chats.FilesOf(ctx, k)
	if err != nil {
		return "", err
	}
	copies := map[string]string{}
	for _, id := range files {
		copied, _, err := b.File(ctx, from, to, id)
		if errs.Is(err, errs.NotFound) {
			continue // the file was deleted, but the conversation still contains its id
		}
		if err != nil {
			return "", err
		}
		copies[id] = copied
	}
	title, _, err = s.chats.MoveConversation(ctx, chat.ConversationMove{Key: k, To: to, Author: author, Files: copies, MoveRest: func(ctx context.Context, tx *sql.Tx, newCID string) error {
		return errors.Join(s.copies.Give(ctx, tx, from, cid, to, newCID), s.connectors.DropConversation(ctx, tx, from, cid))
	}})
	return title, err
}

func (b bringer) File(ctx context.Context, from, to, id string) (copied, name string, err error) {
	documents := b.services.documents
	f, d, err := documents.Open(ctx, from, id)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	if same, err := documents.Same(ctx, to, d.Name, d.Hash); err != nil || same != "" {
		return same, d.Name, err
	}
	made, err := documents.AddSized(ctx, to, d.Name, d.Size, f)
	return made.ID, d.Name, err
}

// projectDomain has no Empty, so Forget is called instead: a user who deletes everything also leaves
// all projects.
type projectDomain struct {
	*project.Service
	services *services
}

// Exports adds a description of the project to a project's archive, and the list of the user's
// projects to a user's archive. Neither is imported.
func (d projectDomain) Exports(to *transfer.Holdings) {
	to.Sections = append(to.Sections, transfer.Section{Name: "project", Export: func(ctx context.Context, owner string) (any, error) {
		type described struct {
			ID          string   `json:"project_id"`
			Name        string   `json:"name"`
			Sign        string   `json:"sign,omitempty"`
			Description string   `json:"description,omitempty"`
			Prompt      string   `json:"prompt,omitempty"`
			Members     []string `json:"members,omitempty"`
			Role        string   `json:"role,omitempty"`
			CreatedAt   int64    `json:"createdAt"`
		}
		of := func(p project.Project) described {
			return described{ID: p.ID, Name: p.Name, Sign: p.Sign, Description: p.Description, Prompt: p.Prompt, Role: p.Role.String(), CreatedAt: p.CreatedAt}
		}
		if p, ok, err := d.Answering(ctx, owner); err != nil || ok {
			one := of(p)
			members, e := d.Members(ctx, owner)
			for _, m := range members {
				one.Members = append(one.Members, m.Name)
			}
			return one, errors.Join(err, e)
		}
		all, err := d.List(ctx, owner)
		if err != nil || len(all) == 0 {
			return nil, err
		}
		out := make([]described, len(all))
		for i, p := range all {
			out[i] = of(p)
		}
		return out, nil
	}})
}

// memberships implements the HTTP adapter's check whether a person may act for a project.
type memberships struct{ services *services }

func (m memberships) Act(ctx context.Context, id, person string, need httpapi.ProjectRole) error {
	return m.services.projects.Act(ctx, id, person, project.RoleOf(need.String()))
}

func (m memberships) While(ctx context.Context, id, person string) (context.Context, context.CancelFunc) {
	return m.services.projects.While(ctx, id, person)
}

func (m memberships) Acted(ctx context.Context, op httpapi.Op, id, person string) {
	m.services.projects.Note(ctx, id, person, op.Call())
}

// maxProjectFiles is the maximum number of a project's files in the search of one answer. The
// newest files are searched.
const maxProjectFiles = 1000

// projectAnswerer configures answers in a project: they follow the project's prompt and use its
// files and sites. If neither the asker nor the agent chooses a model, answers come from the
// project's model.
type projectAnswerer struct {
	services *services
	rules    func(ctx context.Context, owner string) answer.Filter
}

func (p projectAnswerer) Answer(ctx context.Context, ask chat.AnswererAsk, a *chat.Assistant) error {
	if !strings.HasPrefix(ask.Owner, project.Prefix) {
		return nil
	}
	in, ok, err := p.services.projects.Answering(ctx, ask.Owner)
	if err == nil && !ok {
		err = errs.New(errs.NotFound)
	}
	if err != nil {
		return err
	}
	a.Default.ChatModelID = in.Model
	a.Profile.Instructions = strings.TrimSpace(a.Profile.Instructions + "\n\n" + p.prompt(ctx, ask, in))
	if len(in.Sites) > 0 {
		a.Profile.Knowledge = append(a.Profile.Knowledge, answer.Scope{Kind: answer.ScopeSites, IDs: in.Sites})
	}
	files, err := p.services.documents.All(ctx, ask.Owner)
	if err != nil {
		return err
	}
	var ids []string
	for _, d := range files {
		if d.State == document.Ready {
			ids = append(ids, d.ID)
		}
	}
	if ids = ids[max(0, len(ids)-maxProjectFiles):]; len(ids) > 0 {
		a.Profile.Knowledge = append(a.Profile.Knowledge, answer.Scope{Owner: ask.Owner, Kind: answer.ScopeFiles, IDs: ids})
	}
	return nil
}

// prompt returns the part of the model's prompt that contains the project's prompt. The part is empty
// when the project has no prompt, or when the content rules for the asker withhold the prompt.
func (p projectAnswerer) prompt(ctx context.Context, ask chat.AnswererAsk, of project.Project) string {
	if of.Prompt == "" {
		return ""
	}
	text, withheld := p.rules(ctx, cmp.Or(ask.AuthorID, ask.Owner)).Check(answer.At{Part: "project"}, of.Prompt)
	if withheld {
		return ""
	}
	say := in(ask.Locale)
	return say("这段对话属于项目「"+of.Name+"」。项目成员希望每个回答都遵守：", "這段對話屬於專案「"+of.Name+"」。專案成員希望每個回答都遵守：", "This conversation belongs to the project “"+of.Name+"”. Its members want every answer to follow:") + "\n" + text
}
