package provider_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/account/provider"
)

func TestReadFields(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]map[string]string{
		`{"a":"b","n":5,"t":true,"o":{"x":1}}`:                  {"a": "b", "n": "5", "t": "true"},
		"callback( {\"error\":100020,\"msg\":\"code(1)\"} );\n": {"error": "100020", "msg": "code(1)"},
		"access_token=T&expires_in=7776000&refresh_token=":      {"access_token": "T", "expires_in": "7776000", "refresh_token": ""},
		"\xef\xbb\xbf{\"a\":\"b\"}":                             {"a": "b"},
		"":                                                      {},
	} {
		got, err := provider.ReadFields([]byte(in))
		if in == "" {
			if err == nil {
				t.Error("nothing was read as something")
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", in, err, diff)
		}
	}
	for _, bad := range []string{"callback( {", "<html>", "{", "a=%zz", ")callback("} {
		if got, err := provider.ReadFields([]byte(bad)); err == nil && got["access_token"] != "" {
			t.Errorf("%q was read as %v", bad, got)
		}
	}
}

func FuzzReadFields(f *testing.F) {
	f.Add([]byte(`callback( {"a":"b"} );`))
	f.Add([]byte("a=b&c=d"))
	f.Add([]byte(`{"a":1}`))
	f.Add([]byte(")("))
	f.Fuzz(func(_ *testing.T, in []byte) {
		_, _ = provider.ReadFields(in)
		var v any
		_ = provider.ReadJSON(in, &v)
	})
}
