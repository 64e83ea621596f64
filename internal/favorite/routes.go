package favorite

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

const base = "/api/user/agent/favorite/"

type favoriteOrigin struct {
	ProjectID      string `json:"project_id,omitempty" doc:"the project to which the conversation belongs; absent: it is the asker's own"`
	ConversationID string `json:"conversationId"`
	AgentID        string `json:"agentId"`
	Index          int    `json:"index" doc:"of the answer"`
	RepeatIndex    int    `json:"repeatIndex" doc:"version of the answer, from 0"`
}

type favoriteBody struct {
	ID         string          `json:"id"`
	Kind       Kind            `json:"kind" doc:"answer, file, page or agent"`
	Thing      string          `json:"thing" doc:"id of the file or agent, address of the page"`
	Origin     *favoriteOrigin `json:"origin,omitempty" doc:"where it comes from; absent: from no conversation"`
	There      bool            `json:"there" doc:"false: what it comes from was deleted, and the copy alone is left"`
	Title      string          `json:"title"`
	Brief      string          `json:"brief" doc:"the beginning of its text"`
	Note       string          `json:"note"`
	Tags       []string        `json:"tags"`
	CreateTime int64           `json:"createTime" doc:"Unix seconds"`
	UpdateTime int64           `json:"updateTime" doc:"Unix seconds; of the note and the tags"`
}

func bodyOf(f Favorite) favoriteBody {
	b := favoriteBody{
		ID: f.ID, Kind: f.Kind, Thing: f.Thing, There: f.There, Title: f.Title, Brief: f.Brief, Note: f.Note, Tags: f.Tags,
		CreateTime: f.CreatedAt / 1000, UpdateTime: f.UpdatedAt / 1000,
	}
	if f.Kind == AnswerKind {
		b.Thing = ""
	}
	if b.Tags == nil {
		b.Tags = []string{}
	}
	if o := f.Origin; o.CID != "" {
		b.Origin = &favoriteOrigin{o.Project, o.CID, o.AgentID, o.Index, o.Repeat}
	}
	return b
}

type favoriteCopy struct {
	Question  string        `json:"question,omitempty"`
	Files     []string      `json:"files,omitempty" doc:"names of the question's files"`
	ModelID   string        `json:"modelId,omitempty"`
	Kind      stream.Kind   `json:"kind,omitempty" doc:"of the answer"`
	State     string        `json:"state,omitempty" doc:"of the answer"`
	Parts     []stream.Item `json:"parts,omitempty" doc:"of the answer: folded items, docs/protocol.md section 6"`
	Text      string        `json:"text,omitempty" doc:"of a page or an agent"`
	Site      string        `json:"site,omitempty"`
	Icon      string        `json:"icon,omitempty"`
	Published int64         `json:"published,omitempty" doc:"Unix milliseconds"`
	Type      string        `json:"type,omitempty" doc:"of a file"`
	Size      int64         `json:"size,omitempty" doc:"of a file, in bytes"`
}

type favoriteCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

func countsOf(all []Count) []favoriteCount {
	out := []favoriteCount{}
	for _, c := range all {
		out = append(out, favoriteCount{c.Name, c.Many})
	}
	return out
}

type favoriteMark struct {
	ID          string `json:"id"`
	Kind        Kind   `json:"kind"`
	Thing       string `json:"thing"`
	Index       int    `json:"index"`
	RepeatIndex int    `json:"repeatIndex"`
}

