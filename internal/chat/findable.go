package chat

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// findable updates the search entries of conversations within one transaction. Temporary
// conversations have no entries: for them the methods do nothing.
type findable struct {
	tx        *sql.Tx
	temporary bool
}

// writeFound is like write, and also passes fn a findable for the same transaction.
func (s *Service) writeFound(ctx context.Context, k Key, fn func(q *chatdb.Queries, f findable) error) error {
	return s.home(k).InTx(ctx, func(tx *sql.Tx) error { return fn(chatdb.New(tx), findable{tx, s.temporary.has(k)}) })
}

// asked adds the entry of a question that has no entry; `at` is the time of the question in Unix milliseconds.
func (f findable) asked(ctx context.Context, k Key, index int, at int64) error {
	if f.temporary {
		return nil
	}
	return entry.Add(ctx, f.tx, k.OwnerID, entry.Place{Kind: entry.Question, Ref: k.CID, Index: index}, at)
}

// answered updates the entry of a version of an answer, or removes it when the version has no
// text.
func (f findable) answered(ctx context.Context, k Key, index, repeat int, text string, at int64) error {
	if f.temporary {
		return nil
	}
	p := entry.Place{Kind: entry.Answer, Ref: k.CID, Index: index, Repeat: repeat}
	if text == "" {
		return entry.Drop(ctx, f.tx, k.OwnerID, p)
	}
	return entry.Put(ctx, f.tx, k.OwnerID, p, at)
}

// hid removes the entry of a question.
func (f findable) hid(ctx context.Context, k Key, index int) error {
	if f.temporary {
		return nil
	}
	return entry.Drop(ctx, f.tx, k.OwnerID, entry.Place{Kind: entry.Question, Ref: k.CID, Index: index})
}

// begun adds the entry of a new conversation's title; `at` is the time of the entry in Unix
// milliseconds.
func (f findable) begun(ctx context.Context, k Key, title string, at int64) error {
	if f.temporary || title == "" {
		return nil
	}
	return entry.Add(ctx, f.tx, k.OwnerID, entry.Place{Kind: entry.Conversation, Ref: k.CID}, at)
}

// titled updates the entry of a conversation's title, or removes it when the title is empty.
func (f findable) titled(ctx context.Context, k Key) error {
	if f.temporary {
		return nil
	}
	p := entry.Place{Kind: entry.Conversation, Ref: k.CID}
	c, err := chatdb.New(f.tx).GetConversation(ctx, chatdb.GetConversationParams{OwnerID: k.OwnerID, Cid: k.CID})
	switch {
	case errors.Is(err, sql.ErrNoRows), c.DeletedAt > 0:
		return nil // the entries were deleted together with the conversation
	case err != nil:
		return err
	case c.Title == "":
		return entry.Drop(ctx, f.tx, k.OwnerID, p)
	}
	return entry.Put(ctx, f.tx, k.OwnerID, p, c.CreatedAt)
}

// deleted removes all entries of a conversation.
func (f findable) deleted(ctx context.Context, k Key) error {
	if f.temporary {
		return nil
	}
	return entry.DropRef(ctx, f.tx, k.OwnerID, k.CID)
}

// restored creates the entries of a conversation anew: its title, questions and answers. Before, the
// conversation must have no entries.
func (f findable) restored(ctx context.Context, k Key) error {
	if f.temporary {
		return nil
	}
	if err := f.titled(ctx, k); err != nil {
		return err
	}
	q := chatdb.New(f.tx)
	questions, err := q.FindableQuestions(ctx, chatdb.FindableQuestionsParams{OwnerID: k.OwnerID, Cid: k.CID})
	if err != nil {
		return err
	}
	for _, m := range questions {
		if err := f.asked(ctx, k, int(m.Idx), m.CreatedAt); err != nil {
			return err
		}
	}
	answers, err := q.FindableAnswers(ctx, chatdb.FindableAnswersParams{OwnerID: k.OwnerID, Cid: k.CID})
	if err != nil {
		return err
	}
	for _, a := range answers {
		p := entry.Place{Kind: entry.Answer, Ref: k.CID, Index: int(a.Idx), Repeat: int(a.RepeatIdx)}
		if err := entry.Add(ctx, f.tx, k.OwnerID, p, a.CreatedAt); err != nil {
			return err
		}
	}
	return nil
}

// wantedPlaces has the parts of the queries below that differ between SQLite and PostgreSQL:
//   - {places} is a table j, made from a JSON argument with a list of places. Its columns are c (cid),
//     i (index) and r (version).
//   - {join} is the kind of join.
//   - {conversation}, {message} and {speech} are the joined tables.
//
// With these parts, both databases look up each place by its key. With plain joins, SQLite would first
// read all conversations of the owner, and PostgreSQL without statistics all questions.
var wantedPlaces = map[db.Dialect]*strings.Replacer{
	db.SQLite: strings.NewReplacer(
		"{places}", `(SELECT json_extract(value, '$.c') AS c, json_extract(value, '$.i') AS i, json_extract(value, '$.r') AS r FROM json_each($2)) j`,
		"{join}", `CROSS JOIN`, "{conversation}", `conversation`, "{message}", `message`, "{speech}", `speech`,
	),
	db.Postgres: strings.NewReplacer(
		"{places}", `json_to_recordset($2::text::json) AS j(c TEXT, i BIGINT, r BIGINT)`,
		"{join}", `JOIN`,
		"{conversation}", `LATERAL (SELECT * FROM conversation WHERE owner_id = $1 AND cid = j.c OFFSET 0)`,
		"{message}", `LATERAL (SELECT * FROM message WHERE owner_id = $1 AND cid = j.c AND idx = j.i OFFSET 0)`,
		"{speech}", `LATERAL (SELECT * FROM speech WHERE owner_id = $1 AND cid = j.c AND idx = j.i AND repeat_idx = j.r OFFSET 0)`,
	),
}

