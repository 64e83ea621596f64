package research

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/research/researchdb"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Name is the name of this author of answers. Profiles select the author by this name.
const Name = "research"

// Name returns the author's name.
func (s *Service) Name() string { return Name }

// Write answers a question in research mode. It first writes a plan or a request for clarification.
// After the user has started the study, it does the research.
func (s *Service) Write(ctx context.Context, t answer.Turn, out answer.AuthorOut) error {
	st, err := s.shownIn(ctx, t)
	switch {
	case errs.Is(err, errs.NotFound):
		return s.plan(ctx, t, out)
	case err != nil:
		return err
	case st.State == Asked: // the server stopped before the request for clarification was shown
		err := s.write(ctx, func(_ *sql.Tx, q *researchdb.Queries) error {
			return q.DropResearch(ctx, researchdb.DropResearchParams{OwnerID: t.Owner(), ID: st.ID})
		})
		if err != nil {
			return err
		}
		return s.plan(ctx, t, out)
	case st.State == Planned:
		return out.Emit(outline(st))
	}
	return s.carryOn(ctx, st, t, out)
}

// shownIn finds the study of an answer. It prefers the id in the answer's outline, because
// a login may have changed the conversation's id. Without an outline, it searches by the place of
// the answer.
func (s *Service) shownIn(ctx context.Context, t answer.Turn) (Study, error) {
	if t.Partial != nil {
		for _, it := range t.Partial.Content {
			c, ok := it.Event.(stream.Card)
			if !ok || c.Kind != outlineCard {
				continue
			}
			var data OutlineData
			if json.Unmarshal(c.Data, &data) == nil && data.ResearchID != "" {
				return s.study(ctx, t.Owner(), data.ResearchID)
			}
		}
	}
	return s.studyOf(ctx, t.Owner(), placeOf(t))
}

func placeOf(t answer.Turn) Place { return Place{t.CID, t.Index, t.Repeat} }

// plan makes the plan of a question and shows it as an outline, or asks the user to clarify the
// question. If there is neither a search source nor a file, the answer only states this.
func (s *Service) plan(ctx context.Context, t answer.Turn, out answer.AuthorOut) error {
	w := wordsIn(t.Locale)
	if !s.Search.Available() && len(t.Files) == 0 {
		return out.WriteText(w.noSource)
	}
	show := stream.DeepSearch{ID: planBlock, State: stream.PartRunning, Title: w.planning, IconType: thinkIcon, Contents: []stream.DeepSearchItem{}}
	if err := out.Emit(show); err != nil {
		return err
	}
	question, asked, err := s.questionOf(ctx, t)
	if err != nil {
		return err
	}
	m := newPrompter(t.Choice, t.Locale, t.Now, out.AddUsage, out.MayContinue)
	b, back, err := planned(ctx, m, t, question, asked)
	if err != nil {
		return err
	}
	st := Study{ID: id.New(), Owner: t.Owner(), Place: placeOf(t), State: Planned, Body: b}
	if back != nil {
		st.State = Asked
	}
	if err := s.insert(ctx, st); err != nil {
		return err
	}
	show.State, show.Title = stream.PartDone, w.planned
	show.Contents = append(show.Contents, stream.DeepSearchItem{Type: "text", Msg: plain(fmt.Sprintf(w.about, short(question, MaxLine)))})
	if back != nil {
		if err := out.Emit(show); err != nil {
			return err
		}
		return out.WriteText(askedBack(*back, w))
	}
	if b.ByRules {
		show.Contents = append(show.Contents, stream.DeepSearchItem{Type: "text", Msg: w.byRules})
	}
	return out.Emit(show, outline(st))
}

// questionOf returns the question to research. If the previous answer asked for clarification, it
// returns the previous question together with the user's reply, and `asked` is true. Then the user is
// not asked for clarification again.
func (s *Service) questionOf(ctx context.Context, t answer.Turn) (question string, asked bool, err error) {
	if len(t.Earlier) == 0 || t.Earlier[len(t.Earlier)-1].Index == 0 {
		return t.Question, false, nil
	}
	last := t.Earlier[len(t.Earlier)-1]
	before, err := s.studyOf(ctx, t.Owner(), Place{t.CID, last.Index, last.Repeat})
	switch {
	case errs.Is(err, errs.NotFound) || err == nil && before.State != Asked:
		return t.Question, false, nil
	case err != nil:
		return "", false, err
	}
	return before.Question + "\n" + t.Question, true, nil
}

// askedBack returns the request for clarification, with the possible meanings.
func askedBack(c clarify, w words) string {
	var b strings.Builder
	fmt.Fprintf(&b, w.clarify+"\n\n", plain(c.Question))
	for i, o := range c.Options {
		fmt.Fprintf(&b, "%d. %s\n", i+1, plain(o))
	}
	b.WriteString("\n" + w.either)
	return b.String()
}

// carryOn continues the study after its last stored step.
func (s *Service) carryOn(ctx context.Context, st Study, t answer.Turn, out answer.AuthorOut) error {
	if err := s.run(ctx, &st, t.Owner()); err != nil {
		return err
	}
	w, err := s.newWork(ctx, st, t, out)
	if err != nil {
		return err
	}
	if err := out.Emit(outline(st)); err != nil {
		return err
	}
	if err := w.showBudget(false); err != nil { // shown now, so that the budget card is above the rounds
		return err
	}
	if w.n > 0 {
		if err := out.Emit(stream.Step{Msg: w.words.remaking}); err != nil {
			return err
		}
	}
	if err := w.questions(ctx); err != nil {
		return err
	}
	if err := w.showBudget(true); err != nil {
		return err
	}
	if len(w.sources()) == 0 {
		if err := out.WriteText(w.emptyReport()); err != nil {
			return err
		}
		return w.spend(ctx, func(st *Study) { st.Written, st.Partial, st.Empty = true, true, true })
	}
	if err := w.writeAll(ctx); err != nil {
		return err
	}
	return w.tell(ctx)
}

// run marks the study as running. If the study has no monitoring job, run adds the job. The job is
// missing if the user continued the answer manually.
func (s *Service) run(ctx context.Context, st *Study, owner string) error {
	was := st.State
	st.State, st.Owner, st.Written = Running, owner, false
	return s.write(ctx, func(tx *sql.Tx, q *researchdb.Queries) error {
		if _, err := s.Jobs.Enqueue(ctx, tx, job.New{Kind: Job, Key: st.ID, OwnerID: owner}); err != nil {
			return err
		}
		return s.set(ctx, q, *st, was)
	})
}
