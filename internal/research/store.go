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

// Kinds of steps. Each comment states the type of the body, and after the semicolon what the key of the
// step identifies. A round is identified by roundKey.
const (
	stepQueries = "queries" // []string; the round
	stepSearch  = "search"  // []hit; the round and the query
	stepPick    = "pick"    // []hit, the pages to read; the round
	stepPage    = "page"    // page; the page
	stepNotes   = "notes"   // []note; the round and the page
	stepRound   = "round"   // roundEnd; the round
	stepSection = "section" // section; the question
	stepExtra   = "extra"   // section; the abstract or the table
	stepLack    = "lack"    // bool; the reason why the report is incomplete
)
