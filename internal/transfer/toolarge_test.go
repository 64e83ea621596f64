package transfer

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Nothing of a file is imported if its JSON is larger than MaxFile. This applies to a JSON file and to
// the JSON in an archive.
func TestTooLargeTakesNothing(t *testing.T) {
	t.Parallel()
	padded := zipped{name: mainName, data: mainJSON(t, File{Path: aFile, Name: "一.txt"}).data + strings.Repeat(" ", MaxFile)}
	for name, file := range map[string][]byte{
		"JSON":       []byte(padded.data),
		"an archive": pack(t, padded, zipped{name: aFile, data: "text"}),
	} {
		d := newHarness(t)
		got, err := d.bring(t.Context(), file)
		if !errs.Is(err, errs.TooLarge) || got.FilesSkippedCount > 0 || len(d.files.added) > 0 {
			t.Errorf("%s: %+v, %v, added %d", name, got, err, len(d.files.added))
		}
		d.empty(t)
	}
}
