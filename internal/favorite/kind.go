package favorite

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kind is a kind of thing that can be saved.
type Kind string

// Values of Kind.
const (
	AnswerKind Kind = "answer" // one version of an answer
	FileKind   Kind = "file"
	PageKind   Kind = "page" // a web page, as it was read
	AgentKind  Kind = "agent"
)

// Wanted identifies a thing to save.
type Wanted struct {
	Kind      Kind
	Origin    Origin // the answer to save; for a page, the answer that cites the page. Repeat is -1 for the selected version
	ID        string // id of a file or an agent
	CopyID    string // id of the stored copy of a page; empty: no copy, and the fields below describe the page
	URL       string
	Title     string
	Site      string
	Text      string
	Published int64
}

// Ports to the domains with things that can be saved. They fail with errs.NotFound if the owner does
// not have the thing.
type (
	// Answers is the port to the answers of conversations.
	Answers interface {
		// Take returns one version of an answer. It fails with errs.TooLarge if the answer and its
		// question have more than `limit` bytes. It fails with errs.NotFound for a temporary
		// conversation, because nothing from it may be stored.
		Take(ctx context.Context, owner string, at Origin, limit int) (Taken, error)
		// Find returns the current place of an answer or, if Index is 0, of a conversation; `at` may
		// have an old id of the conversation. If the conversation belongs to a project, the owner
		// must be a member of the project.
		Find(ctx context.Context, owner string, at Origin) (Origin, error)
	}
	// Files is the port to the user's library.
	Files interface {
		Look(ctx context.Context, owner, id string) (Looked, error)
	}
	// Pages is the port to the stored copies of web pages.
	Pages interface {
		Copy(ctx context.Context, owner, id string) (Looked, error)
	}
	// Agents is the port to the agents that the owner may open.
	Agents interface {
		Look(ctx context.Context, owner, id string) (Looked, error)
	}
)

// Taken is one version of an answer with its question. Texts that the owner may not see are
// empty.
type Taken struct {
	Origin   Origin
	Question string
	Files    []string
	Model    string
	Answer   stream.Message
}

// Looked describes a file, a page or an agent.
type Looked struct {
	Title     string
	Text      string // text of a page; description of an agent
	URL       string
	Site      string
	Icon      string
	CID       string // the conversation for which a page was read
	Published int64
	Type      string
	Size      int64
}

// row has the functions that differ between the kinds: copying the thing, and checking whether it exists.
type row struct {
	take  func(s *Service, ctx context.Context, owner string, w Wanted) (Favorite, Copy, error)
	there func(s *Service, ctx context.Context, owner string, f Favorite) (bool, error)
}

var kinds = map[Kind]row{
	AnswerKind: {(*Service).takeAnswer, func(s *Service, ctx context.Context, owner string, f Favorite) (bool, error) {
		_, err := s.Answers.Find(ctx, owner, f.Origin)
		return isThere(err)
	}},
	FileKind: {(*Service).takeFile, func(s *Service, ctx context.Context, owner string, f Favorite) (bool, error) {
		_, err := s.Files.Look(ctx, owner, f.Thing)
		return isThere(err)
	}},
	PageKind: {(*Service).takePage, func(s *Service, ctx context.Context, owner string, f Favorite) (bool, error) {
		if f.Origin.CID == "" {
			return true, nil
		}
		_, err := s.Answers.Find(ctx, owner, f.Origin)
		return isThere(err)
	}},
	AgentKind: {(*Service).takeAgent, func(s *Service, ctx context.Context, owner string, f Favorite) (bool, error) {
		if s.Agents == nil {
			return false, nil
		}
		_, err := s.Agents.Look(ctx, owner, f.Thing)
		return isThere(err)
	}},
}

// isThere converts errs.NotFound to false.
func isThere(err error) (bool, error) {
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	return err == nil, err
}

