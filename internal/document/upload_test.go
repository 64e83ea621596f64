//go:build unix

package document

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// newTicket requests an upload ticket over HTTP. A size below 0 is not sent.
func (h *harness) newTicket(t testing.TB, owner, name string, size int64) (url, id string) {
	t.Helper()
	in := map[string]any{"fileName": name, "docFrom": "localDoc"}
	if size >= 0 {
		in["size"] = size
	}
	out := h.call(t, 200, "/api/resource/genUploadInfo", owner, in)
	return out["uploadUrl"].(string), out["resourceId"].(string)
}

func TestUploadOverTheWire(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const text = "第一页\n第二页 有答案"
		info := h.call(t, 200, "/api/resource/genUploadInfo", alice, map[string]any{"fileName": "合同 😀.txt", "docFrom": "localDoc"})
		id := info["resourceId"].(string)
		data := info["data"].(map[string]any)
		for _, k := range []string{"uploadUrl", "resourceUrl", "resourceID", "resourceId", "expiredTime", "maxSize"} {
			if info[k] == nil || info[k] != data[k] {
				t.Errorf("%s is %v, under data %v", k, info[k], data[k])
			}
		}
		// If the response contained keys of an object store, a client would upload the
		// file to that store (docs/protocol.md).
		for _, k := range []string{"location", "encryptTmpSecretId", "encryptTmpSecretKey", "encryptToken", "startTime"} {
			if info[k] != nil || data[k] != nil {
				t.Errorf("%s is given", k)
			}
		}
		if age := int64(info["expiredTime"].(float64)) - time.Now().Unix(); age < 14*60 || age > 15*60 {
			t.Errorf("the ticket is good for %d s", age)
		}
		// Neither a cookie nor a header is sent: the token in the address authorises the upload.
		res, got := h.do(t, "PUT", info["uploadUrl"].(string), "", text)
		out := decoded(t, 200, res, got)
		view := out["data"].(map[string]any)
		if out["complete"] != true || out["resourceId"] != id || res.Header.Get("Upload-Offset") != strconv.Itoa(len(text)) ||
			view["fileName"] != "合同 😀.txt" || view["type"] != "txt" || view["size"] != float64(len(text)) || view["url"] != "/api/resource/content/"+id {
			t.Errorf("%v %s", res.Header, got)
		}
		res, got = h.do(t, "PUT", info["uploadUrl"].(string), "", "another one")
		refused(t, "a ticket for the second time", res, got, errs.TicketOver)

		d := h.call(t, 200, "/api/resource/fileParse", alice, map[string]any{"resourceId": id})
		v := d["data"].(map[string]any)
		if d["status"] != "ready" || v["units"] != 2.0 || v["unitKind"] != "page" || v["progress"] != 1.0 || len(v["outline"].([]any)) != 2 || v["warnings"].([]any)[0] != "repaired" {
			t.Errorf("%v", d)
		}
		for _, ref := range []map[string]any{{"resourceID": id}, {"url": "/api/resource/content/" + id}, {"url": "https://ai.example.com/api/resource/content/" + id + "?x=1"}} {
			if d := h.call(t, 200, "/api/resource/asyncFileParse", alice, ref); d["status"] != "ready" {
				t.Errorf("%v: %v", ref, d)
			}
		}
		if s := h.call(t, 200, "/api/resource/check/status", alice, map[string]any{"resourceIds": []string{id, "gone", id}}); s["status"] != "ready" || len(s["data"].(map[string]any)["list"].([]any)) != 2 {
			t.Errorf("%v", s)
		}
		res, got = h.do(t, "GET", "/api/resource/content/"+id, alice, nil)
		if res.StatusCode != 200 || got != text {
			t.Errorf("%d %q", res.StatusCode, got)
		}
		// A client that lost the response can ask with its ticket whether everything was
		// received.
		res, got = h.do(t, "GET", info["uploadUrl"].(string), "", nil)
		if out := decoded(t, 200, res, got); out["complete"] != true || out["offset"] != float64(len(text)) {
			t.Errorf("%s", got)
		}
		if n := h.count(t, `SELECT count(*) FROM test_index WHERE owner = $1`, alice); n != 2 {
			t.Errorf("%d units are indexed", n)
		}
	})
}

