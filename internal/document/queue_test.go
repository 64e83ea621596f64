//go:build unix

package document

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
)

// pages returns a text of n lines. The middle line is a command to the parser of the tests, such as "wait".
func pages(n int, middle string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("第 %d 页", i+1)
	}
	all[n/2] = middle
	return strings.Join(all, "\n")
}

// whole checks that every unit of a document is stored exactly once and is in the index.
func (h *harness) whole(t *testing.T, d Document, n int) {
	t.Helper()
	if d.Units != n || d.Progress != 1 || d.UnitKind != parsed.Page || d.Chars == 0 || d.Title != "题" {
		t.Errorf("%+v", d)
	}
	next := 1
	err := h.EachUnit(t.Context(), d.OwnerID, d.ID, func(u parsed.Unit) error {
		if u.Number != next {
			return fmt.Errorf("unit %d follows %d", u.Number, next-1)
		}
		next++
		return nil
	})
	if err != nil || next != n+1 {
		t.Errorf("%d units are stored, %v", next-1, err)
	}
	if got := h.count(t, `SELECT count(*) FROM test_index WHERE owner = $1 AND document = $2`, d.OwnerID, d.ID); got != n {
		t.Errorf("%d units are indexed, want %d", got, n)
	}
	if jobs := h.count(t, `SELECT count(*) FROM job WHERE key = $1`, d.ID); jobs != 0 {
		t.Errorf("%d jobs are left", jobs)
	}
}

// TestKilledInMidParse kills a process in the middle of a file. A new process continues
// after the stored units.
func TestKilledInMidParse(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		dir := t.TempDir()
		dead := newHarnessWith(t, d, dir, dying)
		adds := newHarness(t, d, dir)
		file, other := adds.add(t, alice, "a.txt", pages(200, "stuck")), adds.add(t, alice, "b.txt", "stuck")
		dead.run(t)
		<-dead.parser.met
		<-dead.parser.met
		domaintest.Eventually(t, "a part is stored", func() bool {
			return dead.count(t, `SELECT count(*) FROM document_unit`) >= batchUnits
		})
		before := dead.count(t, `SELECT count(*) FROM document_unit`)
		if got, err := dead.Get(t.Context(), alice, file.ID); err != nil || got.State != Parsing || got.Progress <= 0 || got.Progress >= 1 || got.Units != before {
			t.Errorf("in the middle: %+v, %v", got, err)
		}

		dead.expireLeases(t)
		h := newHarness(t, d, dir)
		h.run(t)
		close(h.parser.gate)
		h.whole(t, h.ended(t, file, Ready, ""), 200)
		h.ended(t, other, Ready, "")
		if h.index.adds != 200+1-before {
			t.Errorf("%d units were stored before, and %d then", before, h.index.adds)
		}
		// The killed process continues, but without effect.
		close(dead.parser.gate)
		// An attempt usually ends as Lost. On a slow disk, it may end as Postponed before the queue
		// notices that the claim is lost.
		domaintest.Eventually(t, "it gives up", func() bool {
			ends := dead.parses().Outcomes
			return ends[job.Lost]+ends[job.Postponed] == atOnce
		})
		h.whole(t, h.ended(t, file, Ready, ""), 200)
	})
}

func TestStoppedInMidParse(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		dir := t.TempDir()
		first := newHarness(t, d, dir)
		stop := first.run(t)
		file := first.add(t, alice, "a.txt", pages(100, "wait"))
		<-first.parser.met
		stop()
		if n := first.count(t, `SELECT count(*) FROM job WHERE attempts = 0 AND state = 'queued'`); n != 1 {
			t.Error("the file was not given back")
		}
		h := newHarness(t, d, dir)
		close(h.parser.gate)
		h.run(t)
		h.whole(t, h.ended(t, file, Ready, ""), 100)
	})
}

