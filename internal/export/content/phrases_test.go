package content

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestEveryLocaleHasEveryPhrase(t *testing.T) {
	t.Parallel()
	for locale, p := range locales {
		v := reflect.ValueOf(p)
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s: %s is empty", locale, v.Type().Field(i).Name)
			}
		}
		if diff := cmp.Diff(len(locales["zh-CN"].Ends), len(p.Ends)); diff != "" {
			t.Errorf("%s: ends: %s", locale, diff)
		}
	}
	for _, s := range []stream.State{stream.Running, stream.StateError, stream.ManualStop, stream.Interrupt} {
		if locales["en"].Ends[s] == "" {
			t.Errorf("an answer that ended as %s says nothing", s)
		}
	}
}