func (s *Service) takeAnswer(ctx context.Context, owner string, w Wanted) (Favorite, Copy, error) {
	if w.Origin.Index <= 0 {
		return Favorite{}, Copy{}, badRequest("index")
	}
	t, err := s.Answers.Take(ctx, owner, w.Origin, MaxCopy)
	if err != nil {
		return Favorite{}, Copy{}, err
	}
	switch {
	case t.Answer.State == stream.Running:
		return Favorite{}, Copy{}, errs.New(errs.Busy)
	case t.Answer.Hidden:
		return Favorite{}, Copy{}, errs.New(errs.NotFound)
	}
	said := text.OneLine(markup.ReplaceAllString(t.Answer.PlainText(), " "))
	f := Favorite{Thing: placeOf(t.Origin), Origin: t.Origin, Title: cmp.Or(text.OneLine(t.Question), said), Brief: said}
	return f, Copy{Question: t.Question, Files: t.Files, Model: t.Model, Answer: &t.Answer}, nil
}

// markup matches marks of Markdown. They are removed from the text of an answer, because the list of
// favourites shows the text on one line.
var markup = text.NewPattern("(?m)^ {0,3}(?:#{1,6}[ \t]|>[ \t]?|```.*$|[|]?[ \t]*:?-{3,}:?[ \t]*(?:[|][ \t]*:?-{3,}:?[ \t]*)*[|]?[ \t]*$)|[*]{2}|`|[$]{2}|[|]")

// placeOf returns the text that identifies one version of an answer.
func placeOf(o Origin) string {
	if o.Project != "" {
		o.CID = o.Project + "/" + o.CID
	}
	return o.CID + "/" + strconv.Itoa(o.Index) + "/" + strconv.Itoa(o.Repeat)
}

func (s *Service) takeFile(ctx context.Context, owner string, w Wanted) (Favorite, Copy, error) {
	d, err := s.Files.Look(ctx, owner, w.ID)
	return Favorite{Thing: w.ID, Title: d.Title}, Copy{Type: d.Type, Size: d.Size}, err
}

func (s *Service) takeAgent(ctx context.Context, owner string, w Wanted) (Favorite, Copy, error) {
	if s.Agents == nil {
		return Favorite{}, Copy{}, errs.New(errs.NotFound)
	}
	a, err := s.Agents.Look(ctx, owner, w.ID)
	return Favorite{Thing: w.ID, Title: a.Title, Brief: text.OneLine(a.Text)}, Copy{Text: text.Cut(a.Text, MaxNote), Icon: a.Icon}, err
}

// takePage makes a favourite of the stored copy of a page. If w.CopyID is empty, takePage uses the
// fields sent by the client, such as the title and the text.
func (s *Service) takePage(ctx context.Context, owner string, w Wanted) (Favorite, Copy, error) {
	p := Looked{Title: w.Title, Text: w.Text, URL: w.URL, Site: w.Site, Published: w.Published}
	if w.CopyID != "" {
		var err error
		if p, err = s.Pages.Copy(ctx, cmp.Or(w.Origin.Project, owner), w.CopyID); err != nil {
			return Favorite{}, Copy{}, err
		}
		if w.Origin.CID != p.CID || w.Origin.Index <= 0 {
			w.Origin = Origin{Project: w.Origin.Project, CID: p.CID}
		}
	}
	if !pageAddress(p.URL) {
		return Favorite{}, Copy{}, badRequest("url")
	}
	address, _, _ := strings.Cut(p.URL, "#")
	f := Favorite{Thing: address, Title: cmp.Or(text.OneLine(p.Title), address), Brief: text.OneLine(text.Cut(p.Text, 2*maxBrief))}
	if w.Origin.CID != "" {
		at, err := s.Answers.Find(ctx, owner, w.Origin)
		ok, err := isThere(err)
		if err != nil {
			return Favorite{}, Copy{}, err
		}
		if ok {
			f.Origin = at
		}
	}
	return f, Copy{Text: text.CutBytes(p.Text, MaxCopy/2), Site: text.Cut(p.Site, maxTitle), Icon: p.Icon, Published: p.Published}, nil
}

// pageAddress reports whether an address is the address of a web page and has at most maxAddress
// bytes.
func pageAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") && len(address) <= maxAddress
}