func TestNewcomerBecomesVisitor(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		if res, _ := h.do(t, "POST", "/api/resource/genUploadInfo", "", map[string]any{"fileName": "a.txt"}); res.StatusCode != 200 || len(res.Cookies()) != 3 {
			t.Errorf("%s, cookies %v", res.Status, res.Cookies())
		}
		if res, _ := h.do(t, "POST", "/api/user/docs/list", "", nil); res.StatusCode != 200 || len(res.Cookies()) != 0 {
			t.Errorf("a look made a visitor: %s %v", res.Status, res.Cookies())
		}
	})
}

// TestUploadGoesOn interrupts connections, restarts the server, and continues the
// upload.
func TestUploadGoesOn(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		text := strings.Repeat("一二三四五六七八九十", 10_000)
		url, id := h.newTicket(t, alice, "书.txt", int64(len(text)))
		half := len(text)/2 + 1
		cut := func(h *harness, from, to int, length, chunk string) {
			t.Helper()
			conn, err := net.Dial("tcp", h.server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: localhost\r\nUpload-Offset: %d\r\n%s\r\n\r\n%s%s", url, from, length, chunk, text[from:to])
			conn.Close()
			domaintest.Eventually(t, "the half has come", func() bool {
				n, err := h.Parts.Size(id)
				return err == nil && n == int64(to)
			})
		}
		cut(h, 0, half, "Content-Length: "+strconv.Itoa(len(text)), "")
		// The next piece is accepted only after the previous request has released its lock.
		again := func(h *harness, offset int, body string) (*http.Response, string) {
			var res *http.Response
			var got string
			domaintest.Eventually(t, "the part is free", func() bool {
				res, got = h.do(t, "PUT", url, "", body, "Upload-Offset", strconv.Itoa(offset))
				return !strings.Contains(got, string(errs.UploadBusy))
			})
			return res, got
		}
		res, got := again(h, half-1, text[half-1:])
		refused(t, "a wrong offset", res, got, errs.UploadOffset)
		if !strings.Contains(got, strconv.Itoa(half)) {
			t.Errorf("the offset is not named: %s", got)
		}
		// A new server continues after a restart. The next piece is sent chunked and
		// is interrupted, too.
		h = newHarness(t, h.db, h.dir)
		if res, _ := h.do(t, "HEAD", url, "", nil); res.StatusCode != 200 || res.Header.Get("Upload-Offset") != strconv.Itoa(half) {
			t.Fatalf("%s %v", res.Status, res.Header)
		}
		to := half + 50_000
		cut(h, half, to, "Transfer-Encoding: chunked", fmt.Sprintf("%x\r\n", to-half+100))
		if d := h.call(t, 200, "/api/user/docs/list", alice, nil); len(d["docs"].([]any)) != 0 {
			t.Errorf("a part counts as a document: %v", d)
		}
		size, err := h.Parts.Size(id)
		if err != nil {
			t.Fatal(err)
		}
		// The size of the file was stated. A request that ends earlier does not complete the upload.
		piece := text[size : size+3000]
		if res, got := again(h, int(size), piece); decoded(t, 200, res, got)["complete"] != false {
			t.Errorf("%s", got)
		}
		res, got = again(h, int(size)+3000, text[size+3000:])
		if decoded(t, 200, res, got)["complete"] != true {
			t.Fatalf("%s", got)
		}
		if _, got := h.do(t, "GET", "/api/resource/content/"+id, alice, nil); got != text {
			t.Errorf("it is not what was sent: %d bytes of %d", len(got), len(text))
		}
	})
}

func TestUploadStartsAgain(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		tk, err := h.Begin(t.Context(), alice, "a.txt", Unsaid)
		if err != nil {
			t.Fatal(err)
		}
		broken := io.MultiReader(strings.NewReader("old begi"), iotest.ErrReader(io.ErrUnexpectedEOF))
		if _, err := h.Receive(t.Context(), tk.Token, 0, broken); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
		a, err := h.Receive(t.Context(), tk.Token, 0, strings.NewReader("new"))
		if err != nil || !a.Complete || a.Offset != 3 || h.countContent(t, "new") != 1 {
			t.Errorf("%+v, %v: %v", a, err, h.stored(t))
		}
	})
}

