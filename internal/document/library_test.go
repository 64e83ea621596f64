//go:build unix

package document

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// names returns the file names of a list.
func names(list any) (out []string) {
	for _, d := range list.([]any) {
		out = append(out, d.(map[string]any)["fileName"].(string))
	}
	return out
}

func TestLists(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		var all []Document
		for i, name := range []string{"第10章.txt", "安.md", "第2章.txt", "B.csv", "100%_.txt", "陈！.txt"} {
			h.clock.Add(time.Second)
			all = append(all, h.add(t, alice, name, strings.Repeat("x,", 10-i)))
		}
		h.add(t, bob, "别人的.txt", "x")
		for _, d := range all {
			h.ended(t, d, Ready, "")
		}
		h.clock.Add(time.Second)
		if err := h.NoteUse(t.Context(), alice, "conv-0001", []string{all[1].ID, all[0].ID}); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			in   map[string]any
			want []string
		}{
			{map[string]any{}, []string{"陈！.txt", "100%_.txt", "B.csv", "第2章.txt", "安.md", "第10章.txt"}},
			{map[string]any{"sort": "name"}, []string{"100%_.txt", "B.csv", "安.md", "陈！.txt", "第2章.txt", "第10章.txt"}},
			{map[string]any{"sort": "size"}, []string{"第10章.txt", "安.md", "第2章.txt", "B.csv", "100%_.txt", "陈！.txt"}},
			{map[string]any{"sort": "used"}, []string{"安.md", "第10章.txt", "陈！.txt", "100%_.txt", "B.csv", "第2章.txt"}},
			{map[string]any{"type": "txt", "sort": "name"}, []string{"100%_.txt", "陈！.txt", "第2章.txt", "第10章.txt"}},
			{map[string]any{"keyword": "章"}, []string{"第2章.txt", "第10章.txt"}},
			{map[string]any{"keyword": "%_"}, []string{"100%_.txt"}},
			{map[string]any{"keyword": "！"}, []string{"陈！.txt"}},
			{map[string]any{"keyword": "ｂ.CSV"}, []string{"B.csv"}},
			{map[string]any{"keyword": "没有"}, nil},
		} {
			out := h.call(t, 200, "/api/user/docs/list", alice, tt.in)
			got := names(out["docs"])
			if tt.in["sort"] == "used" { // the first two documents were used at the same time
				slices.Sort(got[:2])
				slices.Sort(tt.want[:2])
			}
			if !slices.Equal(got, tt.want) || out["pagination"].(map[string]any)["totalResults"] != float64(len(tt.want)) {
				t.Errorf("%v: %v", tt.in, out)
			}
			// List the same documents again, two at a time: by offset and by cursor.
			var pages, behind []string
			cursor, more := "", true
			for offset := 0; more; {
				in := map[string]any{"limit": 2, "offset": offset, "page_size": 2, "cursor": cursor}
				for k, v := range tt.in {
					in[k] = v
				}
				page := h.call(t, 200, "/api/user/docs/list", alice, in)
				pages = append(pages, names(page["docs"])...)
				offset = int(page["pagination"].(map[string]any)["offset"].(float64))
				data := h.call(t, 200, "/api/user/docs/v2/list", alice, in)["data"].(map[string]any)
				behind = append(behind, names(data["docs"])...)
				cursor, more = data["cursor"].(string), data["hasMore"].(bool)
			}
			if tt.in["sort"] == "used" {
				slices.Sort(pages[:2])
				slices.Sort(behind[:2])
			}
			if !slices.Equal(pages, tt.want) || !slices.Equal(behind, tt.want) {
				t.Errorf("%v: %v by offset, %v by cursor", tt.in, pages, behind)
			}
		}
		types := h.call(t, 200, "/api/user/docs/v2/filter", alice, nil)["data"].(map[string]any)["types"].([]any)
		if len(types) != 3 || types[0].(map[string]any)["type"] != "txt" || types[0].(map[string]any)["count"] != 4.0 {
			t.Errorf("%v", types)
		}
		for _, in := range []map[string]any{{"sort": "colour"}, {"offset": -1}, {"limit": -1}, {"offset": 1 << 40}} {
			h.call(t, 400, "/api/user/docs/list", alice, in)
		}
		if found := h.call(t, 200, "/api/user/docs/list", alice, map[string]any{"keyword": "a\x00"})["docs"].([]any); len(found) != 0 {
			t.Errorf("no name has what no database keeps: %v", found)
		}
		for _, cursor := range []string{"!", "bm90IGpzb24", "eyJ0IjoiXHUwMDAwIn0"} {
			h.call(t, 400, "/api/user/docs/v2/list", alice, map[string]any{"cursor": cursor})
		}
	})
}

