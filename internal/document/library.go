package document

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Sort is the order of a list.
type Sort string

// The orders.
const (
	ByTime Sort = "time" // newest first
	ByName Sort = "name"
	BySize Sort = "size" // largest first
	ByUse  Sort = "used" // most recently used first
)

// place is the position of a document in an order: its sort key and its id. The id orders documents
// with equal keys. Only ByName has a text as its key.
type place struct {
	Text   string `json:"t,omitempty"`
	Number int64  `json:"n,omitempty"`
	ID     string `json:"i"`
}

// listing is a validated query for one page.
type listing struct {
	owner, group, pattern string
	after                 place
	skip, page            int32
}

// sorts defines each order. `first` is a position before every document, `place` returns the
// position of a document, and `list` runs the query.
var sorts = map[Sort]struct {
	first place
	place func(documentdb.Document) place
	list  func(ctx context.Context, q *documentdb.Queries, l listing) ([]documentdb.Document, error)
}{
	ByTime: {
		place{Number: math.MaxInt64},
		func(r documentdb.Document) place { return place{Number: r.CreatedAt, ID: r.ID} },
		func(ctx context.Context, q *documentdb.Queries, l listing) ([]documentdb.Document, error) {
			return q.ListByTime(ctx, documentdb.ListByTimeParams{OwnerID: l.owner, Type: l.group, Pattern: l.pattern,
				After: l.after.Number, AfterID: l.after.ID, Skip: l.skip, Page: l.page})
		},
	},
	ByUse: {
		place{Number: math.MaxInt64},
		func(r documentdb.Document) place { return place{Number: r.UsedAt, ID: r.ID} },
		func(ctx context.Context, q *documentdb.Queries, l listing) ([]documentdb.Document, error) {
			return q.ListByUse(ctx, documentdb.ListByUseParams{OwnerID: l.owner, Type: l.group, Pattern: l.pattern,
				After: l.after.Number, AfterID: l.after.ID, Skip: l.skip, Page: l.page})
		},
	},
	BySize: {
		place{Number: math.MaxInt64},
		func(r documentdb.Document) place { return place{Number: r.Size, ID: r.ID} },
		func(ctx context.Context, q *documentdb.Queries, l listing) ([]documentdb.Document, error) {
			return q.ListBySize(ctx, documentdb.ListBySizeParams{OwnerID: l.owner, Type: l.group, Pattern: l.pattern,
				After: l.after.Number, AfterID: l.after.ID, Skip: l.skip, Page: l.page})
		},
	},
	ByName: {
		place{},
		func(r documentdb.Document) place { return place{Text: r.SortKey, ID: r.ID} },
		func(ctx context.Context, q *documentdb.Queries, l listing) ([]documentdb.Document, error) {
			return q.ListByName(ctx, documentdb.ListByNameParams{OwnerID: l.owner, Type: l.group, Pattern: l.pattern,
				After: l.after.Text, AfterID: l.after.ID, Skip: l.skip, Page: l.page})
		},
	},
}

const (
	defaultPage = 20
	maxPage     = 100
)

// ListQuery asks for one page of an owner's documents.
type ListQuery struct {
	Type    FileType // empty: all types
	Keyword string   // the name must contain the first 100 characters of Keyword, in any case and width; empty: all names
	Sort    Sort     // empty: ByTime
	Offset  int      // used by List
	Cursor  string   // used by ListAfter: the cursor returned with the previous page; empty: the first page
	Limit   int      // size of the page; 0: 20; more than 100: 100
}

