package transfer

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

const aFile = "files/a/一.txt"

// A faulty file in an archive is skipped and affects nothing else; a faulty archive is refused
// with an error message.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	good := zipped{name: "files/good/好.txt", data: "好的文件"}
	withGood := func(files []File, entries ...zipped) []byte {
		g := described(good.name, good.data)
		g.Name = "好.txt"
		g.Notes = list[Note]{{Unit: 1, Text: "记"}}
		return pack(t, append([]zipped{mainJSON(t, append(files, g)...), good}, entries...)...)
	}
	skip := func(r ...Reason) []Reason { return r }
	of := func(change func(*File), path string) []File {
		f := described(path, "内容")
		if change != nil {
			change(&f)
		}
		return []File{f}
	}
	at := func(path string) zipped { return zipped{name: path, data: "内容"} }
	whole := withGood(of(nil, aFile), at(aFile))
	many := make([]zipped, maxEntries+1)
	long := make([]zipped, maxDirectory/60_000+1)
	for i := range many {
		many[i].name = fmt.Sprint(i)
	}
	for i := range long {
		long[i].name = fmt.Sprint(i, strings.Repeat("x", 60_000))
	}
	for name, tt := range map[string]struct {
		file []byte
		skip []Reason
		err  errs.Code
	}{
		"as it should be":             {file: whole},
		"another size is said":        {file: withGood(of(func(f *File) { f.Size++ }, aFile), at(aFile)), skip: skip(Damaged)},
		"no size is said":             {file: withGood(of(func(f *File) { f.Size = 0 }, aFile), zipped{name: aFile}), skip: skip(Damaged)},
		"another sum is said":         {file: withGood(of(func(f *File) { f.SHA256 = strings.Repeat("0", 64) }, aFile), at(aFile)), skip: skip(Damaged)},
		"no sum is said":              {file: withGood(of(func(f *File) { f.SHA256 = "" }, aFile), at(aFile)), skip: skip(Damaged)},
		"it is not there":             {file: withGood(of(nil, aFile)), skip: skip(Missing)},
		"no path is said":             {file: withGood(of(func(f *File) { f.Path = "" }, aFile), at(aFile)), skip: skip(Missing)},
		"a path upwards":              {file: withGood(of(nil, "../../etc/passwd"), at("../../etc/passwd")), skip: skip(Damaged)},
		"a path through the folder":   {file: withGood(of(nil, "files/../../secret"), at("files/../../secret")), skip: skip(Damaged)},
		"a path from the root":        {file: withGood(of(nil, "/files/a"), at("/files/a")), skip: skip(Damaged)},
		"a path of another system":    {file: withGood(of(nil, `files\..\a`), at(`files\..\a`)), skip: skip(Damaged)},
		"beside the folder":           {file: withGood(of(nil, "other/a.txt"), at("other/a.txt")), skip: skip(Damaged)},
		"two of one name":             {file: withGood(of(nil, aFile), at(aFile), at(aFile)), skip: skip(Damaged)},
		"one that is named twice":     {file: withGood(append(of(nil, aFile), of(nil, aFile)...), at(aFile)), skip: skip(Damaged)},
		"packed in an unknown way":    {file: withGood(of(nil, aFile), zipped{aFile, "内容", &zip.FileHeader{Method: 99, UncompressedSize64: 6}}), skip: skip(Damaged)},
		"packed bytes that are none":  {file: withGood(of(nil, aFile), zipped{aFile, "\xff\xff\xff", &zip.FileHeader{Method: zip.Deflate, UncompressedSize64: 6}}), skip: skip(Damaged)},
		"more than the archive says":  {file: withGood(of(nil, aFile), zipped{aFile, deflated(t, strings.Repeat("x", 1<<20)), &zip.FileHeader{Method: zip.Deflate, UncompressedSize64: 6}}), skip: skip(Damaged)},
		"more than may be unpacked":   {file: withGood(of(func(f *File) { f.Size = maxUnpacked + 1 }, aFile), zipped{aFile, "内容", &zip.FileHeader{UncompressedSize64: maxUnpacked + 1}}), skip: skip(TooBig)},
		"too many notes":              {file: withGood(of(func(f *File) { f.Notes = make([]Note, maxItems+1) }, aFile), at(aFile)), skip: skip(TooMany)},
		"entries that nobody names":   {file: withGood(nil, at("files/b"), at("readme.txt"), at("sub/x.json"))},
		"a mark and no more":          {file: []byte("PK\x03\x04"), err: errs.UnknownFile},
		"nothing in it":               {file: pack(t), err: errs.UnknownFile},
		"without its end":             {file: whole[:len(whole)-30], err: errs.BrokenFile},
		"only the beginning":          {file: whole[:len(whole)/2], err: errs.BrokenFile},
		"too many entries":            {file: pack(t, append(many, mainJSON(t))...), err: errs.UnknownFile},
		"too long a directory":        {file: pack(t, append(long, mainJSON(t))...), err: errs.UnknownFile},
		"the main part twice":         {file: pack(t, mainJSON(t), mainJSON(t)), err: errs.UnknownFile},
		"no main part":                {file: pack(t, at(aFile)), err: errs.UnknownFile},
		"a main part in a folder":     {file: pack(t, zipped{name: "a/wenqu.json", data: mainJSON(t).data}), err: errs.UnknownFile},
		"two that could be it":        {file: pack(t, zipped{name: "a.json", data: mainJSON(t).data}, zipped{name: "b.json", data: "[]"}), err: errs.UnknownFile},
		"a main part that is a bomb":  {file: pack(t, zipped{name: mainName, data: "[" + strings.Repeat(" ", MaxFile)}), err: errs.TooLarge},
		"a main part that is deep":    {file: pack(t, zipped{name: mainName, data: strings.Repeat("[", 1000)}), err: errs.BrokenFile},
		"a main part of another kind": {file: pack(t, zipped{name: mainName, data: `{"a":1}`}), err: errs.UnknownFile},
		"files that are no list":      {file: pack(t, zipped{name: mainName, data: `{"format":"wenqu","version":1,"files":7,"conversations":[]}`}), err: errs.UnknownFile},
		"a main part that is cut":     {file: pack(t, zipped{name: mainName, data: mainJSON(t).data[:40]}), err: errs.BrokenFile},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newHarness(t)
			seen, err := d.Preview(t.Context(), "", bytes.NewReader(tt.file))
			if tt.err != "" && !errs.Is(err, tt.err) || tt.err == "" && err != nil {
				t.Errorf("preview: %v, want %s", err, tt.err)
			}
			got, err := d.bring(t.Context(), tt.file)
			if tt.err != "" && !errs.Is(err, tt.err) || tt.err == "" && err != nil {
				t.Errorf("%v, want %s", err, tt.err)
			}
			d.empty(t)
			if tt.err != "" {
				if len(d.files.added) > 0 {
					t.Errorf("added %v", d.files.added)
				}
				return
			}
			if diff := cmp.Diff(seen, got); diff != "" {
				t.Errorf("an import makes something else than its preview says:\n%s", diff)
			}
			var why []Reason
			for _, s := range got.FilesSkipped {
				why = append(why, s.Reason)
			}
			if diff := cmp.Diff(tt.skip, why); diff != "" || got.FilesSkippedCount != len(tt.skip) || got.Files != len(d.files.added) {
				t.Errorf("%+v\n%s", got, diff)
			}
			if d.files.added["好.txt"] != good.data || got.Notes != 1 {
				t.Errorf("the good one did not come in: %+v %v", got, d.files.added)
			}
		})
	}
}

