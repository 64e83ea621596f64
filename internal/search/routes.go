package search

import (
	"context"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

type globalIn struct {
	Body struct {
		Query          string   `json:"query,omitempty" doc:"words that must all be there; between quotation marks: as they stand. At most 200 characters count"`
		Keyword        string   `json:"keyword,omitempty" doc:"the same as query"`
		Kinds          []string `json:"kinds,omitempty" doc:"conversation, message, file, fileText, note, favorite, agent; absent: all"`
		ConversationID string   `json:"conversationId,omitempty" doc:"in this conversation alone"`
		Since          int64    `json:"since,omitempty" doc:"Unix milliseconds; absent: no bound"`
		Until          int64    `json:"until,omitempty" doc:"Unix milliseconds, included; absent: no bound"`
		Order          string   `json:"order,omitempty" doc:"best or newest; absent: best"`
		Limit          int      `json:"limit,omitempty" doc:"of each kind, at most 50; absent: 5"`
		After          string   `json:"after,omitempty" doc:"next of the group before; for one kind alone. The next page of a project is asked for with its project_id"`
		ProjectID      string   `json:"project_id,omitempty" doc:"in this project of the asker alone"`
		Projects       bool     `json:"projects,omitempty" doc:"search the projects of the asker, too"`
	}
}

type globalFound struct {
	Title   string     `json:"title,omitempty" doc:"what it belongs to: the title of the conversation, the name of the file"`
	Snippet []Piece    `json:"snippet" doc:"the place; of a conversation or file the title or name itself"`
	Time    int64      `json:"time" doc:"Unix milliseconds"`
	Speaker string     `json:"speaker,omitempty" doc:"of a message: human or ai"`
	Link    entry.Link `json:"link"`
}

type globalGroup struct {
	Kind  string        `json:"kind"`
	Found []globalFound `json:"found"`
	Next  string        `json:"next,omitempty" doc:"for after; absent: this is all"`
}

type globalProject struct {
	ProjectID string        `json:"project_id"`
	Name      string        `json:"name"`
	Groups    []globalGroup `json:"groups"`
}

type globalOut struct {
	Body struct {
		Code     int             `json:"code" doc:"0"`
		Query    string          `json:"query" doc:"what was searched for; a long query is cut"`
		Groups   []globalGroup   `json:"groups" doc:"of each kind of which something was found"`
		Project  string          `json:"project_id,omitempty" doc:"in which project was searched; absent: in what is the asker's own"`
		Projects []globalProject `json:"projects,omitempty" doc:"the asker's projects in which something was found"`
		Left     int             `json:"projectsLeft,omitempty" doc:"how many projects were not searched: there are more than 20, or it took too long"`
		Waiting  int             `json:"waiting" doc:"how many texts cannot be searched yet, as after an update"`
	}
}

// Routes registers the operation.
func (s *Service) Routes(r *httpapi.Router) {
	op := httpapi.Op{Method: http.MethodPost, Path: "/api/search/global", Summary: "Search everything of the asker's", Domain: "search", Owner: httpapi.Mine}
	httpapi.Route(r, op.Naming(httpapi.Nothing).Acting(httpapi.Reader), func(ctx context.Context, in *globalIn) (*globalOut, error) {
		b := in.Body
		text := b.Query
		if text == "" {
			text = b.Keyword
		}
		asked := Asked{
			Owner: httpapi.From(ctx).ID, Text: text, Kinds: b.Kinds, Order: Order(b.Order), After: b.After,
			Range: Range{ConversationID: b.ConversationID, Since: b.Since, Until: b.Until, Limit: b.Limit},
		}
		found, err := s.Search(ctx, asked)
		if err != nil {
			return nil, err
		}
		out := &globalOut{}
		out.Body.Query, out.Body.Waiting, out.Body.Groups = found.Text, found.Waiting, groupsOf(found.Groups)
		switch acting := httpapi.AuthorOf(ctx) != ""; {
		case acting:
			out.Body.Project = asked.Owner
		case b.Projects && b.ConversationID == "":
			in, left, err := s.SearchSpaces(ctx, asked.Owner, asked)
			if err != nil {
				return nil, err
			}
			for _, p := range in {
				out.Body.Projects = append(out.Body.Projects, globalProject{p.ID, p.Name, groupsOf(p.Groups)})
			}
			out.Body.Left = left
		}
		return out, nil
	})
}

func groupsOf(all []Group) []globalGroup {
	out := make([]globalGroup, len(all))
	for i, g := range all {
		out[i] = globalGroup{Kind: g.Kind, Next: g.More}
		for _, f := range g.Found {
			out[i].Found = append(out[i].Found, globalFound(f))
		}
	}
	return out
}
