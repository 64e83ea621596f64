package favorite

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/favorite/favoritedb"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Archived is a favourite in the export of all of a user's data.
type Archived struct {
	Kind      Kind     `json:"kind"`
	Thing     string   `json:"thing"`
	Project   string   `json:"projectId,omitempty"`
	CID       string   `json:"cid,omitempty"`
	Index     int      `json:"index,omitempty"`
	Repeat    int      `json:"repeatIndex,omitempty"`
	Title     string   `json:"title"`
	Brief     string   `json:"brief,omitempty"`
	Note      string   `json:"note,omitempty"`
	Tags      []string `json:"tags,omitempty"`
	CreatedAt int64    `json:"createdAt"`
	Copy      Copy     `json:"copy"`
}

// maxRest is the room for the fields of an archived favourite beside its copy, in bytes of JSON. These
// fields take at most about half of it.
const maxRest = 64 << 10

// Archive returns all favourites of an owner, newest first.
func (s *Service) Archive(ctx context.Context, owner string) (out []Archived, err error) {
	rows, err := s.reads().ListFavorites(ctx, favoritedb.ListFavoritesParams{OwnerID: owner, Before: math.MaxInt64, Many: MaxFavorites})
	if err != nil {
		return nil, stored(err)
	}
	for _, r := range rows {
		f, c, err := s.kept(ctx, owner, r.ID)
		if errs.Is(err, errs.NotFound) {
			continue // the favourite was deleted in the meantime
		}
		if err != nil {
			return nil, err
		}
		tags, err := s.reads().ListTags(ctx, favoritedb.ListTagsParams{OwnerID: owner, FavoriteID: f.ID})
		if err != nil {
			return nil, stored(err)
		}
		out = append(out, Archived{
			Kind: f.Kind, Thing: f.Thing, Project: f.Origin.Project, CID: f.Origin.CID, Index: f.Origin.Index, Repeat: f.Origin.Repeat, Title: f.Title, Brief: f.Brief,
			Note: f.Note, Tags: tags, CreatedAt: f.CreatedAt, Copy: c,
		})
	}
	return out, nil
}

// Import stores favourites from an archive. It skips favourites that are invalid, are too
// large, exist already, have a hidden answer or violate the content rules. It reads only the first
// MaxFavorites favourites of the archive, and stops when the owner's favourites are full.
// Addresses of icons are dropped, because they are valid only on the server that made the archive.
func (s *Service) Import(ctx context.Context, owner string, all []json.RawMessage) error {
	for _, one := range all[:min(len(all), MaxFavorites)] {
		var a Archived
		if len(one) > 2*MaxCopy+maxRest || json.Unmarshal(one, &a) != nil || !a.fits() {
			continue
		}
		tags, err := tagsOf(a.Tags)
		if err != nil {
			continue
		}
		f := Favorite{
			Kind: a.Kind, Thing: text.Storable(a.Thing), Origin: Origin{Project: text.Storable(a.Project), CID: text.Storable(a.CID), Index: a.Index, Repeat: a.Repeat}, Title: a.Title, Brief: a.Brief,
			Note: text.Storable(a.Note), Tags: tags, CreatedAt: a.CreatedAt,
		}
		a.Copy.Icon = ""
		if a.Copy.Answer != nil {
			a.Copy.Answer = folded(*a.Copy.Answer)
		}
		if a.Copy.Answer != nil && a.Copy.Answer.Hidden || !s.Clean(strings.Join(searchable(f, a.Copy), "\n")) {
			continue
		}
		_, err = s.put(ctx, owner, f, a.Copy)
		switch {
		case errs.Is(err, errs.FavoritesFull):
			return nil
		case errs.Is(err, errs.TooLarge):
			continue
		case err != nil:
			return err
		}
	}
	return nil
}

// fits reports whether an archived favourite is valid and within the limits of this server. The tags,
// the size of the copy, the title and the brief are not checked. Service.put shortens the title and
// the brief.
func (a Archived) fits() bool {
	_, known := kinds[a.Kind]
	return known && a.Thing != "" && len(a.Thing) <= maxAddress && len(a.CID) <= maxTitle && len(a.Project) <= maxTitle && text.Len(a.Note) <= MaxNote &&
		a.Index >= 0 && a.Repeat >= 0 && a.CreatedAt > 0 && (a.Kind != PageKind || pageAddress(a.Thing)) && (a.Kind == AnswerKind) == (a.Copy.Answer != nil)
}

// folded applies the events of an imported answer again, so that its parts are within this server's
// limits for answers.
func folded(m stream.Message) *stream.Message {
	out := stream.NewMessage()
	for _, it := range m.Content {
		out.Apply(it.Event)
	}
	if out.Hidden = out.Hidden || m.Hidden; !out.Hidden && m.State != stream.Running {
		out = out.Ended(m.State)
	}
	return &out
}
