-- name: GetRecord :one
SELECT * FROM reading_record WHERE owner_id = $1 AND document_id = $2;

-- name: ListRecords :many
SELECT r.document_id, r.cid, r.unit, r.visited_at,
    (SELECT count(*) FROM reading_note n WHERE n.owner_id = r.owner_id AND n.document_id = r.document_id) AS notes
FROM reading_record r
WHERE r.owner_id = $1 AND EXISTS (SELECT 1 FROM document d WHERE d.owner_id = r.owner_id AND d.id = r.document_id)
ORDER BY r.visited_at DESC, r.document_id LIMIT $2 OFFSET $3;

-- name: CountRecords :one
SELECT count(*) FROM reading_record r
WHERE r.owner_id = $1 AND EXISTS (SELECT 1 FROM document d WHERE d.owner_id = r.owner_id AND d.id = r.document_id);

-- name: Visit :exec
INSERT INTO reading_record (owner_id, document_id, cid, unit, place, created_at, visited_at)
VALUES ($1, $2, '', 0, '', $3, $3)
ON CONFLICT (owner_id, document_id) DO UPDATE SET visited_at = excluded.visited_at;

-- name: SavePlace :exec
INSERT INTO reading_record (owner_id, document_id, cid, unit, place, created_at, visited_at)
VALUES ($1, $2, '', $3, $4, $5, $5)
ON CONFLICT (owner_id, document_id) DO UPDATE SET unit = excluded.unit, place = excluded.place, visited_at = excluded.visited_at;

-- SetConversation changes the row only if its conversation is still `before`, so that the first of
-- two concurrent changes wins.
-- name: SetConversation :execrows
UPDATE reading_record SET cid = sqlc.arg(cid) WHERE owner_id = $1 AND document_id = $2 AND cid = sqlc.arg(before);

-- name: DeleteRecord :execrows
DELETE FROM reading_record WHERE owner_id = $1 AND document_id = $2;

-- name: GetNote :one
SELECT * FROM reading_note WHERE owner_id = $1 AND id = $2;

-- name: ListNotes :many
SELECT * FROM reading_note WHERE owner_id = $1 AND document_id = $2
ORDER BY unit, created_at, id LIMIT $3 OFFSET $4;

-- name: CountNotes :one
SELECT count(*) FROM reading_note WHERE owner_id = $1 AND document_id = $2;

-- name: InsertNote :exec
INSERT INTO reading_note (id, owner_id, document_id, unit, quote, prefix, suffix, color, body, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10);

-- name: ImportNote :exec
INSERT INTO reading_note (id, owner_id, document_id, unit, quote, prefix, suffix, color, body, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: UpdateNote :execrows
UPDATE reading_note SET unit = $1, quote = $2, prefix = $3, suffix = $4, color = $5, body = $6, updated_at = $7
WHERE owner_id = $8 AND id = $9 AND document_id = $10;

-- name: DeleteNote :execrows
DELETE FROM reading_note WHERE owner_id = $1 AND id = $2;

-- name: GetOverview :one
SELECT * FROM reading_overview WHERE owner_id = $1 AND document_id = $2;

-- PutOverview stores an overview made without a model.
-- name: PutOverview :exec
INSERT INTO reading_overview (owner_id, document_id, version, engine, data, error_code, updated_at)
VALUES ($1, $2, $3, $4, $5, '', $6)
ON CONFLICT (owner_id, document_id) DO UPDATE SET version = excluded.version, engine = excluded.engine, data = excluded.data,
    error_code = '', updated_at = excluded.updated_at;

-- ImproveOverview replaces the stored overview by a model's overview, if both are of the same
-- version of the file.
-- name: ImproveOverview :exec
UPDATE reading_overview SET engine = $1, data = $2, error_code = '', updated_at = $3
WHERE owner_id = $4 AND document_id = $5 AND version = $6;

-- name: SetOverviewError :exec
UPDATE reading_overview SET error_code = $1 WHERE owner_id = $2 AND document_id = $3;

-- name: GetTranslations :many
SELECT source, target FROM reading_translation WHERE owner_id = $1 AND document_id = $2 AND lang = $3;

-- name: GetTranslation :one
SELECT target FROM reading_translation WHERE owner_id = $1 AND document_id = $2 AND lang = $3 AND source = $4;

-- name: PutTranslation :exec
INSERT INTO reading_translation (owner_id, document_id, lang, source, target, created_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (owner_id, document_id, lang, source) DO UPDATE SET target = excluded.target;

-- GetShare has no owner condition: whoever knows the token may read the share. The share of a
-- deleted file is not found.
-- name: GetShare :one
SELECT s.owner_id, s.kind, s.title, s.data, s.created_at FROM reading_share s
WHERE s.token = $1 AND EXISTS (SELECT 1 FROM document d WHERE d.owner_id = s.owner_id AND d.id = s.document_id);

-- name: ListShares :many
SELECT token, kind, title, created_at FROM reading_share WHERE owner_id = $1 AND document_id = $2 ORDER BY created_at DESC, token;

-- name: CountShares :one
SELECT count(*) FROM reading_share WHERE owner_id = $1 AND document_id = $2;

-- name: InsertShare :exec
INSERT INTO reading_share (token, owner_id, document_id, kind, title, data, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: DeleteShare :execrows
DELETE FROM reading_share WHERE owner_id = $1 AND token = $2;

-- The queries whose names begin with Move implement Move.
-- name: MoveRecords :exec
UPDATE reading_record SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveNotes :exec
UPDATE reading_note SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveOverviews :exec
UPDATE reading_overview SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveTranslations :exec
UPDATE reading_translation SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveShares :exec
UPDATE reading_share SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: ForgetRecords :exec
DELETE FROM reading_record WHERE owner_id = $1;

-- name: ForgetNotes :exec
DELETE FROM reading_note WHERE owner_id = $1;

-- name: ForgetOverviews :exec
DELETE FROM reading_overview WHERE owner_id = $1;

-- name: ForgetTranslations :exec
DELETE FROM reading_translation WHERE owner_id = $1;

-- name: ForgetShares :exec
DELETE FROM reading_share WHERE owner_id = $1;

-- The queries whose names begin with Drop implement Drop.
-- name: DropRecord :exec
DELETE FROM reading_record WHERE owner_id = $1 AND document_id = $2;

-- name: DropNotes :many
DELETE FROM reading_note WHERE owner_id = $1 AND document_id = $2
RETURNING id;

-- name: DropOverview :exec
DELETE FROM reading_overview WHERE owner_id = $1 AND document_id = $2;

-- name: DropTranslations :exec
DELETE FROM reading_translation WHERE owner_id = $1 AND document_id = $2;

-- name: DropShares :exec
DELETE FROM reading_share WHERE owner_id = $1 AND document_id = $2;

-- Leftovers lists deleted files with rows in these tables. Such rows were written while the file was
-- being deleted.
-- name: Leftovers :many
SELECT owner_id, document_id FROM (
    SELECT owner_id, document_id FROM reading_record
    UNION SELECT owner_id, document_id FROM reading_note
    UNION SELECT owner_id, document_id FROM reading_overview
    UNION SELECT owner_id, document_id FROM reading_translation
    UNION SELECT owner_id, document_id FROM reading_share
) kept
WHERE NOT EXISTS (SELECT 1 FROM document d WHERE d.owner_id = kept.owner_id AND d.id = kept.document_id)
LIMIT $1;
