-- name: GetSetting :one
SELECT value FROM setting WHERE name = $1;

-- name: InsertSetting :exec
INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;

-- name: GetVisitor :one
SELECT token_hash, last_seen_at FROM visitor WHERE id = $1;

-- name: InsertVisitor :execrows
INSERT INTO visitor (id, token_hash, created_at, last_seen_at) VALUES ($1, $2, $3, $3)
ON CONFLICT (id) DO NOTHING;

-- name: TouchVisitor :exec
UPDATE visitor SET last_seen_at = $1 WHERE id = $2;

-- name: UnseenVisitors :many
SELECT id FROM visitor WHERE last_seen_at < $1 ORDER BY last_seen_at LIMIT $2;

-- name: DeleteUnseenVisitor :execrows
DELETE FROM visitor WHERE id = $1 AND last_seen_at < $2;
