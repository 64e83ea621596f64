-- name: InsertProject :exec
INSERT INTO project (owner_id, name, sign, description, prompt, prompt_key, model_id, sites, version, created_at, updated_at, archived_at, deleted_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $9, 0, 0);

-- RoleIn returns a person's role in a project, and when the project was archived and last used or changed.
-- name: RoleIn :one
SELECT m.role, p.archived_at, p.updated_at FROM project_member m
JOIN project p ON p.owner_id = m.project_id AND p.deleted_at = 0
WHERE m.project_id = $1 AND m.account_id = $2;

-- name: GetProject :one
SELECT * FROM project WHERE owner_id = $1 AND deleted_at = 0;

-- ProjectsOf lists the projects of a person, the most recently used or changed first.
-- name: ProjectsOf :many
SELECT p.*, m.role, (SELECT count(*) FROM project_member n WHERE n.project_id = p.owner_id) AS members
FROM project_member m
JOIN project p ON p.owner_id = m.project_id AND p.deleted_at = 0
WHERE m.account_id = $1
ORDER BY p.updated_at DESC, p.owner_id DESC
LIMIT sqlc.arg(size);

-- name: CountProjectsOf :one
SELECT count(*) FROM project_member m
JOIN project p ON p.owner_id = m.project_id AND p.deleted_at = 0
WHERE m.account_id = $1;

-- name: UpdateProject :execrows
UPDATE project SET name = $1, sign = $2, description = $3, prompt = $4, prompt_key = $5, model_id = $6, sites = $7, updated_at = $8, version = version + 1
WHERE owner_id = $9 AND deleted_at = 0;

-- name: ArchiveProject :execrows
UPDATE project SET archived_at = $1, version = version + 1 WHERE owner_id = $2 AND deleted_at = 0;

-- name: DeleteProject :execrows
UPDATE project SET deleted_at = $1, version = version + 1 WHERE owner_id = $2 AND deleted_at = 0;

-- name: UseProject :exec
UPDATE project SET updated_at = $1 WHERE owner_id = $2 AND deleted_at = 0 AND updated_at < $1;

-- Hold locks a project against concurrent changes. It also increases the version, so that other processes
-- reload the members. Every transaction that changes the members begins with Hold, unless it creates or
-- deletes the project.
-- name: Hold :execrows
UPDATE project SET version = version + 1 WHERE owner_id = $1 AND deleted_at = 0;

-- name: Version :one
SELECT version FROM project WHERE owner_id = $1 AND deleted_at = 0;

-- name: Deleted :many
SELECT owner_id FROM project WHERE deleted_at > 0 ORDER BY deleted_at LIMIT 20;

-- name: Members :many
SELECT account_id, role, joined_at FROM project_member WHERE project_id = $1 ORDER BY joined_at, account_id;

-- name: CountMembers :one
SELECT count(*) FROM project_member WHERE project_id = $1;

-- name: AddMember :execrows
INSERT INTO project_member (project_id, account_id, role, joined_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (project_id, account_id) DO NOTHING;

-- name: SetRole :execrows
UPDATE project_member SET role = $1 WHERE project_id = $2 AND account_id = $3 AND role <> 'owner';

-- name: StepDown :execrows
UPDATE project_member SET role = 'editor' WHERE project_id = $1 AND account_id = $2 AND role = 'owner';

-- name: RemoveMember :execrows
DELETE FROM project_member WHERE project_id = $1 AND account_id = $2 AND role <> 'owner';

-- Heir returns the member who becomes the owner when the owner's account is deleted: the editor who
-- joined first, or else the reader who joined first.
-- name: Heir :one
SELECT account_id FROM project_member WHERE project_id = $1 AND account_id <> $2
ORDER BY CASE WHEN role = 'editor' THEN 0 ELSE 1 END, joined_at, account_id LIMIT 1;

-- name: MembershipsOf :many
SELECT project_id, role FROM project_member WHERE account_id = $1 ORDER BY project_id;

-- name: DropMember :exec
DELETE FROM project_member WHERE project_id = $1 AND account_id = $2;

-- name: DropMembers :exec
DELETE FROM project_member WHERE project_id = $1;

-- name: InsertLink :exec
INSERT INTO project_link (id, owner_id, hash, role, max_uses, uses, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, 0, $6, $7);

-- name: Links :many
SELECT * FROM project_link WHERE owner_id = $1 AND expires_at > sqlc.arg(now) AND uses < max_uses ORDER BY created_at, id;

-- name: LinkByHash :one
SELECT l.owner_id, l.role, p.name, p.sign FROM project_link l
JOIN project p ON p.owner_id = l.owner_id AND p.deleted_at = 0
WHERE l.hash = $1 AND l.uses < l.max_uses AND l.expires_at > sqlc.arg(now);

-- name: UseLink :execrows
UPDATE project_link SET uses = uses + 1 WHERE hash = $1 AND uses < max_uses AND expires_at > sqlc.arg(now);

-- name: DropLink :execrows
DELETE FROM project_link WHERE owner_id = $1 AND id = $2;

-- name: DropLinks :exec
DELETE FROM project_link WHERE owner_id = $1;

-- name: DropOldLinks :exec
DELETE FROM project_link WHERE expires_at <= sqlc.arg(now) OR uses >= max_uses;

-- name: NewestActivity :one
SELECT id, person_id, kind, subject, at FROM project_activity WHERE owner_id = $1 ORDER BY id DESC LIMIT 1;

-- name: RepeatActivity :execrows
UPDATE project_activity SET times = times + 1, at = $1 WHERE owner_id = $2 AND id = $3;

-- name: InsertActivity :exec
INSERT INTO project_activity (id, owner_id, person_id, kind, subject, times, at) VALUES ($1, $2, $3, $4, $5, 1, $6);

-- CutActivity keeps the newest keep+1 activities of a project, and deletes the older ones. OFFSET skips
-- `keep` activities; the next one is the oldest that stays.
-- name: CutActivity :exec
DELETE FROM project_activity WHERE project_activity.owner_id = $1 AND project_activity.id < (
    SELECT a.id FROM project_activity a WHERE a.owner_id = $1 ORDER BY a.id DESC LIMIT 1 OFFSET sqlc.arg(keep)
);

-- name: Activities :many
SELECT id, person_id, kind, subject, times, at FROM project_activity
WHERE owner_id = $1 AND (id < sqlc.arg(before) OR CAST(sqlc.arg(before) AS TEXT) = '')
ORDER BY id DESC LIMIT sqlc.arg(size);

-- name: DropActivities :exec
DELETE FROM project_activity WHERE owner_id = $1;

-- name: DropProject :exec
DELETE FROM project WHERE owner_id = $1;
