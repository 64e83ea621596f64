-- TakeCall counts one call to a source. If the day already has `most` calls, it counts nothing and
-- returns no row. `most` must be at least 1, because the first call of a day is not compared with it.
-- name: TakeCall :one
INSERT INTO websearch_use (day, source, calls, misses, milliseconds) VALUES (sqlc.arg(day), sqlc.arg(source), 1, 0, 0)
ON CONFLICT (day, source) DO UPDATE SET calls = websearch_use.calls + 1 WHERE websearch_use.calls < sqlc.arg(most)
RETURNING calls;

-- name: AddUse :exec
INSERT INTO websearch_use (day, source, calls, misses, milliseconds) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (day, source) DO UPDATE SET calls = websearch_use.calls + excluded.calls,
  misses = websearch_use.misses + excluded.misses, milliseconds = websearch_use.milliseconds + excluded.milliseconds;

-- name: ListUse :many
SELECT day, source, calls, misses, milliseconds FROM websearch_use WHERE day >= $1 ORDER BY day, source;

-- name: DeleteUseBefore :exec
DELETE FROM websearch_use WHERE day < $1;
