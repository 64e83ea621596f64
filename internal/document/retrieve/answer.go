package retrieve

import "context"

// Answer answers a question with sentences of the documents, or refuses.
func (x *Index) Answer(ctx context.Context, q Query) (Answer, error) {
	found, _, err := x.search(ctx, q)
	return Answer{Refused: len(found) == 0, Passages: shown(found, q.Limit)}, err
}