// TestAnotherVersionStartsAgain checks that units from two versions of the server are never
// stored for the same file.
func TestAnotherVersionStartsAgain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		dir := t.TempDir()
		first := newHarness(t, d, dir)
		stop := first.run(t)
		file := first.add(t, alice, "a.txt", pages(100, "wait"))
		<-first.parser.met
		stop()
		if n := first.count(t, `SELECT count(*) FROM document_unit`); n == 0 {
			t.Fatal("nothing was stored before the stop")
		}
		h := newHarness(t, d, dir)
		h.Build = "2"
		close(h.parser.gate)
		h.run(t)
		h.whole(t, h.ended(t, file, Ready, ""), 100)
		if h.index.adds != 100 {
			t.Errorf("%d units were stored anew", h.index.adds)
		}
	})
}

// TestDeadlyFile reads two files that crash the server each time.
func TestDeadlyFile(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	dir := t.TempDir()
	var dead []*harness
	adds := newHarness(t, d, dir)
	deadly := []Document{adds.add(t, alice, "a.txt", "stuck"), adds.add(t, alice, "b.txt", "stuck")}
	for range maxAttempts {
		h := newHarnessWith(t, d, dir, dying)
		dead = append(dead, h)
		h.run(t)
		for range deadly {
			<-h.parser.met
		}
	}
	h := newHarness(t, d, dir)
	h.run(t)
	for _, file := range deadly {
		h.ended(t, file, Failed, errs.FileBroken)
	}
	if n := len(h.parser.begun()); n != 0 {
		t.Errorf("it was read %d more times", n)
	}
	h.ready(t, alice, "c.txt", "好")
	for _, h := range dead {
		close(h.parser.gate)
	}
}

func TestFailures(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		// After an error that may be temporary, a file is read again, and fails after the last
		// attempt. Other files are read in the meantime.
		bad := h.add(t, alice, "bad.txt", "一\n二\nfail")
		for i := 1; i < maxAttempts; i++ {
			domaintest.Eventually(t, "it is postponed", func() bool { return h.parses().Outcomes[job.Postponed] == int64(i) })
			h.ready(t, alice, "good.txt", "好")
			h.clock.Add(time.Minute)
			h.jobs.Wake()
		}
		bad = h.ended(t, bad, Failed, errs.Unknown)
		if n := h.count(t, `SELECT count(*) FROM document_unit WHERE document_id = $1`, bad.ID) + h.count(t, `SELECT count(*) FROM test_index WHERE document = $1`, bad.ID); n != 0 {
			t.Errorf("%d pieces are left of it", n)
		}
		if s := h.parses(); s.Outcomes[job.GaveUp] != 1 || s.Running != 0 {
			t.Errorf("%+v", s)
		}
		if n, err := h.jobs.Count(t.Context(), ParseJob, job.Queued, job.Running); n != 0 || err != nil {
			t.Errorf("%d wait, %v", n, err)
		}
		// Reading can be requested again after failures that may be temporary; a broken
		// file stays failed.
		for _, code := range []errs.Code{errs.FileGarbled, errs.FileNoText} {
			h.parser.fails = errs.New(code)
			h.call(t, 200, "/api/resource/asyncFileParse", alice, map[string]any{"resourceId": bad.ID})
			h.ended(t, bad, Failed, code)
		}
		broken := h.ended(t, h.add(t, alice, "x.txt", "一\nbroken"), Failed, errs.FileBroken)
		v := h.call(t, 200, "/api/resource/fileParse", alice, map[string]any{"resourceId": broken.ID})["data"].(map[string]any)
		if v["status"] != "failed" || v["errorCode"] != "20054" || !strings.Contains(v["errorMsg"].(string), "「x.txt」") {
			t.Errorf("%v", v)
		}
		if n := len(h.parser.begun()); n != maxAttempts+(maxAttempts-1)+2+1 {
			t.Errorf("read were %v", h.parser.begun())
		}
		// A file without a single character fails.
		h.ended(t, h.add(t, alice, "blank.txt", "blank\nblank"), Failed, errs.FileEmpty)
		// A unit that cannot be indexed is not stored either.
		h.index.mu.Lock()
		h.index.fail = errors.New("the index is not there")
		h.index.mu.Unlock()
		late := h.add(t, alice, "late.txt", "好")
		domaintest.Eventually(t, "it is postponed", func() bool { return h.parses().Outcomes[job.Postponed] == maxAttempts })
		if n := h.count(t, `SELECT count(*) FROM document_unit WHERE document_id = $1`, late.ID); n != 0 {
			t.Errorf("%d units are stored that are not in the index", n)
		}
		h.index.mu.Lock()
		h.index.fail = nil
		h.index.mu.Unlock()
		h.clock.Add(time.Minute)
		h.jobs.Wake()
		h.ended(t, late, Ready, "")
	})
}

