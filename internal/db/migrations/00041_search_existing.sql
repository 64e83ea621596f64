-- +goose Up

-- Creates search entries for existing titles, messages, files and notes. The server indexes the
-- texts later, a few at a time. The id consists of the time and a number that distinguishes entries
-- of the same millisecond.
INSERT INTO search_entry (id, owner_id, kind, ref, idx, repeat_idx, part, pending)
SELECT (base * 2097152) + row_number() OVER (PARTITION BY base ORDER BY owner_id, ref, kind, idx, repeat_idx),
    owner_id, kind, ref, idx, repeat_idx, 0, TRUE
FROM (
    SELECT CASE WHEN said.at < 0 THEN 0 WHEN said.at > 4102444800000 THEN 4102444800000 ELSE said.at END AS base, said.*
    FROM (
        SELECT c.owner_id, 'conversation' AS kind, c.cid AS ref, 0 AS idx, 0 AS repeat_idx, c.created_at AS at
        FROM conversation c WHERE c.deleted_at = 0 AND c.next_index > 1 AND c.title <> ''
        UNION ALL
        SELECT m.owner_id, 'question', m.cid, m.idx, 0, m.created_at
        FROM message m JOIN conversation c ON c.owner_id = m.owner_id AND c.cid = m.cid AND c.deleted_at = 0
        WHERE m.speaker = 'human' AND m.hidden = FALSE AND m.prompt <> ''
        UNION ALL
        SELECT s.owner_id, 'answer', s.cid, s.idx, s.repeat_idx, s.created_at
        FROM speech s JOIN conversation c ON c.owner_id = s.owner_id AND c.cid = s.cid AND c.deleted_at = 0
        WHERE s.state <> 'running' AND s.text <> ''
        UNION ALL
        SELECT d.owner_id, 'file', d.id, 0, 0, d.created_at FROM document d
        UNION ALL
        SELECT n.owner_id, 'note', n.id, 0, 0, n.created_at FROM reading_note n
    ) said
) dated;