// The queries for the texts of entries, one for each kind. Their columns are cid, index, version,
// two parts of the text, title, agent and time. They return no deleted or hidden texts.
const (
	titlesFound = `SELECT c.cid, 0, 0, '', c.title, '', c.agent_id, c.last_replied_at FROM {places}
		{join} {conversation} c ON c.owner_id = $1 AND c.cid = j.c AND c.deleted_at = 0 AND c.title <> ''`
	questionsFound = `SELECT m.cid, m.idx, 0, m.display_prompt, m.prompt, c.title, c.agent_id, m.created_at FROM {places}
		{join} {message} m ON m.owner_id = $1 AND m.cid = j.c AND m.idx = j.i AND m.speaker = 'human' AND m.hidden = FALSE
		{join} {conversation} c ON c.owner_id = m.owner_id AND c.cid = m.cid AND c.deleted_at = 0`
	answersFound = `SELECT s.cid, s.idx, s.repeat_idx, '', s.text, c.title, c.agent_id, s.created_at FROM {places}
		{join} {speech} s ON s.owner_id = $1 AND s.cid = j.c AND s.idx = j.i AND s.repeat_idx = j.r AND s.text <> ''
		{join} {conversation} c ON c.owner_id = s.owner_id AND c.cid = s.cid AND c.deleted_at = 0`
)

// textsFound contains the three queries above for each database, by the kind of entry.
var textsFound = func() map[db.Dialect]map[entry.Kind]string {
	of := map[db.Dialect]map[entry.Kind]string{}
	for dialect, parts := range wantedPlaces {
		of[dialect] = map[entry.Kind]string{
			entry.Conversation: parts.Replace(titlesFound), entry.Question: parts.Replace(questionsFound), entry.Answer: parts.Replace(answersFound),
		}
	}
	return of
}()

// wantedPlace is a row of {places}.
type wantedPlace struct {
	C string `json:"c"`
	I int    `json:"i"`
	R int    `json:"r"`
}

// conversationsFound are the queries for the cid, title and agent of conversations that are not deleted.
var conversationsFound = map[db.Dialect]string{
	db.SQLite: `SELECT c.cid, c.title, c.agent_id FROM json_each($2) j
		CROSS JOIN conversation c ON c.owner_id = $1 AND c.cid = j.value AND c.deleted_at = 0`,
	db.Postgres: `SELECT c.cid, c.title, c.agent_id FROM json_array_elements_text($2::text::json) AS j(cid)
		JOIN LATERAL (SELECT * FROM conversation WHERE owner_id = $1 AND cid = j.cid OFFSET 0) c ON c.deleted_at = 0`,
}

// Texts returns the texts at some places of an owner's conversations: titles, questions and
// answers. Places without a text are left out.
func (s *Service) Texts(ctx context.Context, owner string, places []entry.Place) ([]entry.Text, error) {
	of := map[entry.Kind][]wantedPlace{}
	for _, p := range places {
		of[p.Kind] = append(of[p.Kind], wantedPlace{p.Ref, p.Index, p.Repeat})
	}
	out := make([]entry.Text, 0, len(places))
	for kind, query := range textsFound[s.DB.Dialect()] {
		if len(of[kind]) == 0 {
			continue
		}
		list, err := json.Marshal(of[kind])
		if err != nil {
			return nil, err
		}
		rows, err := s.DB.Read().QueryContext(ctx, query, owner, string(list))
		if err != nil {
			return nil, err
		}
		if out, err = readTexts(rows, kind, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readTexts(rows *sql.Rows, kind entry.Kind, out []entry.Text) ([]entry.Text, error) {
	defer rows.Close()
	t := entry.Text{Place: entry.Place{Kind: kind}} // declared outside of the loop, so that it is allocated once
	var shown string
	for rows.Next() {
		if err := rows.Scan(&t.Ref, &t.Index, &t.Repeat, &shown, &t.Body, &t.Title, &t.Link.AgentID, &t.Time); err != nil {
			return nil, err
		}
		if shown != "" {
			t.Body = strings.TrimSpace(shown + "\n" + t.Body)
		}
		t.Link = linkTo(t.Place, t.Link.AgentID)
		out = append(out, t)
	}
	return out, rows.Err()
}

// Titles returns a link to the message at each place and the title of the conversation, but not the
// text of the message. It leaves out messages of deleted conversations. It does not check whether a
// message itself exists.
func (s *Service) Titles(ctx context.Context, owner string, places []entry.Place) ([]entry.Text, error) {
	var cids []string
	of := map[string][]entry.Place{}
	for _, p := range places {
		if of[p.Ref] == nil {
			cids = append(cids, p.Ref)
		}
		of[p.Ref] = append(of[p.Ref], p)
	}
	list, err := json.Marshal(cids)
	if err != nil {
		return nil, err
	}
	rows, err := s.DB.Read().QueryContext(s.DB.Brief(ctx), conversationsFound[s.DB.Dialect()], owner, string(list))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]entry.Text, 0, len(places))
	var cid, title, agent string
	for rows.Next() {
		if err := rows.Scan(&cid, &title, &agent); err != nil {
			return nil, err
		}
		for _, p := range of[cid] {
			out = append(out, entry.Text{Place: p, Title: title, Link: linkTo(p, agent)})
		}
	}
	return out, rows.Err()
}

// linkTo returns the link to a message of a conversation with an agent.
func linkTo(p entry.Place, agent string) entry.Link {
	return entry.Link{ConversationID: p.Ref, AgentID: agent, Index: p.Index, RepeatIndex: p.Repeat}
}
