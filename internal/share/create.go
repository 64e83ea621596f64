package share

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Wanted is a request to create a share.
type Wanted struct {
	OwnerID string
	CID     string
	Indexes []int // indexes of answers or their questions; empty: the whole branch
	Title   string
	Terms
	HidesThinking bool
	Files         FileRule // empty: FilesNamed
	Locale        string
	TraceID       string
}

// Terms are the settings of a share that can be changed later.
type Terms struct {
	Password  string // empty: no password
	ExpiresAt int64  // in Unix milliseconds; 0: the share does not expire
	Listed    bool   // search engines may index the share if it has no password
}

// Made is the result of Create.
type Made struct {
	Share
	Left int // number of selected rounds left out because they are withheld by the content rules
}

// Create creates a share. It fails, for example, with:
//   - errs.NotFound if the owner has no such conversation;
//   - errs.ShareTemporary for a temporary conversation;
//   - errs.Busy while a selected answer is still being made;
//   - errs.ShareWithheld if the content rules withhold all selected rounds;
//   - errs.SharesOwned if the owner already has maxShares shares, or if the shares including the new one
//     would need more than maxOwned bytes.
func (s *Service) Create(ctx context.Context, w Wanted) (Made, error) {
	if w.Files == "" {
		w.Files = FilesNamed
	}
	if !slices.Contains(fileRules, w.Files) {
		return Made{}, badRequest("files")
	}
	if len(w.Indexes) > 2*maxRounds {
		return Made{}, badRequest("indexes")
	}
	if err := s.checkEnd(w.ExpiresAt); err != nil {
		return Made{}, err
	}
	talk, err := s.Conversations.Talk(ctx, w.OwnerID, w.CID)
	if err != nil {
		return Made{}, err
	}
	if talk.Temporary {
		return Made{}, errs.New(errs.ShareTemporary)
	}
	chosen, err := chosenOf(talk.Rounds, w.Indexes)
	if err != nil {
		return Made{}, err
	}
	for _, r := range chosen {
		if r.Answer.State == stream.Running {
			return Made{}, errs.New(errs.Busy)
		}
	}
	shown, left := s.snapshot(ctx, w, chosen)
	if len(shown.Rounds) == 0 {
		return Made{}, errs.New(errs.ShareWithheld)
	}
	data, err := pack(shown)
	if err != nil {
		return Made{}, err
	}
	title, err := s.title(ctx, w.OwnerID, w.TraceID, w.Title, talk.Title, shown.Rounds[0].Question)
	if err != nil {
		return Made{}, err
	}
	hash, err := hashPassword(ctx, w.Password)
	if err != nil {
		return Made{}, err
	}
	now := s.Now().UnixMilli()
	row := sharedb.InsertShareParams{
		ID: id.Random(idLength), OwnerID: w.OwnerID, Kind: string(SnapshotKind), Cid: talk.CID, Title: title, Summary: s.summary(shown),
		Password: hash, ExpiresAt: w.ExpiresAt, HidesThinking: w.HidesThinking, Files: string(w.Files), Listed: w.Listed,
		Rounds: int64(len(shown.Rounds)), Size: int64(len(data)), CreatedAt: now, Data: data,
	}
	err = s.writeOf(ctx, w.OwnerID, func(q *sharedb.Queries) error {
		have, err := q.CountShares(ctx, w.OwnerID)
		if err != nil {
			return err
		}
		if have.Shares >= maxShares || have.Bytes+row.Size > maxOwned {
			return errs.New(errs.SharesOwned).With("limit", strconv.Itoa(maxShares))
		}
		return q.InsertShare(ctx, row)
	})
	if err != nil {
		return Made{}, err
	}
	made, err := s.Own(ctx, w.OwnerID, row.ID)
	return Made{made, left}, err
}

// checkEnd refuses a time of expiry that is past, or more than maxShareYears in the future.
func (s *Service) checkEnd(at int64) error {
	now := s.Now()
	if at != 0 && (at <= now.UnixMilli() || at > now.AddDate(maxShareYears, 0, 0).UnixMilli()) {
		return badRequest("expiresAt")
	}
	return nil
}

// chosenOf selects rounds by index and returns them in the order of the conversation.
func chosenOf(all []Said, indexes []int) ([]Said, error) {
	if len(indexes) == 0 {
		if len(all) > maxRounds {
			return nil, errs.New(errs.TooLarge).With("limit", strconv.Itoa(maxRounds))
		}
		return all, nil
	}
	want := map[int]bool{}
	for _, i := range indexes {
		want[i+i%2] = true // the index of a question is converted to the index of its answer
	}
	var out []Said
	for _, r := range all {
		if want[r.Index] {
			delete(want, r.Index)
			out = append(out, r)
		}
	}
	switch {
	case len(want) > 0:
		return nil, notFound()
	case len(out) > maxRounds:
		return nil, errs.New(errs.TooLarge).With("limit", strconv.Itoa(maxRounds))
	}
	return out, nil
}

// title returns the first text that is not empty. It shortens the text to one line of at most maxTitle
// characters, and masks it by the content rules. If all texts are empty, it returns the product's name.
// If the rules withhold the text, it fails with errs.ShareWithheld.
func (s *Service) title(ctx context.Context, owner, traceID string, of ...string) (string, error) {
	for _, t := range of {
		if t = oneLine(t, maxTitle); t == "" {
			continue
		}
		shown, withheld := s.Rules(ctx, owner, traceID)(t)
		if withheld {
			return "", errs.New(errs.ShareWithheld)
		}
		return shown, nil
	}
	return s.Brand, nil
}

// oneLine returns the beginning of a text on one line, at most `limit` characters. Characters that a
// database cannot store are removed.
func oneLine(s string, limit int) string {
	s = text.OneLine(strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", ""))
	if text.Len(s) > limit {
		s = strings.TrimSpace(text.Cut(s, limit-1)) + "…"
	}
	return s
}
