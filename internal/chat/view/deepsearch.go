package view

import (
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// firstWithThink is the first major version of clients with support for think items.
const firstWithThink = 2

// ReadsDeepSearch reports whether a client of a version, such as 1.18.0, reads thinking from
// deepSearch items. It is false when the version is empty.
func ReadsDeepSearch(version string) bool {
	major, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= 0 && n < firstWithThink
}

// WithDeepSearch adds the thinking of every answer as a deepSearch item after its think item, for
// clients that do not read think items.
func (d Detail) WithDeepSearch() Detail {
	for i := range d.Convs {
		for j := range d.Convs[i].SpeechesV2 {
			v := &d.Convs[i].SpeechesV2[j]
			v.Content = withDeepSearch(v.Content)
			v.Parts = withDeepSearch(v.Parts)
		}
	}
	return d
}

func withDeepSearch(items []stream.Item) []stream.Item {
	if items == nil {
		return nil
	}
	out := make([]stream.Item, 0, len(items)+1)
	for _, it := range items {
		out = append(out, it)
		if t, ok := it.Event.(stream.Think); ok {
			out = append(out, stream.Item{Event: stream.DeepSearch{
				Title: t.Title, IconType: t.IconType, Contents: []stream.DeepSearchItem{{Type: "text", Msg: t.Content}},
			}})
		}
	}
	return out
}
