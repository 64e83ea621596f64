package gather

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// ownLimit is the maximum number of passages from the user's own data for a model.
const ownLimit = 12

// own searches the user's own data. `unlinked` means that a web search was requested but no search
// source is configured. own then reports this to the user and to the model.
func (w *work) own(ctx context.Context, unlinked bool) (answer.Found, error) {
	if needless(w.t.Question) || w.t.ChatType == documentAnalysis || w.t.Profile.Foreign {
		return answer.Found{}, nil
	}
	var f answer.Found
	if unlinked {
		if !w.t.Choice.Info.Builtin { // for users of the built-in engine, the step below is enough
			f.Notes = append(f.Notes, w.words.unlinked)
		}
		if err := w.out.Emit(stream.Step{ID: "web-unlinked", Msg: w.words.unlinked, Code: codeUnlinked, State: stream.PartDone}); err != nil {
			return f, err
		}
	}
	step := stream.Step{ID: "web-own", Msg: w.words.library, Code: codeLibrary, State: stream.PartRunning}
	if err := w.out.Emit(step); err != nil {
		return f, err
	}
	question := w.byRules().question
	if w.t.Choice.Info.Builtin {
		found, err := w.Own.Answer(ctx, w.t.Owner(), question)
		if err != nil {
			return f, err
		}
		found.Intent, found.Everything, found.Near = source.Answer, true, found.Near[:min(len(found.Near), maxNear)]
		f.Finding, f.Sources = found, found.Cited()
	} else {
		found, err := w.Own.Search(ctx, w.t.Owner(), question, ownLimit)
		if err != nil {
			return f, err
		}
		f.Sources = w.fitting(found)
		if len(f.Sources) > 0 {
			f.Instruct = w.words.ownInstruct
		}
	}
	return f, w.out.Emit(stream.StepUpdate{ID: step.ID, State: stream.PartDone, Detail: w.words.places(len(f.Sources))})
}

// fitting returns the sources that fit into the model's context together. A source larger than the
// remaining room is skipped.
func (w *work) fitting(found []source.Source) []source.Source {
	room := w.t.Room(llm.Message{Content: w.words.ownInstruct})
	var out []source.Source
	for _, s := range found {
		size := w.t.Count(source.Prompt([]source.Source{s}, 1, w.t.Locale))
		if size > room {
			continue
		}
		room -= size
		out = append(out, s)
	}
	return out
}
