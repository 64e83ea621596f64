package reading

import (
	"context"
	"database/sql"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
)

// ShareKind is the kind of shared content.
type ShareKind string

// Values of ShareKind.
const (
	SharedMap         ShareKind = "mindMap"
	SharedTranslation ShareKind = "translation"
)

// Snapshot is the content of a share: a copy of the shared content, without any data
// about the owner or the rest of the file.
type Snapshot struct {
	Kind      ShareKind   `json:"kind"`
	Title     string      `json:"title" doc:"the name of the file"`
	CreatedAt int64       `json:"createdAt" doc:"Unix seconds"`
	Engine    string      `json:"engine,omitempty" doc:"of a mind map: offline, or the id of the model that made it"`
	MindMap   *Node       `json:"mindMap,omitempty"`
	Lang      string      `json:"lang,omitempty"`
	Items     []Paragraph `json:"items,omitempty"`
}

// Share describes a shared snapshot to its owner.
type Share struct {
	Token     string
	Kind      ShareKind
	Title     string
	CreatedAt int64 // Unix milliseconds
}

// Limits of shares.
const (
	maxShares   = 50 // shares of one file
	maxSnapshot = 4 << 20
	tokenLength = 26 // characters from an alphabet of 36, so that a token has more than 128 random bits
)

// ShareMindMap shares the mind map of a file.
func (s *Service) ShareMindMap(ctx context.Context, owner, documentID, traceID string) (Share, error) {
	made, err := s.Overview(ctx, owner, documentID, false)
	if err != nil {
		return Share{}, err
	}
	tree, ok := s.ruledNode(traceID, made.MindMap)
	if !ok {
		return Share{}, errs.New(errs.Withheld)
	}
	return s.share(ctx, owner, documentID, traceID, Snapshot{Kind: SharedMap, Engine: made.Engine, MindMap: &tree})
}

// ShareTranslation shares the translated paragraphs of a file. A paragraph is left out if the content
// rules withhold its text or its translation, or withheld the translation when it was made. Of a file
// longer than maxRead, only the beginning is shared. If no remaining paragraph differs from its original,
// ShareTranslation fails with errs.TranslationShort.
func (s *Service) ShareTranslation(ctx context.Context, owner, documentID, lang, traceID string) (Share, error) {
	if _, err := s.readable(ctx, owner, documentID); err != nil {
		return Share{}, err
	}
	items, lang, _, err := s.translated(ctx, owner, documentID, lang)
	if err != nil {
		return Share{}, err
	}
	shown := Snapshot{Kind: SharedTranslation, Lang: lang}
	translated := false
	for _, p := range items {
		if !p.Done || p.Target == "" { // not translated yet, or withheld as a whole when it was translated
			continue
		}
		source, no := s.Rules(traceID, p.Source)
		target, neither := s.Rules(traceID, p.Target)
		if no || neither {
			continue
		}
		translated = translated || p.Target != p.Source
		p.Source, p.Target = source, target
		shown.Items = append(shown.Items, p)
	}
	if !translated {
		return Share{}, errs.New(errs.TranslationShort).With("done", "0").With("total", strconv.Itoa(len(items)))
	}
	return s.share(ctx, owner, documentID, traceID, shown)
}

// ruledNode applies the content rules to a tree. It returns false if the root is withheld. Any
// other withheld node is left out with its children.
func (s *Service) ruledNode(traceID string, n Node) (Node, bool) {
	shown, withheld := s.Rules(traceID, n.Text)
	if withheld {
		return Node{}, false
	}
	out := Node{Text: shown, Unit: n.Unit}
	for _, c := range n.Children {
		if child, ok := s.ruledNode(traceID, c); ok {
			out.Children = append(out.Children, child)
		}
	}
	return out, true
}

func (s *Service) share(ctx context.Context, owner, documentID, traceID string, shown Snapshot) (Share, error) {
	d, err := s.Library.Get(ctx, owner, documentID)
	if err != nil {
		return Share{}, err
	}
	title, withheld := s.Rules(traceID, bareName(d.Name))
	if withheld {
		return Share{}, errs.New(errs.Withheld)
	}
	data, err := toJSON(shown)
	if err != nil {
		return Share{}, err
	}
	if len(data) > maxSnapshot {
		return Share{}, tooLong("4 MB")
	}
	out := Share{Token: id.Random(tokenLength), Kind: shown.Kind, Title: title, CreatedAt: s.Now().UnixMilli()}
	err = s.writeOf(ctx, owner, func(q *readingdb.Queries, _ *sql.Tx) error {
		n, err := q.CountShares(ctx, readingdb.CountSharesParams{OwnerID: owner, DocumentID: documentID})
		if err != nil {
			return err
		}
		if n >= maxShares {
			return errs.New(errs.SharesFull).With("limit", strconv.Itoa(maxShares))
		}
		return q.InsertShare(ctx, readingdb.InsertShareParams{
			Token: out.Token, OwnerID: owner, DocumentID: documentID, Kind: string(out.Kind), Title: out.Title, Data: data, CreatedAt: out.CreatedAt,
		})
	})
	return out, err
}

// Shared returns the snapshot of a token. It fails with errs.NotFound if the share does not exist, for
// example after its revocation or after the deletion of its file. It also fails with errs.NotFound if
// the owner's account is waiting for deletion.
func (s *Service) Shared(ctx context.Context, token string) (Snapshot, error) {
	if len(token) != tokenLength {
		return Snapshot{}, errs.New(errs.NotFound)
	}
	row, err := s.reads().GetShare(ctx, token)
	if err != nil {
		return Snapshot{}, found(err)
	}
	if s.Away != nil {
		away, err := s.Away(ctx, row.OwnerID)
		if err != nil {
			return Snapshot{}, err
		}
		if away {
			return Snapshot{}, errs.New(errs.NotFound)
		}
	}
	shown, err := fromJSON[Snapshot](row.Data)
	shown.Kind, shown.Title, shown.CreatedAt = ShareKind(row.Kind), row.Title, row.CreatedAt/perSecond
	return shown, err
}

const perSecond = 1000 // milliseconds

// Shares lists the shares of a file, the newest first.
func (s *Service) Shares(ctx context.Context, owner, documentID string) ([]Share, error) {
	if _, err := s.Library.Get(ctx, owner, documentID); err != nil {
		return nil, err
	}
	rows, err := s.reads().ListShares(ctx, readingdb.ListSharesParams{OwnerID: owner, DocumentID: documentID})
	out := make([]Share, len(rows))
	for i, r := range rows {
		out[i] = Share{Token: r.Token, Kind: ShareKind(r.Kind), Title: r.Title, CreatedAt: r.CreatedAt}
	}
	return out, stored(err)
}

// Revoke ends a share immediately.
func (s *Service) Revoke(ctx context.Context, owner, token string) error {
	return s.write(ctx, func(q *readingdb.Queries) error {
		return mustMeet(q.DeleteShare(ctx, readingdb.DeleteShareParams{OwnerID: owner, Token: token}))
	})
}
