-- name: InsertEvent :exec
INSERT INTO security_event (id, at, kind, account_id, actor_id, network, detail, code, times) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: ListEvents :many
SELECT id, at, kind, account_id, actor_id, network, detail, code, times FROM security_event
WHERE at >= sqlc.arg(since) AND at < sqlc.arg(until)
  AND (CAST(sqlc.arg(kind) AS TEXT) = '' OR kind = sqlc.arg(kind))
  AND (CAST(sqlc.arg(account_id) AS TEXT) = '' OR account_id = sqlc.arg(account_id) OR actor_id = sqlc.arg(account_id))
ORDER BY at DESC, id DESC LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: DeleteEventsBefore :exec
DELETE FROM security_event WHERE at < $1;

-- OldestKept skips the newest events of a kind (as many as the offset), and returns the time of the
-- next event, the oldest one to keep. If there is no next event, it returns no row.
-- name: OldestKept :one
SELECT at FROM security_event WHERE kind = $1 ORDER BY at DESC LIMIT 1 OFFSET $2;

-- name: DeleteEventsOfKind :exec
DELETE FROM security_event WHERE kind = $1 AND at < $2;

-- ForgetAccount removes the account and the network from the account's events, and keeps the
-- events.
-- name: ForgetAccount :exec
UPDATE security_event SET account_id = '', network = '' WHERE account_id = $1;

-- name: ForgetActor :exec
UPDATE security_event SET actor_id = '', network = '' WHERE actor_id = $1;
