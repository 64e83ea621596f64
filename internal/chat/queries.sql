-- GetConversation also returns a deleted conversation until it is purged.
-- name: GetConversation :one
SELECT * FROM conversation WHERE owner_id = $1 AND cid = $2;

-- name: DeletedAt :one
SELECT deleted_at FROM conversation WHERE owner_id = $1 AND cid = $2;

-- name: InsertConversation :execrows
INSERT INTO conversation (owner_id, cid, agent_id, title, title_by, chat_type, project_id, chat_model_id, model_ext,
    last_reply, summary, summary_of, good_question, next_index, leaf_index,
    created_at, first_replied_at, last_replied_at, pinned_at, deleted_at)
VALUES ($1, $2, $3, $4, 'first', $5, $6, $7, $8, '', $9, $10, $11, $12, $13, $14, 0, $14, 0, 0)
ON CONFLICT (owner_id, cid) DO NOTHING;

-- name: Advance :execrows
UPDATE conversation
SET next_index = $1, leaf_index = $2, last_replied_at = $3, chat_model_id = $4, model_ext = $5,
    good_question = $6, title = CASE WHEN title = '' THEN $7 ELSE title END
WHERE owner_id = $8 AND cid = $9 AND deleted_at = 0 AND next_index = sqlc.arg(expected_next_index);

-- name: InsertQuestionAndAnswer :exec
INSERT INTO message (owner_id, cid, idx, parent_idx, speaker, chosen_child, selected_repeat,
    prompt, display_prompt, request, source, hidden, created_at, author_id)
VALUES ($1, $2, $3, $4, 'human', 0, 0, $5, $6, $7, $8, FALSE, $9, sqlc.arg(author_id)),
       ($1, $2, sqlc.arg(answer_idx), $3, 'ai', 0, 0, '', '', '', $8, FALSE, $9, '');

-- name: InsertSpeech :execrows
INSERT INTO speech (owner_id, cid, idx, repeat_idx, run_id, chat_model_id, model_id,
    state, error_code, message, text, feedback, created_at, ended_at)
VALUES ($1, $2, $3, $4, '', $5, '', 'running', '', '', '', '', $6, 0)
ON CONFLICT (owner_id, cid, idx, repeat_idx) DO NOTHING;

-- name: ReopenSpeech :execrows
UPDATE speech SET state = 'running', error_code = '', chat_model_id = $1, ended_at = 0
WHERE owner_id = $2 AND cid = $3 AND idx = $4 AND repeat_idx = $5 AND state <> 'running';

-- EndSpeech stores the end of an answer. If the model is empty, as after a crash, the stored model
-- is kept.
-- name: EndSpeech :execrows
UPDATE speech SET run_id = $1, state = $2, error_code = $3, message = $4, text = $5, ended_at = $6,
    model_id = COALESCE(NULLIF(CAST(sqlc.arg(model_id) AS TEXT), ''), model_id)
WHERE owner_id = $7 AND cid = $8 AND idx = $9 AND repeat_idx = $10;

-- name: SetSpeechMessage :execrows
UPDATE speech SET message = $1
WHERE owner_id = $2 AND cid = $3 AND idx = $4 AND repeat_idx = $5 AND state <> 'running';

-- name: Replied :exec
UPDATE conversation
SET last_reply = $1, last_replied_at = CASE WHEN last_replied_at < $2 THEN $2 ELSE last_replied_at END,
    first_replied_at = CASE WHEN first_replied_at = 0 THEN $2 ELSE first_replied_at END
WHERE owner_id = $3 AND cid = $4;

-- name: HideQuestion :exec
UPDATE message SET hidden = TRUE WHERE owner_id = $1 AND cid = $2 AND idx = $3;

-- name: GetMessage :one
SELECT m.* FROM message m
JOIN conversation c ON c.owner_id = m.owner_id AND c.cid = m.cid AND c.deleted_at = 0
WHERE m.owner_id = $1 AND m.cid = $2 AND m.idx = $3;

-- name: GetSpeech :one
SELECT s.* FROM speech s
JOIN conversation c ON c.owner_id = s.owner_id AND c.cid = s.cid AND c.deleted_at = 0
WHERE s.owner_id = $1 AND s.cid = $2 AND s.idx = $3 AND s.repeat_idx = $4;

-- name: CountVersions :one
SELECT count(*) FROM speech WHERE owner_id = $1 AND cid = $2 AND idx = $3;

