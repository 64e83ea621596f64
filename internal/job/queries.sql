-- Enqueue changes no row if another owner has a job with this key, or if `again` is false and the job
-- is already queued or running. An existing row keeps its fence. A new row gets a random fence, so
-- that no claim of a deleted row is valid for the new row.
-- name: Enqueue :execrows
INSERT INTO job (kind, key, owner_id, payload, state, progress, attempts, fence, beat, error_code, queued_at, next_at, ended_at)
VALUES (sqlc.arg(kind), sqlc.arg(key), sqlc.arg(owner_id), sqlc.arg(payload), 'queued', 0, 0, sqlc.arg(fence), 0, '', sqlc.arg(now), sqlc.arg(next_at), 0)
ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload, state = 'queued', progress = 0, attempts = 0, error_code = '',
    queued_at = excluded.queued_at, next_at = excluded.next_at, ended_at = 0
WHERE job.owner_id = excluded.owner_id AND (job.ended_at > 0 OR CAST(sqlc.arg(again) AS BOOLEAN));

-- name: GetJob :one
SELECT * FROM job WHERE owner_id = $1 AND kind = $2 AND key = $3;

-- name: CountOpen :one
SELECT count(*) FROM job WHERE owner_id = $1 AND kind = $2 AND ended_at = 0;

-- WaitingOwners returns the owners of jobs that may start, in the order of their oldest job.
-- name: WaitingOwners :many
SELECT owner_id FROM job
WHERE kind = sqlc.arg(kind) AND state = 'queued' AND next_at <= sqlc.arg(now)
GROUP BY owner_id ORDER BY min(queued_at), owner_id LIMIT sqlc.arg(size);

-- Claim starts the oldest job that may start now, among an owner's queued jobs of one kind. If two
-- processes choose the same row, only one of them gets it.
-- name: Claim :one
UPDATE job SET state = 'running', progress = 0, attempts = attempts + 1, fence = fence + 1, beat = beat + 1
WHERE job.kind = sqlc.arg(kind) AND job.owner_id = sqlc.arg(owner_id) AND job.state = 'queued' AND job.key = (
    SELECT j.key FROM job j
    WHERE j.kind = sqlc.arg(kind) AND j.owner_id = sqlc.arg(owner_id) AND j.state = 'queued' AND j.next_at <= sqlc.arg(now)
    ORDER BY j.queued_at, j.key LIMIT 1)
RETURNING *;

-- RunningJobs returns the running jobs of all processes. It needs no LIMIT, because each process runs
-- at most Kind.AtOnce jobs of a kind.
-- name: RunningJobs :many
SELECT kind, key, owner_id, fence, beat FROM job WHERE state = 'running';

-- Hold checks that a claim is valid, renews it, stores the progress, and locks the row until the
-- transaction ends.
-- name: Hold :execrows
UPDATE job SET beat = beat + 1, progress = sqlc.arg(progress)
WHERE owner_id = $1 AND kind = $2 AND key = $3 AND state = 'running' AND fence = $4;

-- Release puts a running job back into the queue.
-- name: Release :execrows
UPDATE job SET state = 'queued', attempts = attempts - sqlc.arg(undone), next_at = sqlc.arg(next_at)
WHERE owner_id = $1 AND kind = $2 AND key = $3 AND state = 'running' AND fence = $4;

-- ReleaseLost queues a running job whose process was lost.
-- name: ReleaseLost :execrows
UPDATE job SET state = 'queued' WHERE kind = $1 AND key = $2 AND state = 'running' AND fence = $3 AND beat = $4;

-- ReleaseAll queues all running jobs again. Only a process that is alone on its database may call it.
-- name: ReleaseAll :exec
UPDATE job SET state = 'queued' WHERE state = 'running';

-- name: End :execrows
UPDATE job SET state = sqlc.arg(ended), progress = sqlc.arg(progress), error_code = sqlc.arg(error_code), payload = '', ended_at = sqlc.arg(ended_at)
WHERE owner_id = $1 AND kind = $2 AND key = $3 AND state = 'running' AND fence = $4;

-- name: EndUnkept :execrows
DELETE FROM job WHERE owner_id = $1 AND kind = $2 AND key = $3 AND state = 'running' AND fence = $4;

-- Cancel ends a job whose kind keeps ended jobs. Jobs of other kinds are cancelled by Drop.
-- name: Cancel :execrows
UPDATE job SET state = 'cancelled', payload = '', ended_at = sqlc.arg(ended_at)
WHERE owner_id = $1 AND kind = $2 AND key = $3 AND state IN ('queued', 'running');

-- name: Drop :execrows
DELETE FROM job WHERE owner_id = $1 AND kind = $2 AND key = $3;

-- name: SweepEnded :exec
DELETE FROM job WHERE kind = sqlc.arg(kind) AND ended_at > 0 AND ended_at < sqlc.arg(before);

-- name: CountJobs :many
SELECT kind, state, count(*) AS jobs FROM job GROUP BY kind, state;

-- MoveJobs makes the claims of the old owner's running jobs invalid; the jobs start again for the
-- new owner.
-- name: MoveJobs :exec
UPDATE job SET owner_id = sqlc.arg(to_owner), attempts = CASE WHEN state = 'running' THEN attempts - 1 ELSE attempts END,
    state = CASE WHEN state = 'running' THEN 'queued' ELSE state END
WHERE owner_id = sqlc.arg(from_owner);

-- name: ForgetJobs :exec
DELETE FROM job WHERE owner_id = $1;
