// Package texttest compares the sentences of a product in several languages.
package texttest

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"testing"
)

var verbs = regexp.MustCompile(`%[a-z]|%\.\d+f`)

// EveryWord compares the texts of all languages with those of zh-CN: each text must
// exist, with the same placeholders in the same order. There must be three languages.
func EveryWord[W any](t testing.TB, all map[string]W) {
	t.Helper()
	model := strs(reflect.ValueOf(all["zh-CN"]))
	if len(all) != 3 || len(model) == 0 {
		t.Fatalf("%d languages, %d words", len(all), len(model))
	}
	for locale, w := range all {
		got := strs(reflect.ValueOf(w))
		if len(got) != len(model) {
			t.Errorf("%s has %d words, not %d", locale, len(got), len(model))
			continue
		}
		for name, s := range got {
			want, is := verbs.FindAllString(model[name], -1), verbs.FindAllString(s, -1)
			if s == "" || !slices.Equal(want, is) {
				t.Errorf("%s %s: %q has the slots %v, not %v", locale, name, s, is, want)
			}
		}
	}
}

// strs returns all strings inside v, by their path.
func strs(v reflect.Value) map[string]string {
	out := map[string]string{}
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			out[path] = v.String()
		case reflect.Struct:
			for i := range v.NumField() {
				walk(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Map:
			for _, k := range v.MapKeys() {
				walk(path+"["+fmt.Sprint(k)+"]", v.MapIndex(k))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(path+"[]"+string(rune('0'+i)), v.Index(i))
			}
		}
	}
	walk("", v)
	return out
}
