-- name: ListKeys :many
SELECT * FROM api_key WHERE owner_id = $1 ORDER BY created_at DESC, id DESC;

-- name: CountKeys :one
SELECT COUNT(*) FROM api_key WHERE owner_id = $1;

-- name: FindKey :one
SELECT * FROM api_key WHERE prefix = $1;

-- name: InsertKey :execrows
INSERT INTO api_key (id, owner_id, slot, name, prefix, hash, scope, requests_per_minute, tokens_per_day, expires_at, created_at, last_used_at, day, tokens)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0)
ON CONFLICT DO NOTHING;

-- name: UpdateKey :execrows
UPDATE api_key SET name = sqlc.arg(name), scope = sqlc.arg(scope), requests_per_minute = sqlc.arg(requests_per_minute),
  tokens_per_day = sqlc.arg(tokens_per_day), expires_at = sqlc.arg(expires_at)
WHERE owner_id = sqlc.arg(owner_id) AND id = sqlc.arg(id);

-- name: DeleteKey :execrows
DELETE FROM api_key WHERE owner_id = $1 AND id = $2;

-- name: ForgetKeys :exec
DELETE FROM api_key WHERE owner_id = $1;

-- name: TouchKey :exec
UPDATE api_key SET last_used_at = sqlc.arg(at) WHERE id = sqlc.arg(id) AND last_used_at < sqlc.arg(before);

-- AddTokens adds to the tokens used on a day. If the row counts an earlier day, the count starts
-- again at 0.
-- name: AddTokens :exec
UPDATE api_key SET tokens = CASE WHEN day = sqlc.arg(day) THEN tokens + sqlc.arg(more) ELSE sqlc.arg(more) END, day = sqlc.arg(day)
WHERE id = sqlc.arg(id);
