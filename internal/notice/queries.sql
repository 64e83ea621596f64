-- name: InsertNotice :exec
INSERT INTO notice (id, owner_id, kind, title, body, link, created_at, until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (id) DO NOTHING;

-- name: ListNotices :many
SELECT n.id, n.owner_id, n.kind, n.title, n.body, n.link, n.created_at, n.until,
       CAST(CASE WHEN n.created_at > COALESCE(s.seen_at, 0) THEN 1 ELSE 0 END AS BIGINT) AS unseen
FROM notice n
LEFT JOIN notice_seen s ON s.owner_id = sqlc.arg(owner_id) AND s.kind = n.kind
WHERE (n.owner_id = sqlc.arg(owner_id) OR n.owner_id = '')
  AND (n.until = 0 OR n.until > sqlc.arg(now))
  AND (n.kind = sqlc.arg(kind) OR (sqlc.arg(kind) = '' AND n.kind <> 'tip'))
ORDER BY n.created_at DESC, n.id DESC
LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: CountUnseen :many
SELECT n.kind, COUNT(*) AS number
FROM notice n
LEFT JOIN notice_seen s ON s.owner_id = sqlc.arg(owner_id) AND s.kind = n.kind
WHERE (n.owner_id = sqlc.arg(owner_id) OR n.owner_id = '')
  AND (n.until = 0 OR n.until > sqlc.arg(now))
  AND n.created_at > COALESCE(s.seen_at, 0)
GROUP BY n.kind;

-- name: MarkSeen :exec
INSERT INTO notice_seen (owner_id, kind, seen_at) VALUES ($1, $2, $3)
ON CONFLICT (owner_id, kind) DO UPDATE SET seen_at = excluded.seen_at
WHERE notice_seen.seen_at < excluded.seen_at;

-- name: ListForEverybody :many
SELECT id, kind, title, body, link, created_at, until FROM notice
WHERE owner_id = '' ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2;

-- name: DeleteForEverybody :one
DELETE FROM notice WHERE id = $1 AND owner_id = '' RETURNING title;

-- name: DeleteEnded :exec
DELETE FROM notice WHERE until > 0 AND until < $1;

-- name: ForgetNotices :exec
DELETE FROM notice WHERE owner_id = $1;

-- name: ForgetSeen :exec
DELETE FROM notice_seen WHERE owner_id = $1;

-- name: MoveNotices :exec
UPDATE notice SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: MoveSeen :exec
INSERT INTO notice_seen (owner_id, kind, seen_at)
SELECT sqlc.arg(receiver), kind, seen_at FROM notice_seen s WHERE s.owner_id = sqlc.arg(giver)
ON CONFLICT (owner_id, kind) DO NOTHING;
