package gather

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// known returns the passages of the profile's knowledge that fit the question, for each scope best
// first. Passages that do not fit into `tokens` tokens are left out.
func (w *work) known(ctx context.Context, tokens int) ([]source.Source, error) {
	if len(w.t.Profile.Knowledge) == 0 {
		return nil, nil
	}
	found, err := SearchKnowledge(ctx, w.library, w.t.Owner(), w.t.Profile.Knowledge, Query{Text: w.question(), Before: w.before(), Limit: searchLimit})
	if err != nil {
		return nil, err
	}
	var out []source.Source
	for _, s := range found {
		if size := w.sizeOf(s); size <= tokens {
			tokens -= size
			out = append(out, s)
		}
	}
	return out, nil
}

// before returns the previous question if the current question is short and may refer to
// it.
func (w *work) before() string {
	if text.Len(w.question()) < shortFollow {
		return w.asked()
	}
	return ""
}

// SearchKnowledge returns the passages that fit a question, scope by scope. The limit of the query
// applies to each scope. Users can open sources in their own files. Of sources in other files, they see only
// the title and the passage.
func SearchKnowledge(ctx context.Context, l Library, asker string, scopes []answer.Scope, q Query) ([]source.Source, error) {
	var out []source.Source
	for _, scope := range scopes {
		found, err := inScope(ctx, l, scope, q)
		if err != nil {
			return nil, err
		}
		out = append(out, closed(found, scope, asker)...)
	}
	return out, nil
}

func inScope(ctx context.Context, l Library, scope answer.Scope, q Query) ([]source.Source, error) {
	switch {
	case len(scope.IDs) == 0: // without ids, all files would be searched
		return nil, nil
	case scope.Kind == answer.ScopeSites:
		return l.Sites(ctx, scope.IDs, q.Text, q.Limit)
	case scope.Kind == answer.ScopeFiles:
		q.OwnerID, q.IDs = scope.Owner, scope.IDs
		return l.Search(ctx, q)
	}
	return nil, nil
}

// closed turns sources in other people's files into source.Knowledge, which cannot be
// opened.
func closed(found []source.Source, scope answer.Scope, asker string) []source.Source {
	if scope.Kind == answer.ScopeFiles && scope.Owner != asker {
		for i := range found {
			found[i].Kind = source.Knowledge
		}
	}
	return found
}

// orKnown adds an answer from the profile's knowledge if the files do not answer the question. If
// the knowledge does not answer the question either, orKnown may add sentences near to the question.
func (w *work) orKnown(ctx context.Context, f source.Finding) (source.Finding, error) {
	if len(w.t.Profile.Knowledge) == 0 || f.Intent != source.Answer || !f.Refused && len(f.Sentences) > 0 {
		return f, nil
	}
	var near, possible []source.Source
	for _, scope := range w.t.Profile.Knowledge {
		q := Query{Text: w.question(), Before: w.before(), Limit: searchLimit}
		var found Answer
		var err error
		if scope.Kind == answer.ScopeFiles && len(scope.IDs) > 0 {
			q.OwnerID, q.IDs = scope.Owner, scope.IDs
			found, err = w.library.Answer(ctx, q)
		} else {
			found.Near, err = inScope(ctx, w.library, scope, q)
			found.Refused = true
		}
		if err != nil {
			return f, err
		}
		if !found.Refused && len(found.Sentences) > 0 {
			f.Refused, f.Near, f.Possible = false, nil, false
			f.Sentences = closed(found.Sentences, scope, w.t.Owner())
			f.Things = append(f.Things, thingsOf(f.Sentences)...)
			return f, nil
		}
		near = append(near, closed(found.Near, scope, w.t.Owner())...)
		possible = append(possible, closed(found.Possible, scope, w.t.Owner())...)
	}
	switch f.Refused = true; {
	case f.Possible:
	case len(possible) > 0:
		f.Near, f.Possible = possible[:min(maxNear, len(possible))], true
	case len(f.Near) == 0:
		f.Near = nearest(near, w.question())
	}
	f.Things = append(f.Things, thingsOf(f.Near)...)
	return f, nil
}
