-- +goose Up

-- Files that wait to be read, and overviews that wait for a model, become jobs.
INSERT INTO job (kind, key, owner_id, payload, state, progress, attempts, fence, beat, error_code, queued_at, next_at, ended_at)
SELECT 'document', document_id, owner_id, '', 'queued', 0, attempts, 0, 0, '', queued_at, next_at, 0 FROM document_job;

INSERT INTO job (kind, key, owner_id, payload, state, progress, attempts, fence, beat, error_code, queued_at, next_at, ended_at)
SELECT 'overview', document_id, owner_id, '', 'queued', 0, attempts, 0, 0, '', updated_at, next_at, 0 FROM reading_overview WHERE state IN ('queued', 'running');

-- For a file that is being parsed: the program version that stored its units.
ALTER TABLE document ADD COLUMN build TEXT NOT NULL DEFAULT '';
UPDATE document SET build = (SELECT j.build FROM document_job j WHERE j.document_id = document.id)
WHERE EXISTS (SELECT 1 FROM document_job j WHERE j.document_id = document.id);
DROP TABLE document_job;

-- The state of an overview's job is now in the table job. The overview itself stores only the error code,
-- if the model failed.
DROP INDEX reading_overview_waiting;
UPDATE reading_overview SET error_code = '' WHERE state <> 'failed';
ALTER TABLE reading_overview DROP COLUMN state;
ALTER TABLE reading_overview DROP COLUMN progress;
ALTER TABLE reading_overview DROP COLUMN attempts;
ALTER TABLE reading_overview DROP COLUMN next_at;
ALTER TABLE reading_overview DROP COLUMN claim;
ALTER TABLE reading_overview DROP COLUMN claimed_until;