type (
	favoritesAsked struct {
		Kind  Kind   `json:"kind,omitempty" doc:"answer, file, page or agent; absent: all"`
		Tag   string `json:"tag,omitempty"`
		Query string `json:"query,omitempty" doc:"words to search for; the answer has up to 200, best first, and no next page"`
		After string `json:"after,omitempty" doc:"next of the page before"`
		Limit int    `json:"limit,omitempty" doc:"20 when absent, 100 at most"`
	}
	favoritesListed struct {
		Code  int             `json:"code" doc:"0"`
		Items []favoriteBody  `json:"items"`
		Next  string          `json:"next,omitempty" doc:"for after; absent: this is all"`
		Kinds []favoriteCount `json:"kinds" doc:"how many there are of each kind"`
		Tags  []favoriteCount `json:"tags" doc:"most frequent first, 200 at most"`
	}
	favoriteMarksAsked struct {
		ProjectID      string `json:"project_id,omitempty" doc:"the project to which the conversation belongs"`
		ConversationID string `json:"conversationId,omitempty" doc:"the favourites that come from this conversation"`
		Kind           Kind   `json:"kind,omitempty" doc:"with thing: the favourite of this thing"`
		Thing          string `json:"thing,omitempty"`
	}
	favoriteMarks struct {
		Code  int            `json:"code" doc:"0"`
		Marks []favoriteMark `json:"marks"`
	}
	favoriteAsked struct {
		ID string `json:"id"`
	}
	favoriteOpened struct {
		Code     int          `json:"code" doc:"0"`
		Favorite favoriteBody `json:"favorite"`
		Copy     favoriteCopy `json:"copy"`
	}
	favoriteWanted struct {
		ProjectID      string `json:"project_id,omitempty" doc:"the project to which the conversation belongs; the favourite is the asker's own"`
		Kind           Kind   `json:"kind,omitempty" doc:"answer, file, page or agent; absent: what the other fields name"`
		ConversationID string `json:"conversationId,omitempty" doc:"of an answer, or of the answer that a page was a source of"`
		Index          int    `json:"index,omitempty" doc:"of the answer"`
		RepeatIndex    *int   `json:"repeatIndex,omitempty" doc:"version of the answer; absent: the chosen one"`
		DocID          string `json:"docId,omitempty" doc:"of a file"`
		AgentID        string `json:"agentId,omitempty" doc:"of an agent"`
		CopyID         string `json:"copyId,omitempty" doc:"of the kept copy of a page"`
		URL            string `json:"url,omitempty" doc:"of a page without a copy"`
		Title          string `json:"title,omitempty" doc:"of a page without a copy"`
		Site           string `json:"site,omitempty" doc:"of a page without a copy"`
		Text           string `json:"text,omitempty" doc:"what is known of a page without a copy; 20,000 characters at most"`
	}
	favoriteAdded struct {
		Code     int          `json:"code" doc:"0"`
		Favorite favoriteBody `json:"favorite"`
	}
	favoritesChange struct {
		IDs        []string `json:"ids,omitempty"`
		ID         string   `json:"id,omitempty" doc:"one more of ids"`
		Note       *string  `json:"note,omitempty" doc:"absent: it stays; 2,000 characters at most"`
		AddTags    []string `json:"addTags,omitempty" doc:"20 characters each, 20 of a favourite at most"`
		RemoveTags []string `json:"removeTags,omitempty"`
	}
	favoritesDelete struct {
		IDs []string `json:"ids,omitempty"`
		ID  string   `json:"id,omitempty" doc:"one more of ids"`
	}
	favoriteDone struct {
		Code int `json:"code" doc:"0"`
	}
	favoritesExport struct {
		IDs          []string `json:"ids" doc:"200 at most"`
		Format       string   `json:"format" doc:"md, docx or pdf"`
		OffsetOfHour *float64 `json:"offsetOfHour,omitempty" doc:"the asker's distance from UTC in hours, for the dates in the file"`
	}
)

func (in favoriteWanted) wanted() Wanted {
	w := Wanted{
		Kind: in.Kind, Origin: Origin{CID: in.ConversationID, Index: in.Index, Repeat: -1}, CopyID: in.CopyID, URL: in.URL, Title: in.Title, Site: in.Site, Text: in.Text,
	}
	if in.RepeatIndex != nil {
		w.Origin.Repeat = *in.RepeatIndex
	}
	switch {
	case w.Kind == "" && in.DocID != "":
		w.Kind = FileKind
	case w.Kind == "" && (in.CopyID != "" || in.URL != ""):
		w.Kind = PageKind
	case w.Kind == "" && in.ConversationID != "":
		w.Kind = AnswerKind
	case w.Kind == "" && in.AgentID != "":
		w.Kind = AgentKind
	}
	switch w.Kind {
	case FileKind:
		w.ID = in.DocID
	case AgentKind:
		w.ID = in.AgentID
	}
	return w
}