// If the upload of an archive breaks off, nothing remains on the disk.
func TestArchiveThatBreaksOff(t *testing.T) {
	t.Parallel()
	d := newHarness(t)
	gone := errors.New("gone")
	file := pack(t, mainJSON(t))
	if _, err := d.Preview(t.Context(), "", io.MultiReader(bytes.NewReader(file[:20]), iotest.ErrReader(gone))); !errors.Is(err, gone) {
		t.Error(err)
	}
	d.empty(t)
}

// If an entry is longer than stated, reading stops when the stated size is exceeded.
func TestNoMoreIsReadThanWasSaid(t *testing.T) {
	t.Parallel()
	from := strings.NewReader(strings.Repeat("x", 1<<20))
	v := &verified{ReadCloser: io.NopCloser(from), left: 6, sum: sha256.New()}
	if n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, v, make([]byte, 512)); !errors.Is(err, errDamaged) || n > 0 || from.Len() < 1<<20-512 {
		t.Errorf("%d bytes came out, %d were left: %v", n, from.Len(), err)
	}
}

// deflated returns data compressed as in archives.
func deflated(t *testing.T, data string) string {
	t.Helper()
	b := pack(t, zipped{name: "x", data: data})
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := z.File[0].OpenRaw()
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil || len(out) >= len(data) {
		t.Fatal(len(out), err)
	}
	return string(out)
}

