-- name: ListMemories :many
SELECT * FROM memory WHERE owner_id = $1 ORDER BY updated_at DESC, id DESC LIMIT 500;

-- name: GetMemory :one
SELECT * FROM memory WHERE owner_id = $1 AND id = $2;

-- name: CountMemories :one
SELECT count(*) FROM memory WHERE owner_id = $1;

-- name: InsertMemory :exec
INSERT INTO memory (id, owner_id, author_id, topic, text, folded, previous, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, '', $7, $8);

-- name: ChangeMemory :execrows
UPDATE memory SET author_id = $1, topic = $2, text = $3, folded = $4, previous = $5, updated_at = $6 WHERE owner_id = $7 AND id = $8;

-- name: DeleteMemory :execrows
DELETE FROM memory WHERE owner_id = $1 AND id = $2;

-- name: ForgetMemories :exec
DELETE FROM memory WHERE owner_id = $1;

-- name: GetChoice :one
SELECT used, noticed FROM memory_choice WHERE owner_id = $1;

-- name: PutChoice :exec
INSERT INTO memory_choice (owner_id, used, noticed) VALUES ($1, $2, $3)
ON CONFLICT (owner_id) DO UPDATE SET used = excluded.used, noticed = excluded.noticed;

-- name: ForgetChoice :exec
DELETE FROM memory_choice WHERE owner_id = $1;