-- name: SelectVersion :execrows
UPDATE message SET selected_repeat = $1
WHERE message.owner_id = $2 AND message.cid = $3 AND message.idx = $4 AND speaker = 'ai'
  AND EXISTS (SELECT 1 FROM conversation c WHERE c.owner_id = $2 AND c.cid = $3 AND c.deleted_at = 0)
  AND EXISTS (SELECT 1 FROM speech s WHERE s.owner_id = $2 AND s.cid = $3 AND s.idx = $4 AND s.repeat_idx = $1);

-- ShowNewVersion selects the newly created version of an answer, and sets the answer's `source` (see
-- request.Source).
-- name: ShowNewVersion :execrows
UPDATE message SET selected_repeat = $1, source = $2 WHERE owner_id = $3 AND cid = $4 AND idx = $5;

-- History returns at most `depth` messages of a branch: the message `leaf` and the messages before it, in
-- no particular order. Each answer has its selected version. The column `tools` is the same in all rows:
-- it reports whether any answer of the conversation has a stored step, which contains calls of tools.
-- name: History :many
WITH RECURSIVE path AS (
    SELECT m.idx, m.parent_idx, m.speaker, m.prompt, m.request, m.hidden, m.selected_repeat, 1 AS depth FROM message m
    WHERE m.owner_id = sqlc.arg(owner_id) AND m.cid = sqlc.arg(cid) AND m.idx = sqlc.arg(leaf)
    UNION ALL
    SELECT m.idx, m.parent_idx, m.speaker, m.prompt, m.request, m.hidden, m.selected_repeat, path.depth + 1 FROM message m
    JOIN path ON m.owner_id = sqlc.arg(owner_id) AND m.cid = sqlc.arg(cid) AND m.idx = path.parent_idx
    WHERE path.depth < CAST(sqlc.arg(depth) AS BIGINT)
)
SELECT m.idx, m.speaker, m.prompt, m.request, m.hidden, m.selected_repeat, COALESCE(s.text, '') AS text,
    EXISTS (SELECT 1 FROM answer_step a WHERE a.owner_id = sqlc.arg(owner_id) AND a.cid = sqlc.arg(cid)) AS tools
FROM path m
LEFT JOIN speech s ON s.owner_id = sqlc.arg(owner_id) AND s.cid = sqlc.arg(cid) AND s.idx = m.idx AND s.repeat_idx = m.selected_repeat;

-- PathPage returns one page of the chosen branch: the messages with an index less than `before`,
-- newest first.
-- name: PathPage :many
WITH RECURSIVE path AS (
    SELECT m.idx, m.parent_idx FROM message m
    WHERE m.owner_id = sqlc.arg(owner_id) AND m.cid = sqlc.arg(cid) AND m.idx = sqlc.arg(leaf)
    UNION ALL
    SELECT m.idx, m.parent_idx FROM message m
    JOIN path ON m.owner_id = sqlc.arg(owner_id) AND m.cid = sqlc.arg(cid) AND m.idx = path.parent_idx
)
SELECT m.* FROM path
JOIN message m ON m.owner_id = sqlc.arg(owner_id) AND m.cid = sqlc.arg(cid) AND m.idx = path.idx
WHERE m.idx < sqlc.arg(before)
ORDER BY path.idx DESC
LIMIT sqlc.arg(size);

-- Speeches returns all versions of the answers on a page of PathPage.
-- name: Speeches :many
WITH RECURSIVE path AS (
    SELECT m.idx, m.parent_idx FROM message m
    WHERE m.owner_id = sqlc.arg(owner_id) AND m.cid = sqlc.arg(cid) AND m.idx = sqlc.arg(leaf)
    UNION ALL
    SELECT m.idx, m.parent_idx FROM message m
    JOIN path ON m.owner_id = sqlc.arg(owner_id) AND m.cid = sqlc.arg(cid) AND m.idx = path.parent_idx
)
SELECT s.* FROM path
JOIN speech s ON s.owner_id = sqlc.arg(owner_id) AND s.cid = sqlc.arg(cid) AND s.idx = path.idx
WHERE s.idx >= sqlc.arg(from_idx) AND s.idx <= sqlc.arg(to_idx)
ORDER BY s.idx DESC, s.repeat_idx;

-- name: Siblings :many
SELECT idx, parent_idx FROM message
WHERE owner_id = $1 AND cid = $2 AND speaker = 'human' AND parent_idx >= sqlc.arg(from_parent) AND parent_idx <= sqlc.arg(to_parent)
ORDER BY idx;

-- name: Nodes :many
SELECT idx, parent_idx, chosen_child FROM message
WHERE owner_id = $1 AND cid = $2 AND idx >= $3
ORDER BY idx;

-- name: SetChosenChild :exec
UPDATE message SET chosen_child = $1 WHERE owner_id = $2 AND cid = $3 AND idx = $4;

