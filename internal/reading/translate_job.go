package reading

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
)

// TranslationJob is the job kind for translating some units of a file by a model. The key of such a
// job is Wish.key.
const TranslationJob = "translation"

const (
	translationsAtOnce   = 4
	translationsOfOwner  = 2
	translationsWaiting  = 20               // unfinished jobs of one owner
	translationTime      = 30 * time.Minute // timeout of one attempt
	failedTranslationFor = time.Hour        // how long the reason of a failure is kept
)

// key returns the key of the job for a wish.
func (w Wish) key() string { return fmt.Sprintf("%s/%s/%d-%d", w.ID, w.Lang, w.From, w.To) }

// order is the payload of a job.
type order struct {
	Document string `json:"document"`
	Lang     string `json:"lang"`
	From     int    `json:"from"`
	To       int    `json:"to"`
	TraceID  string `json:"traceId"`
}

// beginTranslation queues a job for the paragraphs without a translation. It fails with errs.TooMany
// while the owner has translationsWaiting unfinished jobs.
func (s *Service) beginTranslation(ctx context.Context, w Wish) error {
	open, err := s.Jobs.Open(ctx, w.Owner, TranslationJob)
	if err != nil {
		return err
	}
	if open >= translationsWaiting {
		return errs.New(errs.TooMany).Retry(retryAfter)
	}
	payload, err := json.Marshal(order{w.ID, w.Lang, w.From, w.To, w.TraceID})
	if err != nil {
		return err
	}
	err = s.DB.InTx(ctx, func(tx *sql.Tx) error {
		_, err := s.Jobs.Enqueue(ctx, tx, job.New{Kind: TranslationJob, Key: w.key(), OwnerID: w.Owner, Payload: payload})
		return err
	})
	s.Jobs.Wake()
	return stored(err)
}

func (s *Service) translations() job.Kind {
	return job.Kind{
		Name: TranslationJob, Work: s.translateMissing,
		Final:  func(err error) bool { code := errs.From(err).Code; return final[code] || code == errs.NoTranslator },
		AtOnce: translationsAtOnce, PerOwner: translationsOfOwner, Attempts: maxAttempts, Delay: retryAfter,
		Timeout: translationTime, Keep: failedTranslationFor,
	}
}

// translateMissing runs one job. Pieces translated by an earlier attempt are not translated again.
func (s *Service) translateMissing(ctx context.Context, c *job.Claim) error {
	var o order
	if err := json.Unmarshal(c.Payload, &o); err != nil {
		return job.ErrObsolete
	}
	w := Wish{Owner: c.OwnerID, ID: o.Document, TraceID: o.TraceID, From: o.From, To: o.To, Lang: o.Lang}
	if _, err := s.readable(ctx, w.Owner, w.ID); err != nil {
		return gone(err)
	}
	units, err := s.unitsOf(ctx, w)
	if err != nil {
		return err
	}
	t := &translating{s: s, wish: w, claim: c, memory: map[string]string{}}
	missing, err := t.missing(ctx, itemsOf(units))
	if err != nil || len(missing) == 0 {
		return err
	}
	var connected bool
	if t.model, connected = s.model(); !connected {
		return errs.New(errs.NoTranslator)
	}
	return gone(t.translate(ctx, missing))
}

// gone replaces errs.NotFound of a deleted file by job.ErrObsolete, which deletes the job.
func gone(err error) error {
	if errs.Is(err, errs.NotFound) {
		return job.ErrObsolete
	}
	return err
}
