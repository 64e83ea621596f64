-- name: ListSites :many
SELECT s.*,
       CAST((SELECT COUNT(*) FROM site_page p WHERE p.site_id = s.id AND p.digest <> '') AS BIGINT) AS pages,
       CAST((SELECT COUNT(*) FROM site_page p WHERE p.site_id = s.id AND p.digest = '') AS BIGINT) AS unread
FROM site s ORDER BY s.created_at, s.id;

-- name: GetSite :one
SELECT * FROM site WHERE id = $1;

-- name: CountSites :one
SELECT COUNT(*) FROM site;

-- name: PutSite :exec
INSERT INTO site (id, name, kind, url, local, active, max_pages, max_depth, pause_ms, every_hours, created_at, state, reason, started_at, ended_at, next_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'new', '', 0, 0, 0)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, url = excluded.url, local = excluded.local, active = excluded.active,
    max_pages = excluded.max_pages, max_depth = excluded.max_depth, pause_ms = excluded.pause_ms, every_hours = excluded.every_hours;

-- name: DropSite :execrows
DELETE FROM site WHERE id = $1;

-- name: DropPages :exec
DELETE FROM site_page WHERE site_id = $1;

-- name: DueSites :many
SELECT id FROM site WHERE active = TRUE AND state <> 'running' AND state <> 'queued' AND next_at <= $1;

-- name: MarkQueued :exec
UPDATE site SET state = 'queued' WHERE id = $1 AND state <> 'running';

-- name: MarkRunning :exec
UPDATE site SET state = 'running', started_at = $2, reason = '' WHERE id = $1;

-- name: MarkEnded :exec
UPDATE site SET state = $2, reason = $3, ended_at = $4, next_at = $5 WHERE id = $1;

-- name: ListPages :many
SELECT id, url, title, icon, published, digest, reason, etag, modified, depth, links, fetched_at, changed_at FROM site_page
WHERE site_id = $1 ORDER BY depth, url;

-- name: UnreadPages :many
SELECT url, reason FROM site_page WHERE site_id = $1 AND digest = '' ORDER BY url LIMIT $2;

-- name: PageIDs :many
SELECT id FROM site_page WHERE site_id = $1;

-- name: PutPage :exec
INSERT INTO site_page (id, site_id, url, title, icon, published, digest, reason, etag, modified, depth, links, fetched_at, changed_at, content)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
ON CONFLICT (site_id, url) DO UPDATE SET title = excluded.title, icon = excluded.icon, published = excluded.published, digest = excluded.digest,
    reason = excluded.reason, etag = excluded.etag, modified = excluded.modified, depth = excluded.depth, links = excluded.links,
    fetched_at = excluded.fetched_at, changed_at = excluded.changed_at, content = excluded.content;

-- name: TouchPage :exec
UPDATE site_page SET fetched_at = $2 WHERE id = $1;

-- name: DropPage :exec
DELETE FROM site_page WHERE id = $1;

-- name: FoundPage :one
SELECT p.url, p.title, p.icon, p.published, p.content, p.site_id, s.name AS site_name FROM site_page p JOIN site s ON s.id = p.site_id
WHERE p.id = $1 AND p.digest <> '' AND s.active = TRUE;

-- name: PageAt :one
SELECT p.url, p.title, p.icon, p.published, p.content, p.site_id, s.name AS site_name FROM site_page p JOIN site s ON s.id = p.site_id
WHERE p.url = $1 AND p.digest <> '' AND s.active = TRUE ORDER BY p.fetched_at DESC LIMIT 1;

-- name: AnyPage :one
SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT p.id FROM site_page p JOIN site s ON s.id = p.site_id WHERE s.active = TRUE AND p.digest <> '' LIMIT 1) AS one;
