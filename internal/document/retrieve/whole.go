package retrieve

import (
	"context"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/document/retrieve/retrievedb"
)

// Whole returns the complete text of documents, in the order of ids. If the documents have more
// than maxRunes characters together, Whole returns false and no passages. Text repeated from the
// previous chunk is left out. A document of another owner counts as empty.
func (x *Index) Whole(ctx context.Context, owner string, ids []string, maxRunes int) ([]Passage, bool, error) {
	q := retrievedb.New(x.db.Read())
	var runes int64
	for _, id := range ids {
		n, err := q.CountRunes(ctx, retrievedb.CountRunesParams{OwnerID: owner, DocumentID: id})
		if err != nil {
			return nil, false, fmt.Errorf("count characters: %w", err)
		}
		// Overlaps are counted twice, so documents slightly below the limit may count as too
		// long.
		if runes += n; runes > int64(maxRunes) {
			return nil, false, nil
		}
	}
	var out []Passage
	for _, id := range ids {
		chunks, err := q.DocumentChunks(ctx, retrievedb.DocumentChunksParams{OwnerID: owner, DocumentID: id})
		if err != nil {
			return nil, false, fmt.Errorf("chunks: %w", err)
		}
		unit, end := int64(0), int64(0)
		for _, c := range chunks {
			if c.Unit != unit {
				unit, end = c.Unit, 0
			}
			text := c.Text[min(max(end-c.Start, 0), int64(len(c.Text))):]
			end = c.Start + int64(len(c.Text))
			if text == "" {
				continue
			}
			out = append(out, Passage{
				DocumentID: id, Unit: int(c.Unit), Chunk: int(c.Idx), Heading: readPath(c.Heading).shown(), Header: c.Header, Text: text,
			})
		}
	}
	return out, true, nil
}
