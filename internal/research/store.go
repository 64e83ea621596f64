package research

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/research/researchdb"
)

// stored converts a database error to an error for users.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return notFound()
	}
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

func fromRow(r researchdb.Research) (Study, error) {
	st := Study{
		ID: r.ID, Owner: r.OwnerID, Place: Place{r.Cid, int(r.Idx), int(r.RepeatIdx)}, State: State(r.State), UpdatedAt: r.UpdatedAt,
	}
	if err := json.Unmarshal([]byte(r.Body), &st.Body); err != nil {
		return Study{}, errs.Wrap(errs.StorageFail, err)
	}
	return st, nil
}

func (b Body) encode() string {
	raw, _ := json.Marshal(b) // cannot fail for strings and numbers
	return string(raw)
}

func (s *Service) study(ctx context.Context, owner, id string) (Study, error) {
	r, err := researchdb.New(s.DB.Read()).GetResearch(ctx, researchdb.GetResearchParams{OwnerID: owner, ID: id})
	if err != nil {
		return Study{}, stored(err)
	}
	return fromRow(r)
}

// studyOf reads the study of an answer. If the answer has no study, it fails with
// errs.NotFound.
func (s *Service) studyOf(ctx context.Context, owner string, p Place) (Study, error) {
	r, err := researchdb.New(s.DB.Read()).ResearchOfAnswer(ctx, researchdb.ResearchOfAnswerParams{
		OwnerID: owner, Cid: p.CID, Idx: int64(p.Index), RepeatIdx: int64(p.Repeat),
	})
	if err != nil {
		return Study{}, stored(err)
	}
	return fromRow(r)
}

func (s *Service) insert(ctx context.Context, st Study) error {
	return s.write(ctx, func(_ *sql.Tx, q *researchdb.Queries) error {
		return q.InsertResearch(ctx, researchdb.InsertResearchParams{
			ID: st.ID, OwnerID: st.Owner, Cid: st.CID, Idx: int64(st.Index), RepeatIdx: int64(st.Repeat),
			State: string(st.State), Body: st.encode(), CreatedAt: s.Now().UnixMilli(),
		})
	})
}

// errMoved means that the state of the study has changed since it was read.
var errMoved = errors.New("research: the study has moved on")

// set stores a study if its stored state is equal to `was`, and otherwise fails with
// errMoved.
func (s *Service) set(ctx context.Context, q *researchdb.Queries, st Study, was State) error {
	n, err := q.SetResearch(ctx, researchdb.SetResearchParams{
		State: string(st.State), Body: st.encode(), UpdatedAt: s.Now().UnixMilli(), OwnerID: st.Owner, ID: st.ID, Was: string(was),
	})
	if err == nil && n == 0 {
		return errMoved
	}
	return err
}

type step struct {
	kind, key string
	body      any
}

// Kinds of steps. Each comment states the type of the body and what the key identifies. The key of a
// round consists of the question and the depth of the round.
const (
	stepQueries = "queries" // []string, for a round
	stepSearch  = "search"  // []hit, of a query in a round
	stepPick    = "pick"    // []hit, of a round: the pages to read
	stepPage    = "page"    // page, by the page's key
	stepNotes   = "notes"   // []note, of a round and a page
	stepRound   = "round"   // roundEnd, of a round
	stepSection = "section" // section, for a question
	stepExtra   = "extra"   // section of the abstract or the table, by its name
	stepLack    = "lack"    // bool, by a reason why the report is incomplete
)