-- name: SetLeaf :execrows
UPDATE conversation SET leaf_index = $1 WHERE owner_id = $2 AND cid = $3 AND deleted_at = 0;

-- name: ListConversations :many
SELECT * FROM conversation
WHERE owner_id = $1 AND deleted_at = 0 AND next_index > 1
  AND agent_id = COALESCE(NULLIF(CAST(sqlc.arg(agent_id) AS TEXT), ''), agent_id)
  AND good_question IN (FALSE, sqlc.arg(good_question))
ORDER BY pinned_at DESC, last_replied_at DESC, cid DESC
LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: CountConversations :one
SELECT count(*) FROM conversation
WHERE owner_id = $1 AND deleted_at = 0 AND next_index > 1
  AND agent_id = COALESCE(NULLIF(CAST(sqlc.arg(agent_id) AS TEXT), ''), agent_id)
  AND good_question IN (FALSE, sqlc.arg(good_question));

-- ListAfter returns conversations in the order of ListConversations, beginning after a cursor.
-- name: ListAfter :many
SELECT * FROM conversation
WHERE owner_id = $1 AND deleted_at = 0 AND next_index > 1
  AND agent_id = COALESCE(NULLIF(CAST(sqlc.arg(agent_id) AS TEXT), ''), agent_id)
  AND project_id = COALESCE(NULLIF(CAST(sqlc.arg(project_id) AS TEXT), ''), project_id)
  AND (pinned_at < sqlc.arg(pinned_at)
    OR (pinned_at = sqlc.arg(pinned_at) AND last_replied_at < sqlc.arg(last_replied_at))
    OR (pinned_at = sqlc.arg(pinned_at) AND last_replied_at = sqlc.arg(last_replied_at) AND cid < sqlc.arg(after_cid)))
ORDER BY pinned_at DESC, last_replied_at DESC, cid DESC
LIMIT sqlc.arg(size);

-- name: SetTitle :execrows
UPDATE conversation SET title = $1, title_by = $2 WHERE owner_id = $3 AND cid = $4 AND deleted_at = 0;

-- SetTitleUnlessNamed changes the title if the owner has not entered it.
-- name: SetTitleUnlessNamed :execrows
UPDATE conversation SET title = $1, title_by = $2
WHERE owner_id = $3 AND cid = $4 AND deleted_at = 0 AND title_by <> 'user';

-- DropTitle removes a title made from a question that is now hidden.
-- name: DropTitle :exec
UPDATE conversation SET title = '', title_by = 'first' WHERE owner_id = $1 AND cid = $2 AND title_by <> 'user';

-- name: SetPinned :execrows
UPDATE conversation SET pinned_at = $1 WHERE owner_id = $2 AND cid = $3 AND deleted_at = 0;

-- name: SetModel :execrows
UPDATE conversation SET chat_model_id = $1, model_ext = $2 WHERE owner_id = $3 AND cid = $4 AND deleted_at = 0;

-- name: MarkDeleted :execrows
UPDATE conversation SET deleted_at = $1 WHERE owner_id = $2 AND cid = $3 AND deleted_at = 0;

-- name: MarkAllDeleted :many
UPDATE conversation SET deleted_at = $1
WHERE owner_id = $2 AND deleted_at = 0 AND agent_id = COALESCE(NULLIF(CAST(sqlc.arg(agent_id) AS TEXT), ''), agent_id)
RETURNING cid;

-- name: Restore :execrows
UPDATE conversation SET deleted_at = 0 WHERE owner_id = $1 AND cid = $2 AND deleted_at > sqlc.arg(since);

-- name: SetFeedback :execrows
UPDATE speech SET feedback = $1
WHERE speech.owner_id = $2 AND speech.cid = $3 AND speech.idx = $4 AND speech.repeat_idx = $5
  AND EXISTS (SELECT 1 FROM conversation c WHERE c.owner_id = $2 AND c.cid = $3 AND c.deleted_at = 0);

-- name: SetBlanks :execrows
UPDATE speech SET blanks = $1
WHERE speech.owner_id = $2 AND speech.cid = $3 AND speech.idx = $4 AND speech.repeat_idx = $5
  AND EXISTS (SELECT 1 FROM conversation c WHERE c.owner_id = $2 AND c.cid = $3 AND c.deleted_at = 0);