// Routes registers the operations of favourites.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(name, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: base + name, Summary: summary, Domain: "favorite", Owner: httpapi.Mine}
	}
	route(r, op("list", "What the asker has put aside, newest first"), func(ctx context.Context, owner string, in favoritesAsked) (favoritesListed, error) {
		l, err := s.List(ctx, owner, Asked{Kind: in.Kind, Tag: in.Tag, Words: in.Query, After: in.After, Limit: in.Limit})
		if err != nil {
			return favoritesListed{}, err
		}
		out := favoritesListed{Items: []favoriteBody{}, Next: l.Next}
		for _, f := range l.Favorites {
			out.Items = append(out.Items, bodyOf(f))
		}
		ofKinds, tags, err := s.Counts(ctx, owner)
		out.Kinds, out.Tags = countsOf(ofKinds), countsOf(tags)
		return out, err
	})
	route(r, op("marks", "Which things are favourites of the asker").Naming(httpapi.Nothing).Acting(httpapi.Reader), func(ctx context.Context, _ string, in favoriteMarksAsked) (out favoriteMarks, err error) {
		owner := httpapi.Person(ctx).ID
		var marks []Mark
		if in.ConversationID != "" {
			marks, err = s.Marks(ctx, owner, projectOf(ctx), in.ConversationID)
		} else if in.Thing != "" {
			var m Mark
			if m, err = s.MarkOf(ctx, owner, in.Kind, in.Thing); m.ID != "" {
				marks = append(marks, m)
			}
		}
		out.Marks = []favoriteMark{}
		for _, m := range marks {
			out.Marks = append(out.Marks, favoriteMark{m.ID, m.Kind, m.Thing, m.Index, m.Repeat})
		}
		return out, err
	})
	route(r, op("detail", "A favourite with its copy").Naming(httpapi.Unknown), func(ctx context.Context, owner string, in favoriteAsked) (favoriteOpened, error) {
		f, c, err := s.Open(ctx, owner, in.ID)
		if err != nil {
			return favoriteOpened{}, err
		}
		out := favoriteOpened{Favorite: bodyOf(f), Copy: favoriteCopy{
			Question: c.Question, Files: c.Files, ModelID: c.Model, Text: c.Text, Site: c.Site, Icon: c.Icon, Published: c.Published, Type: c.Type, Size: c.Size,
		}}
		if a := c.Answer; a != nil {
			out.Copy.Kind, out.Copy.State, out.Copy.Parts = a.Kind, string(a.State), partsOf(a.Content, f.Origin.Project)
		}
		return out, nil
	})
	add := op("add", "Put an answer, a file, a page or an agent aside").Naming(httpapi.Unknown).Acting(httpapi.Reader)
	add.Aside = true
	httpapi.Route(r, add, func(ctx context.Context, in *body[favoriteWanted]) (*body[favoriteAdded], error) {
		if len(in.Body.Text) > maxGiven {
			in.Body.Text = text.CutBytes(in.Body.Text, maxGiven)
		}
		w, who := in.Body.wanted(), httpapi.Person(ctx)
		if w.Origin.Project = projectOf(ctx); w.Origin.Project != "" && w.Kind != AnswerKind && w.Kind != PageKind {
			return nil, badRequest("kind")
		}
		if w.Origin.Project == "" && (w.Kind == PageKind && w.CopyID == "" || w.Kind == AgentKind) { // a visitor without stored data can save only these things
			var err error
			if who, err = httpapi.Ensure(ctx); err != nil {
				return nil, err
			}
		}
		f, err := s.Add(ctx, who.ID, w)
		if err != nil {
			return nil, err
		}
		return &body[favoriteAdded]{favoriteAdded{Favorite: bodyOf(f)}}, nil
	})
	route(r, op("update", "Change notes and tags of favourites").Naming(httpapi.Unknown), func(ctx context.Context, owner string, in favoritesChange) (favoriteDone, error) {
		return favoriteDone{}, s.Update(ctx, owner, all(in.IDs, in.ID), Change{Note: in.Note, Add: in.AddTags, Remove: in.RemoveTags})
	})
	route(r, op("delete", "Delete favourites for good").Naming(httpapi.Unknown), func(ctx context.Context, owner string, in favoritesDelete) (favoriteDone, error) {
		return favoriteDone{}, s.Delete(ctx, owner, all(in.IDs, in.ID)...)
	})
	export := op("export", "Favourites as one Markdown, Word or PDF file").Naming(httpapi.Unknown)
	export.Aside = true
	httpapi.Raw(r, export, "application/octet-stream", func(ctx context.Context, in *body[favoritesExport], w httpapi.ResponseWriter) error {
		o := Order{Format: in.Body.Format, Locale: httpapi.Locale(ctx), Zone: httpapi.Zone(in.Body.OffsetOfHour)}
		f, err := s.Export(ctx, httpapi.From(ctx).ID, in.Body.IDs, o)
		if err != nil {
			return err
		}
		h := w.Header()
		h.Set("Content-Type", f.ContentType)
		h.Set("Content-Disposition", httpapi.Attachment(f.Name))
		h.Set("Content-Length", strconv.Itoa(len(f.Data)))
		_, _ = w.Write(f.Data) // an error means that the client has closed the connection
		return nil
	})
}

// partsOf returns the parts of an answer. The sources of a project's answer get addresses that work for
// members of the project.
func partsOf(all []stream.Item, project string) []stream.Item {
	if project == "" {
		return all
	}
	in := func(address string) string {
		if !strings.HasPrefix(address, "/") || strings.Contains(address, "project_id=") {
			return address
		}
		mark := "?"
		if strings.Contains(address, "?") {
			mark = "&"
		}
		return address + mark + "project_id=" + url.QueryEscape(project)
	}
	out := make([]stream.Item, len(all))
	for i, it := range all {
		out[i] = it.Map(func(t string) string { return t }, func(d stream.Doc) stream.Doc {
			d.URL, d.CopyURL = in(d.URL), in(d.CopyURL)
			return d
		})
	}
	return out
}

// projectOf returns the id of the project if the request acts for a project, and otherwise "".
func projectOf(ctx context.Context) string {
	if httpapi.AuthorOf(ctx) == "" {
		return ""
	}
	return httpapi.From(ctx).ID
}

// maxGiven is the maximum size, in bytes, of a page's text sent by a client in place of a stored
// copy.
const maxGiven = 60_000

type body[T any] struct{ Body T }

// route registers an operation with JSON request and response.
func route[I, O any](r *httpapi.Router, o httpapi.Op, use func(ctx context.Context, owner string, in I) (O, error)) {
	httpapi.Route(r, o, func(ctx context.Context, in *body[I]) (*body[O], error) {
		out, err := use(ctx, httpapi.From(ctx).ID, in.Body)
		if err != nil {
			return nil, err
		}
		return &body[O]{out}, nil
	})
}

// all appends an optional id to a list of ids.
func all(ids []string, id string) []string {
	if id == "" {
		return ids
	}
	return append(ids, id)
}
