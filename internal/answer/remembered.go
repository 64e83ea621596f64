package answer

import (
	"context"
	"database/sql"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer/answerdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// maxRemembered bounds how many rows Remembered reads.
const maxRemembered = 500

// Remembered is a stored consent that applies to all later calls of one tool in one conversation.
type Remembered struct {
	CID  string
	Tool string // name of the tool
	Kept string // the name for TakeBack: it includes the version if the tool has one
}

// Remembered lists an owner's stored consents that apply to later calls, from at most maxRemembered
// rows. Temporary conversations are left out. `foreign` reports whether an agent of another author
// answers in a conversation.
func (l *Loop) Remembered(ctx context.Context, owner string, foreign func(cid string) bool) ([]Remembered, error) {
	rows, err := answerdb.New(l.DB.Read()).Remembered(ctx, answerdb.RememberedParams{OwnerID: owner, Size: maxRemembered})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	own, others := l.onceTools(ctx, owner, false), l.onceTools(ctx, owner, true)
	var out []Remembered
	for i, r := range rows {
		if i > 0 && rows[i-1].Cid == r.Cid && rows[i-1].Tool == r.Tool {
			continue // only the first row of a tool in a conversation counts; a lasting consent is sorted first
		}
		if r.Lasting || own[r.Tool] && (others[r.Tool] || !foreign(r.Cid)) {
			name, _, _ := strings.Cut(r.Tool, versionMark)
			out = append(out, Remembered{CID: r.Cid, Tool: name, Kept: r.Tool})
		}
	}
	return out, nil
}

// onceTools maps the stored name of each tool to true if the owner is asked for consent only once.
// `foreign` means that an agent of another author answers.
func (l *Loop) onceTools(ctx context.Context, owner string, foreign bool) map[string]bool {
	once := map[string]bool{}
	for _, t := range l.tools {
		once[t.kept()] = l.Asks(*t) == ConsentOnce
	}
	if l.MoreTools != nil {
		for _, t := range l.MoreTools(ctx, Turn{Owner: func() string { return owner }, Profile: Profile{Foreign: foreign}}) {
			once[t.kept()] = l.Asks(t) == ConsentOnce
		}
	}
	return once
}

// TakeBack deletes the consent to a tool in a conversation: the next call asks again. A running
// call continues. TakeBack fails with errs.NotFound if there is no such consent.
func (l *Loop) TakeBack(ctx context.Context, owner, cid, kept string) error {
	var n int64
	err := l.DB.InTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = answerdb.New(tx).TakeBack(ctx, answerdb.TakeBackParams{OwnerID: owner, Cid: cid, Tool: kept})
		return err
	})
	if err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	if n == 0 {
		return errs.New(errs.NotFound)
	}
	return nil
}