-- PastQuestions returns the owner's newest short questions for suggestions. If a question has a display
-- prompt, only the display prompt is returned.
-- name: PastQuestions :many
SELECT CAST(CASE WHEN m.display_prompt <> '' THEN m.display_prompt ELSE m.prompt END AS TEXT) AS question FROM message m
JOIN conversation c ON c.owner_id = m.owner_id AND c.cid = m.cid AND c.deleted_at = 0
WHERE m.owner_id = $1 AND m.speaker = 'human' AND m.hidden = FALSE
  AND length(CASE WHEN m.display_prompt <> '' THEN m.display_prompt ELSE m.prompt END) <= CAST(sqlc.arg(max_length) AS BIGINT)
ORDER BY m.created_at DESC
LIMIT sqlc.arg(size);

-- Expired returns conversations to purge: deleted before `deleted_before`, or without a question
-- and created before `unused_before`, or without questions and answers since `idle_before`.
-- name: Expired :many
SELECT owner_id, cid FROM conversation
WHERE (deleted_at > 0 AND deleted_at < sqlc.arg(deleted_before))
   OR (next_index = 1 AND created_at < sqlc.arg(unused_before))
   OR last_replied_at < sqlc.arg(idle_before)
LIMIT sqlc.arg(size);

-- PurgeExpired deletes a conversation that Expired has returned, if the conversation was not used or
-- restored in the meantime.
-- name: PurgeExpired :execrows
DELETE FROM conversation
WHERE owner_id = $1 AND cid = $2
  AND ((deleted_at > 0 AND deleted_at < sqlc.arg(deleted_before))
    OR (next_index = 1 AND created_at < sqlc.arg(unused_before))
    OR last_replied_at < sqlc.arg(idle_before));

-- name: PurgeSpeeches :exec
DELETE FROM speech WHERE owner_id = $1 AND cid = $2;

-- name: PurgeMessages :exec
DELETE FROM message WHERE owner_id = $1 AND cid = $2;

-- name: PurgeConversation :exec
DELETE FROM conversation WHERE owner_id = $1 AND cid = $2;

-- name: ForgetSpeeches :exec
DELETE FROM speech WHERE owner_id = $1;

-- name: ForgetMessages :exec
DELETE FROM message WHERE owner_id = $1;

-- name: ForgetConversations :exec
DELETE FROM conversation WHERE owner_id = $1;

-- name: FindableQuestions :many
SELECT idx, created_at FROM message WHERE owner_id = $1 AND cid = $2 AND speaker = 'human' AND hidden = FALSE AND prompt <> '' ORDER BY idx;

-- name: FindableAnswers :many
SELECT idx, repeat_idx, created_at FROM speech WHERE owner_id = $1 AND cid = $2 AND text <> '' ORDER BY idx, repeat_idx;

-- ArchiveHeads returns an owner's conversations that contain messages.
-- name: ArchiveHeads :many
SELECT cid, title, created_at, pinned_at, leaf_index FROM conversation
WHERE owner_id = $1 AND deleted_at = 0 AND next_index > 1 AND cid > sqlc.arg(after_cid)
ORDER BY cid
LIMIT sqlc.arg(size);

-- name: ArchiveMessages :many
SELECT m.idx, m.parent_idx, m.speaker, m.prompt, m.request, m.hidden, m.selected_repeat, m.created_at FROM message m
JOIN conversation c ON c.owner_id = m.owner_id AND c.cid = m.cid AND c.deleted_at = 0
WHERE m.owner_id = $1 AND m.cid = $2 AND m.idx > sqlc.arg(after_idx)
ORDER BY m.idx
LIMIT sqlc.arg(size);

-- name: ArchiveSpeeches :many
SELECT idx, repeat_idx, chat_model_id, model_id, state, message, feedback, blanks FROM speech
WHERE owner_id = $1 AND cid = $2 AND idx = $3
ORDER BY repeat_idx;

-- name: ImportConversation :execrows
INSERT INTO conversation (owner_id, cid, agent_id, title, title_by, chat_type, project_id, chat_model_id, model_ext,
    last_reply, summary, summary_of, good_question, next_index, leaf_index,
    created_at, first_replied_at, last_replied_at, pinned_at, deleted_at)
VALUES ($1, $2, $3, $4, 'user', '', '', '', '', $5, '', '', FALSE, $6, $7, $8, $9, $10, $11, 0)
ON CONFLICT (owner_id, cid) DO NOTHING;

-- name: ImportMessage :exec
INSERT INTO message (owner_id, cid, idx, parent_idx, speaker, chosen_child, selected_repeat,
    prompt, display_prompt, request, source, hidden, created_at)
VALUES ($1, $2, $3, $4, $5, 0, $6, $7, '', $8, 0, $9, $10);

-- name: ImportSpeech :exec
INSERT INTO speech (owner_id, cid, idx, repeat_idx, run_id, chat_model_id, model_id,
    state, error_code, message, text, feedback, created_at, ended_at)