func TestSizes(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.limits.File = 1000
		chunked := func(s string) io.Reader { return struct{ io.Reader }{strings.NewReader(s)} } // the length is not sent
		put := func(size int64, body io.Reader) (*http.Response, string) {
			url, _ := h.newTicket(t, alice, "文.txt", size)
			return h.do(t, "PUT", url, "", body)
		}
		for name, tt := range map[string]struct {
			size int64
			body io.Reader
			want errs.Code
		}{
			"the most":              {Unsaid, strings.NewReader(strings.Repeat("x", 1000)), ""},
			"one more":              {Unsaid, strings.NewReader(strings.Repeat("x", 1001)), errs.UploadTooBig},
			"one more, chunked":     {Unsaid, chunked(strings.Repeat("x", 1001)), errs.UploadTooBig},
			"much more, chunked":    {Unsaid, chunked(strings.Repeat("x", 1<<20)), errs.UploadTooBig},
			"more than was said":    {10, strings.NewReader(strings.Repeat("x", 11)), errs.UploadChanged},
			"more, chunked":         {10, chunked(strings.Repeat("x", 500)), errs.UploadChanged},
			"nothing":               {Unsaid, strings.NewReader(""), errs.FileEmpty},
			"nothing, chunked":      {Unsaid, chunked(""), errs.FileEmpty},
			"exactly what was said": {10, chunked(strings.Repeat("x", 10)), ""},
		} {
			res, got := put(tt.size, tt.body)
			if tt.want != "" {
				refused(t, name, res, got, tt.want)
				if tt.want == errs.FileEmpty && !strings.Contains(got, "文.txt") {
					t.Errorf("%s does not name the file: %s", name, got)
				}
			} else if decoded(t, 200, res, got)["complete"] != true {
				t.Errorf("%s: %s", name, got)
			}
		}
		if n := len(h.stored(t)); n != 2 { // the two accepted files, and nothing of the refused files
			t.Errorf("stored are %v", h.stored(t))
		}
		res, got := h.do(t, "POST", "/api/resource/genUploadInfo", alice, map[string]any{"fileName": "a.pdf", "size": 1001})
		refused(t, "too much is said", res, got, errs.UploadTooBig)
		res, got = h.do(t, "POST", "/api/resource/genUploadInfo", alice, map[string]any{"fileName": "a.pdf", "size": 0})
		refused(t, "nothing is said", res, got, errs.FileEmpty)
		res, got = h.do(t, "POST", "/api/user/docs/upload?fileName=a.txt", alice, chunked(strings.Repeat("x", 1001)))
		refused(t, "too much in one request", res, got, errs.UploadTooBig)
		res, got = h.do(t, "PUT", "/api/resource/upload/x", alice, "", "Upload-Offset", "-1")
		if res.StatusCode < 400 {
			t.Errorf("an offset below 0: %s", got)
		}
		h.limits.File = DefaultFile
		res, got = h.do(t, "POST", "/api/resource/genUploadInfo", alice, map[string]any{"fileName": "照片.JPG", "size": MaxImage + 1})
		refused(t, "a picture that is too big", res, got, errs.UploadTooBig)
		if !strings.Contains(got, "文件大小超过30 MB，请调整后重试") {
			t.Errorf("the sentence is another one: %s", got)
		}
		// A picture is recognised as a picture whatever its name.
		png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + strings.Repeat("\x00", MaxImage)
		res, got = h.do(t, "POST", "/api/user/docs/upload?fileName=a.pdf", alice, png)
		refused(t, "a picture by its content", res, got, errs.UploadTooBig)
	})
}