func TestMissingBytes(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		d := h.add(t, alice, "a.txt", "好")
		if err := h.Files.Delete(t.Context(), alice, d.Hash); err != nil {
			t.Fatal(err)
		}
		h.run(t)
		h.ended(t, d, Failed, errs.FileBroken)
		if _, _, err := h.Open(t.Context(), alice, d.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("opening it: %v", err)
		}
	})
}

func TestPasswords(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		d := h.ended(t, h.add(t, alice, "密.txt", "password 芝麻开门\n宝藏"), Failed, errs.FileEncrypted)
		try := func(owner, password string, status int) {
			t.Helper()
			h.call(t, status, "/api/resource/asyncFileParse", owner, map[string]any{"resourceId": d.ID, "password": password})
		}
		try(alice, "", 200)
		h.ended(t, d, Failed, errs.FileEncrypted)
		try(bob, "芝麻开门", 404)
		h.ended(t, d, Failed, errs.FileEncrypted)
		try(alice, "错", 200)
		h.ended(t, d, Failed, errs.FilePassword)
		try(alice, strings.Repeat("x", 2000), 400)
		try(alice, "芝麻开门", 200)
		h.ended(t, d, Ready, "")
		if len(h.passwords.of) != 0 {
			t.Error("a password stays in memory")
		}
	})
}

// TestFairAndBounded reads the files of two owners. The first owner has ten files, and the second
// owner has two. Reading the second owner's files begins before all files of the first owner are
// read. At most two files are read at the same time.
func TestFairAndBounded(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHarness(t, d, t.TempDir())
		var all []Document
		for i := range 10 {
			h.clock.Add(2 * time.Millisecond)
			all = append(all, h.add(t, alice, fmt.Sprintf("a%d.txt", i), "wait"))
		}
		for i := range 2 {
			h.clock.Add(2 * time.Millisecond)
			all = append(all, h.add(t, bob, fmt.Sprintf("b%d.txt", i), "wait"))
		}
		h.run(t)
		// A file ends only after the next file has begun. Of the two files being read, the one that has waited
		// longer ends first.
		<-h.parser.met
		for range all[1:] {
			<-h.parser.met
			h.parser.gate <- struct{}{}
		}
		h.parser.gate <- struct{}{}
		for _, d := range all {
			h.ended(t, d, Ready, "")
		}
		begun := h.parser.begun()
		if first := begun[:4]; !slices.Contains(first, "b0.txt") || !slices.Contains(first, "b1.txt") {
			t.Errorf("the other one's files had to wait: %v", begun)
		}
		if h.parser.most > atOnce {
			t.Errorf("%d were read at once", h.parser.most)
		}
		mine := slices.DeleteFunc(begun, func(s string) bool { return s[0] == 'b' })
		for i, name := range mine {
			if n := int(name[1] - '0'); n < i-1 || n > i+1 { // two files begin at the same time, so their order may be swapped
				t.Errorf("not in their order: %v", mine)
			}
		}
	})
}

func TestDeleteWhileParsing(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		d := h.add(t, alice, "a.txt", pages(100, "wait"))
		<-h.parser.met
		if err := h.Delete(t.Context(), alice, d.ID); err != nil {
			t.Fatal(err)
		}
		domaintest.Eventually(t, "its reading ends", func() bool { return h.parses().Outcomes[job.Lost] == 1 })
		for _, table := range []string{"document", "document_unit", "job", "document_use", "test_index"} {
			if n := h.count(t, `SELECT count(*) FROM `+table); n != 0 {
				t.Errorf("%s has %d rows left", table, n)
			}
		}
		if left := h.stored(t); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
		if _, err := h.Wait(t.Context(), alice, d.ID, nil); !errs.Is(err, errs.NotFound) {
			t.Errorf("waiting for it: %v", err)
		}
	})
}