func TestLife(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const text = "租金每月三千元\n押金两个月 RENT\nrent 和 ＲＥＮＴ"
		d := h.ready(t, alice, "合同.txt", text)
		other := h.ready(t, alice, "rent.txt", "与此无关")
		h.ready(t, bob, "b.txt", "租金")
		id := map[string]any{"resourceId": d.ID}
		with := func(more ...any) map[string]any {
			in := map[string]any{"resourceId": d.ID}
			for i := 0; i < len(more); i += 2 {
				in[more[i].(string)] = more[i+1]
			}
			return in
		}
		if v := h.call(t, 200, "/api/user/docs/detail", alice, id)["data"].(map[string]any); len(v["outline"].([]any)) != 3 || v["title"] != "题" || v["lastUsedTime"] != 0.0 {
			t.Errorf("%v", v)
		}
		units := h.call(t, 200, "/api/user/docs/units", alice, with("from", 2, "to", 9))["units"].([]any)
		if len(units) != 2 || units[0].(map[string]any)["number"] != 2.0 || units[1].(map[string]any)["blocks"].([]any)[0].(map[string]any)["text"] != "rent 和 ＲＥＮＴ" {
			t.Errorf("%v", units)
		}
		for _, bad := range []map[string]any{with("from", 0), with("from", 3, "to", 2)} {
			h.call(t, 400, "/api/user/docs/units", alice, bad)
		}
		hits := h.call(t, 200, "/api/user/docs/find", alice, with("keyword", " rent "))["hits"].([]any)
		if len(hits) != 3 || hits[0].(map[string]any)["unit"] != 2.0 || hits[2].(map[string]any)["quote"] != "rent 和 ＲＥＮＴ" {
			t.Errorf("%v", hits)
		}
		h.call(t, 400, "/api/user/docs/find", alice, with("keyword", "  "))

		found := h.call(t, 200, "/api/user/docs/search", alice, map[string]any{"keyword": "租金"})
		place := found["hits"].([]any)
		if len(place) != 1 || place[0].(map[string]any)["fileName"] != "合同.txt" || place[0].(map[string]any)["unitKind"] != "page" || len(found["docs"].([]any)) != 0 {
			t.Errorf("%v", found)
		}
		if found := h.call(t, 200, "/api/user/docs/search", alice, map[string]any{"keyword": "RENT"}); !slices.Equal(names(found["docs"]), []string{"rent.txt"}) {
			t.Errorf("%v", found)
		}
		if found := h.call(t, 200, "/api/user/docs/search", alice, map[string]any{"keyword": "rent", "resourceIds": []string{d.ID}}); len(found["docs"].([]any)) != 0 {
			t.Errorf("%v", found)
		}
		h.call(t, 400, "/api/user/docs/search", alice, map[string]any{"keyword": ""})

		if v := h.call(t, 200, "/api/user/docs/update", alice, with("fileName", "新/租房 合同\u202e.txt"))["data"].(map[string]any); v["fileName"] != "租房 合同.txt" {
			t.Errorf("%v", v)
		}
		h.call(t, 400, "/api/user/docs/update", alice, with("fileName", " "))
		if n := len(h.call(t, 200, "/api/user/docs/list", alice, map[string]any{"keyword": "租房"})["docs"].([]any)); n != 1 {
			t.Errorf("the new name finds %d", n)
		}

		for _, cid := range []string{"conv-0001", "deleted-0001", "conv-0002", "conv-0001"} {
			h.clock.Add(time.Second)
			if err := h.NoteUse(t.Context(), alice, cid, []string{d.ID, "unknown", other.ID}); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.NoteUse(t.Context(), bob, "conv-of-bob", []string{d.ID}); err != nil {
			t.Fatal(err)
		}
		used := h.call(t, 200, "/api/user/docs/usage", alice, id)["conversations"].([]any)
		if len(used) != 2 || used[0].(map[string]any)["id"] != "conv-0001" || used[1].(map[string]any)["title"] != alice+" conv-0002" || used[0].(map[string]any)["lastRepliedAt"] != 5.0 {
			t.Errorf("%v", used)
		}

		// If one document cannot be deleted, no document is deleted.
		res, got := h.do(t, "POST", "/api/user/docs/delete", alice, map[string]any{"resourceIds": []string{d.ID, "unknown"}})
		refused(t, "one of them is unknown", res, got, errs.NotFound)
		h.call(t, 400, "/api/user/docs/delete", alice, nil)
		h.call(t, 200, "/api/user/docs/detail", alice, id)
		h.call(t, 200, "/api/user/docs/delete", alice, map[string]any{"resourceIds": []string{d.ID}, "ids": []string{d.ID}, "docIds": []string{other.ID}})
		for _, table := range []string{"document", "document_unit", "job", "document_use"} {
			if n := h.count(t, `SELECT count(*) FROM `+table+` WHERE owner_id = $1`, alice); n != 0 {
				t.Errorf("%s has %d rows left", table, n)
			}
		}
		if left := h.stored(t); len(left) != 1 {
			t.Errorf("left are %v", left)
		}
	})
}