func TestWhatIsNotTaken(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		const program = "MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00\xb8\x00\x00\x00\x00\x00\x00\x00\x40\x00PE\x00\x00"
		for name, tt := range map[string]struct {
			content string
			want    errs.Code
		}{
			"报告.pdf":        {program, errs.FileUnsupported},
			"a.smartcanvas": {"x", errs.CloudDocument},
			"b.mind":        {"x", errs.CloudDocument},
			"空.docx":        {"", errs.FileEmpty},
			"a.zip":         {"PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00!\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00a.txt", errs.FileUnsupported},
		} {
			_, err := h.Add(t.Context(), alice, name, strings.NewReader(tt.content))
			if !errs.Is(err, tt.want) || !strings.Contains(errs.From(err).Message("zh-CN"), name) {
				t.Errorf("%s: %v %s, want %s", name, err, errs.From(err).Message("zh-CN"), tt.want)
			}
		}
		if got := h.stored(t); len(got) != 0 {
			t.Errorf("left are %v", got)
		}
		if n := h.count(t, `SELECT count(*) FROM document_upload`); n != 0 {
			t.Errorf("%d tickets are left", n)
		}
		// Audio and video are stored and not read.
		d := h.add(t, alice, "录音.mp3", "\xff\xfb\x90\x00"+strings.Repeat("\x00", 100))
		if d.Type != Audio || d.State != Stored || h.count(t, `SELECT count(*) FROM job`) != 0 {
			t.Errorf("%+v", d)
		}
	})
}

func TestForgedAndOldTickets(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		tk, err := h.Begin(t.Context(), alice, "a.txt", Unsaid)
		if err != nil {
			t.Fatal(err)
		}
		other, err := h.Begin(t.Context(), alice, "b.txt", Unsaid)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(tk.Token, ".")
		later := strconv.FormatInt(tk.ExpiresAt.Add(time.Hour).Unix(), 36)
		forged := map[string]string{
			"nothing": "", "no parts": "abc", "the id alone": tk.ID, "many parts": tk.Token + ".x", "long": strings.Repeat("a.", 500),
			"a later end":       parts[0] + "." + later + "." + parts[2],
			"another's id":      other.ID + "." + parts[1] + "." + parts[2],
			"another's MAC":     parts[0] + "." + parts[1] + "." + strings.Split(other.Token, ".")[2],
			"no MAC":            parts[0] + "." + parts[1] + ".",
			"a download's":      signer("secret download").token(tk.ID, tk.ExpiresAt, bound("a.txt", 1<<20)...),
			"another name":      h.uploads.token(tk.ID, tk.ExpiresAt, bound("b.txt", 1<<20)...),
			"another size":      h.uploads.token(tk.ID, tk.ExpiresAt, bound("a.txt", 2<<20)...),
			"joined otherwise":  h.uploads.token(tk.ID, tk.ExpiresAt, "a.txt1048576"),
			"of no upload":      h.uploads.token("01kzzzzzzzzzzzzzzzzzzzzzzz", tk.ExpiresAt, bound("a.txt", 1<<20)...),
			"another's secret":  signer("secret").token(tk.ID, tk.ExpiresAt, bound("a.txt", 1<<20)...),
			"a path":            "..%2f..%2fx",
			"a changed sign":    flip(tk.Token, len(tk.Token)-10),
			"a changed id":      flip(tk.Token, 3),
			"padded otherwise":  tk.Token + "=",
			"a sign in the end": tk.Token[:len(tk.Token)-1] + "!",
		}
		for name, token := range forged {
			for _, method := range []string{"PUT", "GET"} {
				res, got := h.do(t, method, "/api/resource/upload/"+token, "", nil)
				if name == "nothing" {
					if res.StatusCode != 404 {
						t.Errorf("%s: %d", name, res.StatusCode)
					}
					continue
				}
				refused(t, name, res, got, errs.TicketOver)
			}
		}
		h.clock.Add(ticketAge + time.Second)
		res, got := h.do(t, "PUT", "/api/resource/upload/"+tk.Token, "", "x")
		refused(t, "too old", res, got, errs.TicketOver)
		if got := h.stored(t); len(got) != 0 {
			t.Errorf("left are %v", got)
		}
	})
}

