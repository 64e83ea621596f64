package stream_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Every field is set in some sample. Otherwise the tests of encoding, Map and Bounded would
// miss a new field.
func TestSamplesAreFull(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{}
	for _, e := range samples {
		eachField(reflect.ValueOf(e), reflect.TypeOf(e).Name(), func(path string, v reflect.Value) {
			if _, known := missing[path]; !known || !v.IsZero() {
				missing[path] = v.IsZero()
			}
		})
	}
	for path, zero := range missing {
		// Extra.Sensitive, which hides an answer, is tested separately.
		if zero && !strings.HasSuffix(path, ".Extra.Sensitive") {
			t.Errorf("no sample has %s", path)
		}
	}
}

// If one text of a part has a limit, all texts of the part have limits. Exceptions are the texts of
// sources and of Extra.
func TestEveryTextIsBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("长", stream.MaxCardData)
	bounded := 0
	for _, e := range samples {
		v := reflect.New(reflect.TypeOf(e)).Elem()
		v.Set(reflect.ValueOf(e))
		lengthen(v, long)
		cut := stream.Bounded(v.Interface().(stream.Event))
		if reflect.DeepEqual(cut, v.Interface()) {
			continue
		}
		bounded++
		eachField(reflect.ValueOf(cut), reflect.TypeOf(e).Name(), func(path string, f reflect.Value) {
			if f.Kind() == reflect.String && f.Len() > stream.MaxLong && !strings.Contains(path, ".Extra.") && !strings.Contains(path, ".Docs.") {
				t.Errorf("%s has %d bytes", path, f.Len())
			}
		})
	}
	if bounded != 7 {
		t.Errorf("%d events have bounds, want 7", bounded)
	}
}

// eachField visits all exported fields of a struct recursively, and each string of a list, with their
// paths.
func eachField(v reflect.Value, path string, visit func(path string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				field := v.Field(i)
				visit(path+"."+f.Name, field)
				eachField(field, path+"."+f.Name, visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if v.Index(i).Kind() == reflect.String {
				visit(path, v.Index(i))
			}
			eachField(v.Index(i), path, visit)
		}
	}
}

// lengthen replaces every text of v by s, copying lists before changing them.
func lengthen(v reflect.Value, s string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				lengthen(v.Field(i), s)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(list, v)
		for i := range list.Len() {
			lengthen(list.Index(i), s)
		}
		v.Set(list)
	}
}
