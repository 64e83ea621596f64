package document

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// AddSized needs room only for the stated size. Nothing is stored when the file has another size or
// its reader fails. Date and Same are tested here, too.
func TestAddSized(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.limits = Limits{File: 1 << 20, Bytes: 1000}
		if _, err := h.Add(t.Context(), alice, "一.txt", strings.NewReader("内容")); !errs.Is(err, errs.FilesFull) {
			t.Errorf("one of any size, where the largest has no room: %v", err)
		}
		d, err := h.AddSized(t.Context(), alice, "一.txt", 6, strings.NewReader("内容"))
		if err != nil || d.Size != 6 {
			t.Fatalf("%+v %v", d, err)
		}
		for _, tt := range []struct{ at, want int64 }{{d.CreatedAt + 3_600_000, d.CreatedAt}, {0, d.CreatedAt}, {-1, d.CreatedAt}, {5, 5}} {
			if err := h.Date(t.Context(), alice, d.ID, tt.at); err != nil {
				t.Fatal(err)
			}
			if got, err := h.Get(t.Context(), alice, d.ID); err != nil || got.CreatedAt != tt.want {
				t.Errorf("dated %d: %d %v", tt.at, got.CreatedAt, err)
			}
		}
		if err := h.Date(t.Context(), bob, d.ID, 1); !errs.Is(err, errs.NotFound) {
			t.Errorf("another one's: %v", err)
		}
		before := h.stored(t)
		broken := errors.New("broken")
		for name, try := range map[string]func() error{
			"shorter than said": func() error {
				_, err := h.AddSized(t.Context(), alice, "二.txt", 7, strings.NewReader("内容"))
				return mustBe(err, errs.UploadChanged)
			},
			"longer than said": func() error {
				_, err := h.AddSized(t.Context(), alice, "二.txt", 5, strings.NewReader("内容"))
				return mustBe(err, errs.UploadChanged)
			},
			"broken": func() error {
				_, err := h.AddSized(t.Context(), alice, "二.txt", 7, iotest.ErrReader(broken))
				if errors.Is(err, broken) {
					return nil
				}
				return errors.Join(errors.New("another error"), err)
			},
		} {
			if err := try(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if after := h.stored(t); len(after) != len(before) {
			t.Errorf("%v stayed", after)
		}
		for want, hash := range map[string]string{d.ID: d.Hash, "": strings.Repeat("0", 64)} {
			if got, err := h.Same(t.Context(), alice, "一.txt", hash); got != want || err != nil {
				t.Errorf("%q %v, want %q", got, err, want)
			}
		}
		for owner, name := range map[string]string{alice: "二.txt", bob: "一.txt"} {
			if got, err := h.Same(t.Context(), owner, name, d.Hash); got != "" || err != nil {
				t.Errorf("the %s of %s: %q %v", name, owner, got, err)
			}
		}
	})
}

// The text read from a file takes room in addition to the bytes of the file.
func TestTextTakesRoom(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		stop := h.run(t)
		h.ready(t, alice, "一.txt", strings.Repeat("渠", 100))
		stop()
		h.limits = Limits{File: 1 << 20, Bytes: 300 + 4*100 + 10}
		for size, want := range map[int64]errs.Code{11: errs.FilesFull, 10: ""} {
			if err := h.Fits(t.Context(), alice, "二.txt", size, 0, 0); errs.Is(err, errs.FilesFull) != (want != "") {
				t.Errorf("%d more bytes: %v", size, err)
			}
		}
	})
}

func mustBe(err error, code errs.Code) error {
	if errs.Is(err, code) {
		return nil
	}
	return errors.Join(errors.New("another error"), err)
}