func flip(s string, i int) string {
	b := []byte(s)
	if b[i] == 'a' {
		b[i] = 'b'
	} else {
		b[i] = 'a'
	}
	return string(b)
}

// TestOneTicketOneFile sends a thousand files with one ticket at the same time. Exactly one file is
// stored.
func TestOneTicketOneFile(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		tk, err := h.Begin(t.Context(), alice, "a.txt", Unsaid)
		if err != nil {
			t.Fatal(err)
		}
		var won, lost atomic.Int32
		var winner atomic.Value
		var all sync.WaitGroup
		start := make(chan struct{})
		for i := range 1000 {
			all.Go(func() {
				<-start
				content := fmt.Sprintf("try %d", i)
				a, err := h.Receive(t.Context(), tk.Token, 0, strings.NewReader(content))
				switch {
				case err == nil && a.Complete:
					won.Add(1)
					winner.Store(content)
				case errs.Is(err, errs.UploadBusy), errs.Is(err, errs.TicketOver):
					lost.Add(1)
				default:
					t.Errorf("try %d: %+v, %v", i, a, err)
				}
			})
		}
		close(start)
		all.Wait()
		if won.Load() != 1 || lost.Load() != 999 {
			t.Fatalf("%d won, %d lost", won.Load(), lost.Load())
		}
		f, d, err := h.Open(t.Context(), alice, tk.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if b, err := io.ReadAll(f); err != nil || string(b) != winner.Load() || d.Size != int64(len(b)) {
			t.Errorf("stored is %q, %v; the winner sent %q", b, err, winner.Load())
		}
		if n := len(h.stored(t)); n != 1 {
			t.Errorf("stored are %v", h.stored(t))
		}
	})
}

func TestRoom(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.limits = Limits{File: 1000, Files: 5, Bytes: 1 << 20}
		var taken, full atomic.Int32
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				switch _, err := h.Add(t.Context(), alice, "a.txt", strings.NewReader(fmt.Sprintf("file %d", i))); {
				case err == nil:
					taken.Add(1)
				case errs.Is(err, errs.FilesFull):
					full.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := h.count(t, `SELECT count(*) FROM document`); n > 5 || n != int(taken.Load()) || taken.Load()+full.Load() != 30 {
			t.Errorf("%d are stored, %d were taken, %d refused", n, taken.Load(), full.Load())
		}
		for range 5 {
			_, _ = h.Add(t.Context(), alice, "a.txt", strings.NewReader("more"))
		}
		if n := h.count(t, `SELECT count(*) FROM document`); n != 5 {
			t.Errorf("%d are stored", n)
		}
		// Open tickets count as used room. The room of another owner does not change.
		if _, err := h.Begin(t.Context(), bob, "b.txt", 10); err != nil {
			t.Error(err)
		}
		h.limits = Limits{File: 1000, Bytes: 1500}
		if _, err := h.Begin(t.Context(), bob, "b.txt", Unsaid); err != nil {
			t.Error(err)
		}
		if _, err := h.Begin(t.Context(), bob, "b.txt", 600); !errs.Is(err, errs.FilesFull) || !strings.Contains(errs.From(err).Message("zh-CN"), "∞") {
			t.Errorf("past the room: %v", err)
		}
		h.clock.Add(ticketAge + time.Second)
		if _, err := h.Begin(t.Context(), bob, "b.txt", 600); err != nil {
			t.Errorf("after the tickets have ended: %v", err)
		}
		h.limits = Limits{File: 1000}
		var err error
		for range maxPending + 1 {
			_, err = h.Begin(t.Context(), bob, "b.txt", 1)
		}
		if !errs.Is(err, errs.TooMany) {
			t.Errorf("more tickets than may be open: %v", err)
		}
	})
}