func TestFilesAreServed(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		page := h.add(t, alice, "页面 😀\".html", "<!doctype html><html><script>alert(1)</script></html>")
		picture := h.add(t, alice, "a.png", string(asPNG(t, corner(10, 10))))
		for _, d := range []Document{page, picture} {
			signed := h.sign(t, alice, d)
			for _, path := range []string{contentPath + d.ID, signed} {
				owner := alice
				if path == signed {
					owner = "" // the address itself authorises the download
				}
				res, got := h.do(t, "GET", path, owner, nil)
				if res.StatusCode != 200 || int64(len(got)) != d.Size {
					t.Fatalf("%s: %d %q", path, res.StatusCode, got)
				}
				kind := "application/octet-stream"
				if d.Type == Image {
					kind = "image/png"
				}
				for k, want := range map[string]string{
					"Content-Type": kind, "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; default-src 'none'",
					"Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin", "Etag": `"` + d.Hash + `"`,
					"Content-Disposition": httpapi.Attachment(d.Name), "Accept-Ranges": "bytes",
				} {
					if res.Header.Get(k) != want {
						t.Errorf("%s: %s is %q, want %q", path, k, res.Header.Get(k), want)
					}
				}
				if res, part := h.do(t, "GET", path, owner, nil, "Range", "bytes=2-5"); res.StatusCode != 206 || part != got[2:6] || res.Header.Get("Content-Security-Policy") != "sandbox; default-src 'none'" {
					t.Errorf("a range: %d %q", res.StatusCode, part)
				}
				if res, _ := h.do(t, "GET", path, owner, nil, "Range", "bytes=99999-"); res.StatusCode != 416 {
					t.Errorf("a range past the end: %d", res.StatusCode)
				}
				if res, _ := h.do(t, "GET", path, owner, nil, "Range", "bytes=0-3", "If-Range", `"another"`); res.StatusCode != 200 {
					t.Errorf("a range of another file: %d", res.StatusCode)
				}
				if res, got := h.do(t, "HEAD", path, owner, nil); res.StatusCode != 200 || got != "" || res.ContentLength != d.Size {
					t.Errorf("HEAD: %d %d", res.StatusCode, res.ContentLength)
				}
			}
		}
	})
}

// sign returns a download address.
func (h *harness) sign(t *testing.T, owner string, d Document) string {
	t.Helper()
	res, got := h.do(t, "GET", "/api/resource/v1/download?resourceId="+d.ID, owner, nil)
	return decoded(t, 200, res, got)["data"].(map[string]any)["url"].(string)
}

func TestSignedAddressesEnd(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		d, other := h.add(t, alice, "a.txt", "一"), h.add(t, alice, "b.txt", "二")
		address := h.sign(t, alice, d)
		token := strings.TrimPrefix(address, signedPath)
		parts := strings.Split(token, ".")
		for name, forged := range map[string]string{
			"another file":   other.ID + "." + parts[1] + "." + parts[2],
			"an unknown one": "01kzzzzzzzzzzzzzzzzzzzzzzz." + parts[1] + "." + parts[2],
			"a later end":    parts[0] + ".zzzzzzz." + parts[2],
			"an upload's":    h.uploads.token(d.ID, h.Now().Add(time.Hour)),
			"cut":            token[:len(token)-1],
			"nothing in it":  "..",
		} {
			res, got := h.do(t, "GET", signedPath+url.PathEscape(forged), alice, nil)
			if name == "nothing in it" && res.StatusCode == http.StatusNotFound {
				continue // the router resolved the dots in the path
			}
			refused(t, name, res, got, errs.TicketOver)
		}
		h.clock.Add(signedAge - time.Second)
		if res, got := h.do(t, "GET", address, "", nil); res.StatusCode != 200 || got != "一" {
			t.Errorf("in time: %d", res.StatusCode)
		}
		again := h.sign(t, alice, d)
		h.clock.Add(2 * time.Second)
		res, got := h.do(t, "GET", address, alice, nil)
		refused(t, "too late", res, got, errs.TicketOver)
		if err := h.Delete(t.Context(), alice, d.ID); err != nil {
			t.Fatal(err)
		}
		res, got = h.do(t, "GET", again, alice, nil)
		refused(t, "deleted", res, got, errs.NotFound)
	})
}