// listing validates a query and sets its defaults.
func (q *ListQuery) listing(owner string) (listing, error) {
	if q.Sort == "" {
		q.Sort = ByTime
	}
	order, ok := sorts[q.Sort]
	if !ok {
		return listing{}, badRequest("sort")
	}
	if q.Offset < 0 || q.Offset > math.MaxInt32 || q.Limit < 0 {
		return listing{}, badRequest("offset, limit")
	}
	l := listing{
		owner: owner, group: string(q.Type), pattern: likePattern(text.Cut(q.Keyword, maxKeyword)), after: order.first,
		skip: int32(q.Offset), page: int32(min(q.Limit, maxPage)),
	}
	if l.page == 0 {
		l.page = defaultPage
	}
	if strings.ContainsRune(l.group+l.pattern, 0) || !utf8.ValidString(l.group+l.pattern) {
		return listing{}, badRequest("type, keyword")
	}
	if q.Cursor == "" {
		return l, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(q.Cursor)
	if err == nil {
		l.after = place{}
		err = json.Unmarshal(b, &l.after)
	}
	if err != nil || strings.ContainsRune(l.after.Text+l.after.ID, 0) {
		return listing{}, badRequest("cursor")
	}
	return l, nil
}

// List returns a page of an owner's documents and the number of all matching documents.
func (s *Service) List(ctx context.Context, owner string, q ListQuery) ([]Document, int, error) {
	q.Cursor = ""
	l, err := q.listing(owner)
	if err != nil {
		return nil, 0, err
	}
	rows, err := sorts[q.Sort].list(ctx, s.reads(), l)
	if err != nil {
		return nil, 0, stored(err)
	}
	total, err := s.reads().CountMatching(ctx, documentdb.CountMatchingParams{OwnerID: owner, Type: l.group, Pattern: l.pattern})
	return fromRows(rows), int(total), stored(err)
}

// allPage is the number of documents per query of All.
const allPage = 100

// All returns every document of an owner, oldest first.
func (s *Service) All(ctx context.Context, owner string) ([]Document, error) {
	var out []Document
	q := ListQuery{Limit: allPage}
	for {
		page, next, err := s.ListAfter(ctx, owner, q)
		if err != nil {
			return nil, err
		}
		out = append(out, page...)
		if next == "" {
			slices.Reverse(out)
			return out, nil
		}
		q.Cursor = next
	}
}

// ListAfter returns the page after a cursor, and the cursor of the next page. If `page` is
// the last page, `next` is empty.
func (s *Service) ListAfter(ctx context.Context, owner string, q ListQuery) (page []Document, next string, err error) {
	q.Offset = 0
	l, err := q.listing(owner)
	if err != nil {
		return nil, "", err
	}
	size := int(l.page)
	l.page++
	order := sorts[q.Sort]
	rows, err := order.list(ctx, s.reads(), l)
	if err != nil {
		return nil, "", stored(err)
	}
	if len(rows) > size {
		rows = rows[:size]
		b, err := json.Marshal(order.place(rows[size-1]))
		if err != nil {
			return nil, "", err
		}
		next = base64.RawURLEncoding.EncodeToString(b)
	}
	return fromRows(rows), next, nil
}

func fromRows(rows []documentdb.Document) []Document {
	out := make([]Document, len(rows))
	for i, r := range rows {
		out[i] = fromRow(r)
	}
	return out
}

// TypeCount is the number and the size of the documents of a type.
type TypeCount struct {
	Type  FileType `json:"type"`
	Count int      `json:"count"`
	Size  int64    `json:"size" doc:"bytes of all of them"`
}

// Groups counts an owner's documents by type, the most frequent first.
func (s *Service) Groups(ctx context.Context, owner string) ([]TypeCount, error) {
	rows, err := s.reads().CountTypes(ctx, owner)
	if err != nil {
		return nil, stored(err)
	}
	out := make([]TypeCount, len(rows))
	for i, r := range rows {
		out[i] = TypeCount{FileType(r.Type), int(r.Files), r.Bytes}
	}
	return out, nil
}

// maxHits is the maximum number of places in texts returned by Search.
const maxHits = 50

// Search returns at most 100 documents whose name contains a keyword, and at most 50 places in the
// text of documents that contain the keyword. With `ids`, both results contain only these
// documents. `named` is filtered by `ids` after the 100 newest documents were selected, so older
// documents may be missing from `named`.
func (s *Service) Search(ctx context.Context, owner, keyword string, ids []string) (named []Document, hits []Hit, err error) {
	keyword = text.Cut(strings.TrimSpace(strings.ReplaceAll(keyword, "\x00", "")), maxKeyword)
	if keyword == "" {
		return nil, nil, badRequest("keyword")
	}
	ids, err = checkIDs(ids)
	if err != nil {
		return nil, nil, err
	}
	if named, _, err = s.List(ctx, owner, ListQuery{Keyword: keyword, Limit: maxPage}); err != nil {
		return nil, nil, err
	}
	if len(ids) > 0 {
		named = slices.DeleteFunc(named, func(d Document) bool { return !slices.Contains(ids, d.ID) })
	}
	hits, err = s.Searcher.Search(ctx, owner, keyword, ids, maxHits)
	return named, hits, err
}

// Rename renames a document. CleanName is applied to the new name.
func (s *Service) Rename(ctx context.Context, owner, id, name string) (Document, error) {
	if strings.TrimSpace(name) == "" {
		return Document{}, badRequest("fileName")
	}
	name = CleanName(name)
	err := s.write(ctx, func(q *documentdb.Queries, tx *sql.Tx) error {
		if err := requireRow(q.RenameDocument(ctx, documentdb.RenameDocumentParams{
			Name: name, NameKey: nameKey(name), SortKey: sortKey(name), UpdatedAt: s.Now().UnixMilli(), OwnerID: owner, ID: id,
		})); err != nil {
			return err
		}
		row, err := q.GetDocument(ctx, documentdb.GetDocumentParams{OwnerID: owner, ID: id})
		if err != nil {
			return err
		}
		return entry.Put(ctx, tx, owner, findable(id), row.CreatedAt)
	})
	if err != nil {
		return Document{}, stored(err)
	}
	return s.Get(ctx, owner, id)
}

// maxIDs is the maximum number of ids in one call.
const maxIDs = 200

// checkIDs sorts ids and removes repeated ones. It fails when there are too many ids.
func checkIDs(ids []string) ([]string, error) {
	if len(ids) > maxIDs {
		return nil, badRequest("resourceIds")
	}
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// maxUses is the maximum number of conversations returned by Usage, and of documents returned by
// UsedIn.
const maxUses = 100

// NoteUse records that documents were asked about in a conversation. Documents that
// are not the owner's are ignored.
func (s *Service) NoteUse(ctx context.Context, owner, cid string, ids []string) error {
	now := s.Now().UnixMilli()
	return stored(s.write(ctx, func(q *documentdb.Queries, _ *sql.Tx) error {
		for _, id := range slices.Sorted(slices.Values(ids)) { // to avoid deadlocks, every transaction locks documents in this order
			if err := q.NoteUse(ctx, documentdb.NoteUseParams{Cid: cid, UsedAt: now, OwnerID: owner, DocumentID: id}); err != nil {
				return err
			}
			if err := q.MarkUsed(ctx, documentdb.MarkUsedParams{UsedAt: now, OwnerID: owner, ID: id}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// UsedIn returns the ids of at most 100 documents that were asked about in a
// conversation, most recent first.
func (s *Service) UsedIn(ctx context.Context, owner, cid string) ([]string, error) {
	ids, err := s.reads().UsedIn(ctx, documentdb.UsedInParams{OwnerID: owner, Cid: cid, Limit: maxUses})
	return ids, stored(err)
}

// Usage returns the conversations in which a document was asked about, most recent first. It
// considers the last 100 conversations and skips those that no longer exist.
func (s *Service) Usage(ctx context.Context, owner, id string) ([]Conversation, error) {
	if _, err := s.Get(ctx, owner, id); err != nil {
		return nil, err
	}
	rows, err := s.reads().Uses(ctx, documentdb.UsesParams{OwnerID: owner, DocumentID: id, Limit: maxUses})
	if err != nil {
		return nil, stored(err)
	}
	cids := make([]string, len(rows))
	for i, r := range rows {
		cids[i] = r.Cid
	}
	return s.Conversations.Named(ctx, owner, cids)
}