// TestDiskFails makes storing the file fail at the end of an upload: the received bytes
// are kept, and the end can be tried again.
func TestDiskFails(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.files.set(errs.Wrap(errs.StorageFail, errors.New("no space left on device")))
		url, id := h.newTicket(t, alice, "a.txt", 5)
		res, got := h.do(t, "PUT", url, "", "hello")
		refused(t, "a full disk", res, got, errs.StorageFail)
		if n := h.count(t, `SELECT count(*) FROM document`); n != 0 {
			t.Errorf("%d rows without bytes", n)
		}
		res, _ = h.do(t, "HEAD", url, "", nil)
		if res.Header.Get("Upload-Offset") != "5" {
			t.Errorf("offset %q", res.Header.Get("Upload-Offset"))
		}
		h.files.set(nil)
		res, got = h.do(t, "PUT", url, "", "", "Upload-Offset", "5")
		if decoded(t, 200, res, got)["complete"] != true {
			t.Errorf("%s", got)
		}
		if _, got := h.do(t, "GET", "/api/resource/content/"+id, alice, nil); got != "hello" {
			t.Errorf("%q", got)
		}
	})
}

// TestDatabaseFails makes the insertion of the row fail after the bytes are stored. Then neither
// the row nor the bytes remain.
func TestDatabaseFails(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		change := func(q string) {
			t.Helper()
			err := h.db.InTx(t.Context(), func(tx *sql.Tx) error {
				_, err := tx.Exec(q)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		change(`CREATE TRIGGER full BEFORE INSERT ON document BEGIN SELECT RAISE(ABORT, 'full'); END`)
		url, id := h.newTicket(t, alice, "a.txt", 5)
		res, got := h.do(t, "PUT", url, "", "hello")
		refused(t, "a row that cannot be stored", res, got, errs.StorageFail)
		if n := len(h.stored(t)); n != 0 {
			t.Errorf("bytes without a row: %v", h.stored(t))
		}
		change(`DROP TRIGGER full`)
		res, got = h.do(t, "PUT", url, "", "hello")
		if decoded(t, 200, res, got)["complete"] != true {
			t.Errorf("%s", got)
		}
		if _, got := h.do(t, "GET", "/api/resource/content/"+id, alice, nil); got != "hello" {
			t.Errorf("%q", got)
		}
	})
}

func TestSameContent(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		var mu sync.Mutex
		var ids []string
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				d := h.add(t, alice, fmt.Sprintf("%d.txt", i), "the same")
				mu.Lock()
				defer mu.Unlock()
				ids = append(ids, d.ID)
			})
		}
		all.Wait()
		his := h.add(t, bob, "b.txt", "the same")
		if n := h.countContent(t, "the same"); n != 2 {
			t.Errorf("it lies %d times: %v", n, h.stored(t))
		}
		// Deleting and storing the same file concurrently never leaves a row without
		// bytes.
		for i, id := range ids {
			all.Go(func() {
				if err := h.Delete(t.Context(), alice, id); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() { h.add(t, alice, fmt.Sprintf("new %d.txt", i), "the same") })
		}
		all.Wait()
		kept, _, err := h.List(t.Context(), alice, ListQuery{})
		if err != nil || len(kept) != 8 {
			t.Fatalf("%d are kept, %v", len(kept), err)
		}
		for i, d := range kept {
			f, _, err := h.Open(t.Context(), alice, d.ID)
			if err != nil {
				t.Fatalf("a row without bytes: %v", err)
			}
			f.Close()
			if err := h.Delete(t.Context(), alice, d.ID); err != nil {
				t.Error(err)
			}
			if n := h.countContent(t, "the same"); n != 2 && i < 7 || n != 1 && i == 7 {
				t.Errorf("after %d deletions it lies %d times", i+1, n)
			}
		}
		if f, _, err := h.Open(t.Context(), bob, his.ID); err != nil {
			t.Errorf("another's file went: %v", err)
		} else {
			f.Close()
		}
	})
}

func TestUploadIsBusy(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		url, id := h.newTicket(t, alice, "a.txt", Unsaid)
		part, err := h.Parts.Hold(id)
		if err != nil {
			t.Fatal(err)
		}
		res, got := h.do(t, "PUT", url, "", "x")
		refused(t, "while another one sends", res, got, errs.UploadBusy)
		part.Release()
		if res, got := h.do(t, "PUT", url, "", "x"); decoded(t, 200, res, got)["complete"] != true {
			t.Errorf("%s", got)
		}
	})
}