// TestStrangers calls every operation on a document as another owner. Each call answers
// as for an unknown id and changes nothing.
func TestStrangers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHarness(t, d, t.TempDir())
		stop := h.run(t)
		const secret = "保险箱的密码"
		doc := h.ready(t, alice, secret+".txt", secret)
		picture := h.add(t, alice, secret+".png", string(asPNG(t, corner(10, 10))))
		stop() // files uploaded from here on are not read, so that answers can be compared
		const unknown = "01kzzzzzzzzzzzzzzzzzzzzzzz"
		whole := func() string {
			_, list := h.do(t, "POST", "/api/user/docs/list", alice, nil)
			_, content := h.do(t, "GET", contentPath+doc.ID, alice, nil)
			return list + content
		}
		before := whole()
		tried := 0
		for _, p := range h.server.Router.Operations() {
			if p.Owner != httpapi.Mine {
				continue
			}
			for _, who := range []string{bob, ""} {
				for _, id := range []string{doc.ID, picture.ID} {
					try := func(id string) (int, string) {
						path := strings.ReplaceAll(p.Path, "{id}", id) + "?resourceId=" + id + "&fileName=x.txt"
						body := any(fmt.Sprintf(`{"resourceId":%[1]q,"resourceIds":[%[1]q],"url":"/api/resource/content/%[2]s","from":1,"to":9,"keyword":%[3]q,"fileName":"改名.txt","password":"x"}`, id, id, secret))
						if p.Method == "GET" {
							body = nil
						}
						res, got := h.do(t, p.Method, path, who, body)
						return res.StatusCode, got
					}
					tried++
					status, foreign := try(id)
					want, same := try(unknown)
					if status != want || made.ReplaceAllString(foreign, "") != made.ReplaceAllString(same, "") {
						t.Errorf("%q: %s %s with a foreign id: %d %s, with an unknown one: %d %s", who, p.Method, p.Path, status, foreign, want, same)
					}
					if strings.Contains(foreign, secret) {
						t.Errorf("%q: %s %s shows the owner's words: %s", who, p.Method, p.Path, foreign)
					}
				}
			}
		}
		if tried < 4*15 {
			t.Errorf("only %d calls were tried", tried)
		}
		if after := whole(); after != before {
			t.Errorf("it changed:\n%s\n%s", before, after)
		}
		for name, err := range map[string]error{
			"Wait":    second(h.Wait(t.Context(), bob, doc.ID, nil)),
			"Units":   second(h.Units(t.Context(), bob, doc.ID, 1, 1)),
			"Each":    h.EachUnit(t.Context(), bob, doc.ID, nil),
			"Find":    second(h.Find(t.Context(), bob, []string{doc.ID})),
			"Reread":  second(h.Reread(t.Context(), bob, doc.ID, "x")),
			"Sign":    second(h.Sign(t.Context(), bob, doc.ID)),
			"nobody":  second(h.Get(t.Context(), "", doc.ID)),
			"Rename":  second(h.Rename(t.Context(), bob, doc.ID, "x.txt")),
			"address": second(h.Find(t.Context(), bob, []string{h.sign(t, alice, doc)})),
		} {
			if !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if found, err := h.Find(t.Context(), alice, []string{doc.ID, contentPath + picture.ID, "http://localhost" + thumbPath + picture.ID, h.sign(t, alice, doc)}); err != nil || len(found) != 4 || found[1].ID != picture.ID || found[3].ID != doc.ID {
			t.Errorf("the owner's own: %v %v", found, err)
		}
		for _, ref := range []string{"", "https://evil.example/a.pdf", "javascript:alert(1)", "/api/resource/content/../" + doc.ID, "/etc/passwd", "file:///" + doc.ID, strings.Repeat("x", 1<<16), "%zz"} {
			if _, err := h.Find(t.Context(), alice, []string{ref}); !errs.Is(err, errs.NotFound) {
				t.Errorf("%.40q: %v", ref, err)
			}
		}
	})
}

// made matches ids, and the other parts of an answer that differ from call to call, such as times.
var made = regexp.MustCompile(`\b([0-9a-f]{32}|[0-9a-z]{26})\b|"(create|update|expired)Time":\d+|"uploadUrl":"[^"]*"`)

func second[T any](_ T, err error) error { return err }
