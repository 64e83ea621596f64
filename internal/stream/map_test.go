package stream_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// machine lists the JSON names of the strings not shown to users.
var machine = map[string]bool{
	"type": true, "id": true, "state": true, "parent": true, "code": true, "name": true, "kind": true, "docId": true, "url": true, "locator": true, "verified": true, "copy_url": true,
	"publish_time": true, "icon_url": true, "chatModelId": true, "display": true, "mediaId": true, "previewUrl": true, "downloadUrl": true,
	"originUrl": true, "componentId": true, "label": true, "permission": true,
}

// Map changes every text shown to users, in every part. The test fails if Map misses a new field.
func TestMapReachesEveryText(t *testing.T) {
	t.Parallel()
	seen := map[reflect.Type]bool{}
	for _, e := range samples {
		before, err := json.Marshal(stream.Item{Event: e})
		if err != nil {
			continue // not an item
		}
		seen[reflect.TypeOf(e)] = true
		it := stream.Item{Event: e}.Map(func(s string) string { return "改" + s }, func(d stream.Doc) stream.Doc {
			d.DocID = "moved"
			return d
		})
		raw, err := json.Marshal(it)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		walk(v, "", func(key, s string) {
			if changed := strings.HasPrefix(s, "改"); changed == machine[key] {
				t.Errorf("%T: %s is %q", e, key, s)
			}
			if key == "docId" && s != "moved" {
				t.Errorf("%T: a source was not changed", e)
			}
		})
		after, err := json.Marshal(stream.Item{Event: e})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(before), string(after)); diff != "" {
			t.Errorf("%T changed in place:\n%s", e, diff)
		}
	}
	for _, m := range stream.Union() {
		if m.Item && !seen[m.Type] {
			t.Errorf("%s was not tried", m.Type)
		}
	}
}

func walk(v any, key string, visit func(key, s string)) {
	switch v := v.(type) {
	case string:
		visit(key, v)
	case []any:
		for _, e := range v {
			walk(e, key, visit)
		}
	case map[string]any:
		for k, e := range v {
			walk(e, k, visit)
		}
	}
}