func TestForget(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ready(t, alice, "a.txt", "我的")
		kept := h.ready(t, bob, "b.txt", "我的")
		h.add(t, alice, "c.txt", pages(50, "wait"))
		<-h.parser.met
		tk, err := h.Begin(t.Context(), alice, "d.txt", 100)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Receive(t.Context(), tk.Token, 0, strings.NewReader("half")); err != nil {
			t.Fatal(err)
		}
		h.forget(t, alice)
		for _, table := range []string{"document", "document_unit", "job", "document_upload", "document_use"} {
			if n := h.count(t, `SELECT count(*) FROM `+table+` WHERE owner_id = $1`, alice); n != 0 {
				t.Errorf("%s has %d rows left", table, n)
			}
		}
		if n := h.count(t, `SELECT count(*) FROM test_index WHERE owner = $1`, alice); n != 0 {
			t.Errorf("the index has %d rows left", n)
		}
		domaintest.Eventually(t, "the reading ends", func() bool { return h.parses().Running == 0 })
		if left := h.stored(t); len(left) != 1 {
			t.Errorf("left are %v", left)
		}
		if _, err := h.Get(t.Context(), bob, kept.ID); err != nil {
			t.Errorf("another's file went: %v", err)
		}
		if _, err := h.Receive(t.Context(), tk.Token, 4, strings.NewReader("more")); !errs.Is(err, errs.TicketOver) {
			t.Errorf("a ticket of who has left: %v", err)
		}
	})
}

func TestSweep(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.add(t, alice, "a.txt", "kept")
		tk, err := h.Begin(t.Context(), alice, "b.txt", 100)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Receive(t.Context(), tk.Token, 0, strings.NewReader("half")); err != nil {
			t.Fatal(err)
		}
		// Store bytes without a row, as a crash may leave them.
		part, err := h.Parts.Hold("crashed-upload")
		if err != nil {
			t.Fatal(err)
		}
		if err := part.Append(strings.NewReader("leftover"), 100); err != nil {
			t.Fatal(err)
		}
		hash, err := part.Sum()
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Files.Put(t.Context(), alice, hash, part); err != nil {
			t.Fatal(err)
		}
		part, err = h.Parts.Hold("forgotten-part")
		if err != nil {
			t.Fatal(err)
		}
		part.Release()
		sweep := func(want int) {
			t.Helper()
			if err := h.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := h.stored(t); len(got) != want {
				t.Errorf("stored are %v, want %d", got, want)
			}
		}
		sweep(4) // all files are younger than leftoverAge
		h.clock.Add(ticketAge + time.Minute)
		sweep(4)
		h.clock.Add(2 * time.Hour)
		sweep(1)
		if h.countContent(t, "kept") != 1 {
			t.Error("the file that is needed went")
		}
	})
}

func TestWaitTellsProgress(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		d := h.add(t, alice, "a.txt", pages(400, "wait"))
		open := sync.OnceFunc(func() { close(h.parser.gate) })
		last := -1.0
		reports := 0
		d, err := h.Wait(t.Context(), alice, d.ID, func(d Document) {
			if d.Progress < last {
				t.Errorf("progress goes back from %v to %v", last, d.Progress)
			}
			last = d.Progress
			if reports++; d.Progress > 0.3 {
				open()
			}
		})
		if err != nil || d.State != Ready || reports < 2 {
			t.Errorf("%+v, %v, told %d times", d, err, reports)
		}
		if _, err := h.Wait(t.Context(), bob, d.ID, nil); !errs.Is(err, errs.NotFound) {
			t.Errorf("another's wait: %v", err)
		}
		gone, stop := context.WithCancel(t.Context())
		stop()
		slow := h.add(t, alice, "b.txt", "好")
		if _, err := h.Wait(gone, alice, slow.ID, nil); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("who has left: %v", err)
		}
	})
}
