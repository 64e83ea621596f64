package answer

import (
	"context"
	"database/sql"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer/answerdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// maxRemembered is how many consents one list has.
const maxRemembered = 500

// Remembered is a consent that holds for later calls of a tool in a conversation.
type Remembered struct {
	CID  string
	Tool string // its name
	Kept string // what TakeBack calls it: the name, with the version of a tool that has one
}

// Remembered lists what an owner has allowed beyond a single call. Temporary
// conversations are left out: what was said in them ends with them.
func (l *Loop) Remembered(ctx context.Context, owner string) ([]Remembered, error) {
	rows, err := answerdb.New(l.DB.Read()).Remembered(ctx, answerdb.RememberedParams{OwnerID: owner, Size: maxRemembered})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	var out []Remembered
	for i, r := range rows {
		if i > 0 && rows[i-1].Cid == r.Cid && rows[i-1].Tool == r.Tool {
			continue // the lasting one stands first
		}
		name, _, _ := strings.Cut(r.Tool, versionMark)
		t := l.tools[name]
		if r.Lasting || t != nil && l.Asks(*t) == ConsentOnce {
			out = append(out, Remembered{CID: r.Cid, Tool: name, Kept: r.Tool})
		}
	}
	return out, nil
}

// TakeBack forgets what an owner has allowed of a tool in a conversation: the next
// call asks again. A call that has begun goes on. It fails with errs.NotFound when
// there was nothing to forget.
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
