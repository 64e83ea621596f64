package chat

import (
	"context"
	"math"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/run"
)

// Detail returns one page of the chosen branch, newest message first. The page contains at most
// `limit` messages with an index below `before`; when `before` is 0, the page begins with the newest
// message. A limit of 0 means defaultPage, and the greatest limit is MaxPage. Detail also finds a
// moved conversation by its old cid.
func (s *Service) Detail(ctx context.Context, k Key, before, limit int) (view.Detail, error) {
	c, k, err := s.lookUp(ctx, k)
	if err != nil {
		return view.Detail{}, err
	}
	if before < 0 || limit < 0 {
		return view.Detail{}, badRequest("offset, limit")
	}
	if before == 0 {
		before = math.MaxInt32
	}
	// The running answer is read before the stored versions. If the answer ends between the two
	// reads, only its stored version is shown.
	live, err := s.Runs.Current(ctx, k.OwnerID, k.CID)
	if err != nil {
		return view.Detail{}, stored(err)
	}
	d := view.Detail{
		ID: c.Cid, AgentID: c.AgentID, Title: c.Title, SessionTitle: c.Title,
		ChatModelID: c.ChatModelID, ChatModelExtInfo: c.ModelExt,
		IsTemporary: s.temporary.has(k), IsTop: c.PinnedAt > 0, Summary: c.Summary, SummaryOf: c.SummaryOf,
		MultiMediaInfo: []view.MediaInfo{}, Convs: []view.Conv{},
	}
	d.HasNewer = c.LeafIndex >= int64(before)
	size := int(pageSize(limit))
	rows, err := s.reads(k).PathPage(ctx, chatdb.PathPageParams{
		OwnerID: k.OwnerID, Cid: k.CID, Leaf: c.LeafIndex, Before: int64(before), Size: int32(size + 1),
	})
	if err != nil {
		return view.Detail{}, stored(err)
	}
	if len(rows) > size {
		rows, d.HasMore = rows[:size], true
	}
	if len(rows) == 0 {
		return d, nil
	}
	versions, err := s.versions(ctx, k, c.LeafIndex, rows, live)
	if err != nil {
		return view.Detail{}, err
	}
	branches, err := s.branches(ctx, k, rows)
	if err != nil {
		return view.Detail{}, err
	}
	names, err := s.authors(ctx, rows)
	if err != nil {
		return view.Detail{}, stored(err)
	}
	for _, m := range rows {
		if m.Speaker == ai {
			d.Convs = append(d.Convs, view.Answer(m, versions[m.Idx]))
			continue
		}
		q := view.Question(m)
		if b := branches[m.ParentIdx]; len(b) > 1 {
			q.Branches = b
		}
		q.Author, q.AuthorName = m.AuthorID, names[m.AuthorID]
		d.Convs = append(d.Convs, q)
		if !m.Hidden {
			d.MultiMediaInfo = append(d.MultiMediaInfo, mediaOf(m)...)
		}
	}
	return d, nil
}

// authors returns the names of the people who asked the questions of a page, by id. Only
// questions of a project have an author.
func (s *Service) authors(ctx context.Context, page []chatdb.Message) (map[string]string, error) {
	var ids []string
	for _, m := range page {
		if m.AuthorID != "" {
			ids = append(ids, m.AuthorID)
		}
	}
	if len(ids) == 0 || s.Names == nil {
		return nil, nil
	}
	return s.Names(ctx, unique(ids))
}

// versions returns the versions of the answers of a page by index; a running answer is read from
// its run.
func (s *Service) versions(ctx context.Context, k Key, leaf int64, page []chatdb.Message, live *run.Run) (map[int64][]view.Speech, error) {
	rows, err := s.reads(k).Speeches(ctx, chatdb.SpeechesParams{
		OwnerID: k.OwnerID, Cid: k.CID, Leaf: leaf, FromIdx: page[len(page)-1].Idx, ToIdx: page[0].Idx,
	})
	if err != nil {
		return nil, stored(err)
	}
	out := make(map[int64][]view.Speech, len(page))
	for _, row := range rows {
		v := view.VersionOf(row)
		if live != nil && v.State == running && live.Index() == int(row.Idx) && live.RepeatIndex() == int(row.RepeatIdx) {
			v = liveVersion(v, live)
		}
		out[row.Idx] = append(out[row.Idx], v)
	}
	return out, nil
}

// liveVersion fills a version with the current content of its run.
func liveVersion(v view.Speech, r *run.Run) view.Speech {
	now := view.Draw(r.Message())
	now.SpeechIndex, now.ChatModelID, now.State = v.SpeechIndex, v.ChatModelID, v.State
	return now
}

// branches returns the indexes of the variants of every question of a page. All variants of a question
// follow the same message. The key of the map is the index of that message.
func (s *Service) branches(ctx context.Context, k Key, page []chatdb.Message) (map[int64][]int, error) {
	parents := make([]int64, 0, len(page))
	for _, m := range page {
		if m.Speaker == human {
			parents = append(parents, m.ParentIdx)
		}
	}
	if len(parents) == 0 {
		return nil, nil
	}
	rows, err := s.reads(k).Siblings(ctx, chatdb.SiblingsParams{
		OwnerID: k.OwnerID, Cid: k.CID, FromParent: slices.Min(parents), ToParent: slices.Max(parents),
	})
	if err != nil {
		return nil, stored(err)
	}
	out := map[int64][]int{}
	for _, r := range rows {
		out[r.ParentIdx] = append(out[r.ParentIdx], int(r.Idx))
	}
	return out, nil
}

func mediaOf(m chatdb.Message) []view.MediaInfo {
	var out []view.MediaInfo
	for _, f := range request.Decode(m.Request).Files {
		out = append(out, view.MediaInfo{ID: f.ID, FileName: f.FileName, URL: f.URL, Type: f.Type})
	}
	return out
}
