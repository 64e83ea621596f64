-- name: ListMemories :many
SELECT * FROM memory WHERE owner_id = $1 ORDER BY updated_at DESC, id DESC LIMIT 500;

-- name: GetMemory :one
SELECT * FROM memory WHERE owner_id = $1 AND id = $2;

-- name: CountMemories :one
SELECT count(*) FROM memory WHERE owner_id = $1;

-- name: InsertMemory :exec
INSERT INTO memory (id, owner_id, topic, text, folded, previous, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, '', $6, $7);

-- name: ChangeMemory :execrows
UPDATE memory SET topic = $1, text = $2, folded = $3, previous = $4, updated_at = $5 WHERE owner_id = $6 AND id = $7;

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
