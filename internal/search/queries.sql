-- name: InsertEntry :execrows
INSERT INTO search_entry (id, owner_id, kind, ref, idx, repeat_idx, part, pending, body)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (id) DO NOTHING;

-- name: NoteGone :exec
INSERT INTO search_gone (id) VALUES ($1) ON CONFLICT (id) DO NOTHING;

-- name: DeleteEntry :many
DELETE FROM search_entry WHERE owner_id = $1 AND ref = $2 AND kind = $3 AND idx = $4 AND repeat_idx = $5
RETURNING id, pending;

-- HoldRef, HoldOwner and HoldKind lock entries. Each statement waits for transactions that are indexing
-- the entries. No other transaction then indexes the entries before the caller's transaction ends. Later
-- statements therefore see which entries have terms, and see all parts of a long text.
-- name: HoldRef :exec
UPDATE search_entry SET pending = pending WHERE owner_id = $1 AND ref = $2;

-- name: HoldOwner :exec
UPDATE search_entry SET pending = pending WHERE owner_id = $1;

-- name: HoldKind :exec
UPDATE search_entry SET pending = pending WHERE owner_id = $1 AND kind = $2;

-- name: NoteGoneRef :exec
INSERT INTO search_gone (id)
SELECT id FROM search_entry WHERE owner_id = $1 AND ref = $2 AND pending = FALSE
ON CONFLICT (id) DO NOTHING;

-- name: DeleteRef :exec
DELETE FROM search_entry WHERE owner_id = $1 AND ref = $2;

-- name: NoteGoneOwner :exec
INSERT INTO search_gone (id)
SELECT id FROM search_entry WHERE owner_id = $1 AND pending = FALSE
ON CONFLICT (id) DO NOTHING;

-- name: DeleteOwner :exec
DELETE FROM search_entry WHERE owner_id = $1;

-- name: NoteGoneKind :exec
INSERT INTO search_gone (id)
SELECT id FROM search_entry WHERE owner_id = $1 AND kind = $2 AND pending = FALSE
ON CONFLICT (id) DO NOTHING;

-- name: DeleteKind :exec
DELETE FROM search_entry WHERE owner_id = $1 AND kind = $2;

-- name: DeleteShelves :exec
DELETE FROM search_shelf WHERE owner_id = $1;

-- name: DeleteParts :exec
DELETE FROM search_entry WHERE owner_id = $1 AND ref = $2 AND part > 0;

-- RenameRef also marks the entries as pending: one of their terms is made from the ref, so they must
-- be indexed again.
-- name: RenameRef :exec
UPDATE search_entry SET ref = sqlc.arg(new_ref), pending = TRUE WHERE owner_id = $1 AND ref = $2;

-- name: MoveEntries :exec
UPDATE search_entry SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveShelves :exec
UPDATE search_shelf SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: Shelves :many
SELECT id FROM search_shelf WHERE owner_id = $1 ORDER BY id;

-- name: AddShelf :one
INSERT INTO search_shelf (owner_id) VALUES ($1) RETURNING id;

-- name: WaitingOf :many
SELECT * FROM search_entry WHERE owner_id = $1 AND pending AND id >= sqlc.arg(since) AND id < sqlc.arg(before)
ORDER BY id DESC LIMIT sqlc.arg(size);

-- name: CountWaitingOf :one
SELECT count(*) FROM search_entry WHERE owner_id = $1 AND pending AND id >= sqlc.arg(since) AND id < sqlc.arg(before);

-- Waiting lists pending entries of some kinds. `kinds` are their names with a comma before and after each
-- name, such as ",question,answer,".
-- name: Waiting :many
SELECT * FROM search_entry
WHERE pending AND owner_id > sqlc.arg(owner_id) AND replace(CAST(sqlc.arg(kinds) AS TEXT), ',' || kind || ',', '') <> CAST(sqlc.arg(kinds) AS TEXT)
ORDER BY owner_id, id LIMIT sqlc.arg(size);

-- name: CountWaiting :one
SELECT count(*) FROM search_entry WHERE pending;

-- name: DeleteByID :exec
DELETE FROM search_entry WHERE id = $1 AND owner_id = $2;

-- name: Gone :many
SELECT id FROM search_gone ORDER BY id LIMIT $1;

-- name: Bury :execrows
DELETE FROM search_gone WHERE id = $1;