// Archives of other assistants are read like the JSON in them.
func TestArchivesOfOthers(t *testing.T) {
	t.Parallel()
	for name, others := range map[string][]string{
		"chatgpt.json":   {"user.json", "message_feedback.json", "chat.html", "dalle/1.png"},
		"openwebui.json": nil, "yuanbao.json": {"readme.md"}, "wenqu.json": {"files/a"},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		d := newHarness(t)
		plain, err := d.Preview(t.Context(), "", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		main := zipped{name: "export.JSON", data: string(data)}
		if name == "chatgpt.json" {
			main.name = "conversations.json"
		}
		entries := []zipped{main}
		for _, o := range others {
			entries = append(entries, zipped{name: o, data: "[]"})
		}
		packed, err := d.Preview(t.Context(), "", bytes.NewReader(pack(t, entries...)))
		if diff := cmp.Diff(plain, packed); diff != "" || err != nil || plain.Conversations == 0 {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
		d.empty(t)
	}
}

// An export in our own format is recognised even if it is empty, as JSON and as an archive.
func TestNothingToBringIn(t *testing.T) {
	t.Parallel()
	d := newHarness(t)
	for name, file := range map[string][]byte{"JSON": []byte(mainJSON(t).data), "an archive": pack(t, mainJSON(t))} {
		got, err := d.Preview(t.Context(), "", bytes.NewReader(file))
		if diff := cmp.Diff(Report{Format: Wenqu, Skipped: []Skipped{}, Titles: []string{}}, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

// A refused file is listed with the reason; an internal error ends the import.
func TestRefusals(t *testing.T) {
	t.Parallel()
	file := pack(t, mainJSON(t, described(aFile, "内容")), zipped{name: aFile, data: "内容"})
	for code, want := range map[errs.Code]Reason{
		errs.FilesFull: NoRoom, errs.UploadTooBig: TooBig, errs.FileUnsupported: Refused, errs.CloudDocument: Refused, errs.StorageFail: "",
	} {
		d := newHarness(t)
		d.files.refuses = errs.New(code)
		seen, seenErr := d.Preview(t.Context(), "", bytes.NewReader(file))
		got, err := d.bring(t.Context(), file)
		if diff := cmp.Diff(seen, got); diff != "" || errs.Is(seenErr, code) != errs.Is(err, code) {
			t.Errorf("%s: the preview says something else: %v\n%s", code, seenErr, diff)
		}
		if want == "" {
			if !errs.Is(err, code) {
				t.Errorf("%s: %+v %v", code, got, err)
			}
		} else if err != nil || len(got.FilesSkipped) != 1 || got.FilesSkipped[0] != (FileSkipped{"一.txt", want}) {
			t.Errorf("%s: %+v %v", code, got, err)
		}
		d.empty(t)
	}
}

// At most spoolsAtOnce archives are on the disk at the same time. After one of them is removed, the
// next archive is accepted.
func TestArchivesAtOnce(t *testing.T) {
	t.Parallel()
	d := newHarness(t)
	file := pack(t, mainJSON(t))
	ends := make(chan error, spoolsAtOnce)
	var bodies []*io.PipeWriter
	for range spoolsAtOnce {
		r, w := io.Pipe()
		go func() {
			_, err := d.Preview(t.Context(), "", r)
			ends <- err
		}()
		// Preview recognises an archive by its first four bytes. Before it reads further bytes, it
		// counts the upload as an archive on the disk. It has done so when the second Write returns.
		for _, piece := range [][]byte{file[:4], file[4:]} {
			if _, err := w.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		bodies = append(bodies, w)
	}
	if _, err := d.Preview(t.Context(), "", bytes.NewReader(file)); !errs.Is(err, errs.TooMany) {
		t.Errorf("one more: %v", err)
	}
	for _, w := range bodies {
		_ = w.Close()
		if err := <-ends; err != nil {
			t.Error(err)
		}
	}
	if _, err := d.Preview(t.Context(), "", bytes.NewReader(file)); err != nil {
		t.Errorf("after them: %v", err)
	}
	d.empty(t)
}

// A file of a question is an object, or a string if only its name is known. Anything else becomes an
// empty value.
func TestAttachedReadsBothForms(t *testing.T) {
	t.Parallel()
	var m Message
	if err := json.Unmarshal([]byte(`{"files":["一.pdf",{"id":"x","name":"二.pdf"},{"name":"三.pdf"},7,null,{"id":1,"name":"四.pdf"}]}`), &m); err != nil {
		t.Fatal(err)
	}
	want := list[Attached]{{Name: "一.pdf"}, {"x", "二.pdf"}, {Name: "三.pdf"}, {}, {}, {Name: "四.pdf"}}
	if diff := cmp.Diff(want, m.Files); diff != "" {
		t.Error(diff)
	}
	b, err := json.Marshal(want[:2])
	if err != nil || string(b) != `["一.pdf",{"id":"x","name":"二.pdf"}]` {
		t.Errorf("%s %v", b, err)
	}
}

func TestSafeNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"合同.pdf": "合同.pdf", `a/b\c:d*e?f"g<h>i|j`: "a_b_c_d_e_f_g_h_i_j", "x. .": "x", "..": "_", "": "_", "a\x01b": "a_b",
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func FuzzArchive(f *testing.F) {
	one := zipped{name: aFile, data: "内容"}
	f.Add(pack(f, mainJSON(f, described(aFile, "内容")), one))
	f.Add(pack(f, mainJSON(f, described("../a", "内容")), zipped{name: "../a", data: "内容"}, one, one))
	f.Add(pack(f, zipped{name: "a.json", data: `[{"id":"1","convs":[{"index":1,"speaker":"human","displayPrompt":"你好"}]}]`}))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	files, err := blob.OpenLocal(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	parts, err := files.Parts()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		files := &fakeFiles{added: map[string]string{}}
		s := New(Options{Holdings: Holdings{Files: files, Notes: fakeNotes{}}, Parts: parts, Now: time.Now})
		got, err := s.Preview(t.Context(), "", bytes.NewReader(data))
		for _, code := range []errs.Code{errs.UnknownFile, errs.BrokenFile, errs.FullFile, errs.TooLarge} {
			if errs.Is(err, code) {
				return
			}
		}
		if err != nil {
			t.Errorf("%v is no sentence for the asker", err)
		}
		if got.Files+got.FilesSkippedCount > MaxFiles+len(data) || len(files.added) > 0 {
			t.Errorf("%+v", got)
		}
	})
}

// TestArchivesAreBoundByWhatWasSent checks that an archive is refused if its JSON is larger than
// freeExpansion and more than maxExpansion times as large as its compressed form. Below
// freeExpansion the archive is accepted. An entry that is longer than stated is refused.
func TestArchivesAreBoundByWhatWasSent(t *testing.T) {
	t.Parallel()
	d := newHarness(t)
	large := `{"format":"wenqu","version":1,"files":[],"conversations":[],"x":"` + strings.Repeat("<", 40<<20) + `"}`
	if _, err := d.bring(t.Context(), pack(t, zipped{name: mainName, data: large})); !errs.Is(err, errs.TooLarge) {
		t.Errorf("40 MB of one sign: %v", err)
	}
	small := `{"format":"wenqu","version":1,"files":[],"conversations":[],"x":"` + strings.Repeat("<", 3<<20) + `"}`
	if _, err := d.bring(t.Context(), pack(t, zipped{name: mainName, data: small})); err != nil {
		t.Errorf("3 MB of one sign: %v", err)
	}
	lies := zipped{name: mainName, data: deflated(t, large), raw: &zip.FileHeader{Method: zip.Deflate, UncompressedSize64: 1000}}
	if _, err := d.bring(t.Context(), pack(t, lies)); err == nil {
		t.Error("an entry that is longer than it says was read")
	}
	d.empty(t)
}