VALUES ($1, $2, $3, $4, '', '', $5, $6, '', $7, $8, $9, sqlc.arg(created_at), sqlc.arg(created_at));

-- CollidingCids returns the cids that exist for both owners.
-- name: CollidingCids :many
SELECT a.cid FROM conversation a
WHERE a.owner_id = sqlc.arg(from_owner)
  AND EXISTS (SELECT 1 FROM conversation b WHERE b.owner_id = sqlc.arg(to_owner) AND b.cid = a.cid)
ORDER BY a.cid;

-- name: RekeyConversation :exec
UPDATE conversation SET cid = sqlc.arg(new_cid) WHERE owner_id = $1 AND cid = $2;

-- name: RekeyMessages :exec
UPDATE message SET cid = sqlc.arg(new_cid) WHERE owner_id = $1 AND cid = $2;

-- name: RekeySpeeches :exec
UPDATE speech SET cid = sqlc.arg(new_cid) WHERE owner_id = $1 AND cid = $2;

-- name: RekeySummaries :exec
UPDATE conversation SET summary_of = sqlc.arg(new_cid) WHERE owner_id = $1 AND summary_of = $2;

-- name: PutRedirect :exec
INSERT INTO conversation_redirect (owner_id, from_cid, to_cid) VALUES ($1, $2, $3)
ON CONFLICT (owner_id, from_cid) DO UPDATE SET to_cid = excluded.to_cid;

-- name: GetRedirect :one
SELECT to_cid FROM conversation_redirect WHERE owner_id = $1 AND from_cid = $2;

-- name: ForgetRedirects :exec
DELETE FROM conversation_redirect WHERE owner_id = $1;

-- name: MoveConversations :exec
UPDATE conversation SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveMessages :exec
UPDATE message SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveSpeeches :exec
UPDATE speech SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- GiveConversation moves one conversation to another owner.
-- name: GiveConversation :execrows
UPDATE conversation SET owner_id = sqlc.arg(to_owner), cid = sqlc.arg(to_cid), pinned_at = 0, summary_of = ''
WHERE owner_id = sqlc.arg(from_owner) AND cid = sqlc.arg(from_cid) AND deleted_at = 0;

-- name: GiveMessages :exec
UPDATE message SET owner_id = sqlc.arg(to_owner), cid = sqlc.arg(to_cid), author_id = sqlc.arg(author_id)
WHERE owner_id = sqlc.arg(from_owner) AND cid = sqlc.arg(from_cid);

-- name: GiveSpeeches :exec
UPDATE speech SET owner_id = sqlc.arg(to_owner), cid = sqlc.arg(to_cid)
WHERE owner_id = sqlc.arg(from_owner) AND cid = sqlc.arg(from_cid);

-- name: RequestsOf :many
SELECT idx, request FROM message WHERE owner_id = $1 AND cid = $2 AND speaker = 'human' AND request LIKE '%"id"%' ORDER BY idx;

-- name: SetRequest :exec
UPDATE message SET request = $1 WHERE owner_id = $2 AND cid = $3 AND idx = $4;

-- name: SpeechesNaming :many
SELECT idx, repeat_idx, message FROM speech
WHERE owner_id = $1 AND cid = $2 AND message LIKE '%' || CAST(sqlc.arg(document_id) AS TEXT) || '%';

-- name: RenameInSpeech :exec
UPDATE speech SET message = $1 WHERE owner_id = $2 AND cid = $3 AND idx = $4 AND repeat_idx = $5;

-- name: ConversationBytes :one
SELECT CAST(
    (SELECT COALESCE(SUM(octet_length(m.prompt) + octet_length(m.display_prompt) + octet_length(m.request)), 0) FROM message m WHERE m.owner_id = $1 AND m.cid = $2)
  + (SELECT COALESCE(SUM(octet_length(p.message) + octet_length(p.text)), 0) FROM speech p WHERE p.owner_id = $1 AND p.cid = $2)
AS BIGINT) AS bytes;

-- OwnerBytes returns the size of an owner's conversations in bytes. Deleted conversations count until
-- they are purged. SQLite and PostgreSQL compute the size without reading the texts.
-- name: OwnerBytes :one
SELECT CAST(
    (SELECT COALESCE(SUM(octet_length(m.prompt) + octet_length(m.display_prompt) + octet_length(m.request)), 0) FROM message m WHERE m.owner_id = $1)
  + (SELECT COALESCE(SUM(octet_length(p.message) + octet_length(p.text)), 0) FROM speech p WHERE p.owner_id = $1)
AS BIGINT) AS bytes;
