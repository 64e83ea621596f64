package httpapi

import "testing"

func TestProjectIn(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		``:                                      "",
		`{}`:                                    "",
		`{"projectId":null}`:                    "",
		`{"projectId":"a"}`:                     "a",
		`{"project_id":"a"}`:                    "a",
		`{"project_id":"a","projectId":"a"}`:    "a",
		`{"project_id":"a","projectId":""}`:     "a",
		`{"project_id":"a","projectId":"b"}`:    "refused",
		`{"projectId":["a"]}`:                   "",
		`{"projectId":{"projectId":"a"}}`:       "",
		`{"prompt":"\"projectId\":\"a\""}`:      "",
		`[{"projectId":"a"}]`:                   "",
		`{"projectId":"a"`:                      "",
		`{"prompt":{"projectId":"a"}}`:          "",
		`{"projectId":"a","projectId":"b"}`:     "b", // if a name occurs twice, the last field counts, as in the decoder of the operation
		`{"PROJECTID":"a"}`:                     "",
		`{"projectid":"a","x":{"projectId":1}}`: "a", // "project" must be in lower case; the rest of the name may be in any case
	} {
		got, err := projectIn([]byte(body))
		if err != nil {
			got = "refused"
		}
		if got != want {
			t.Errorf("%s names %q, want %q", body, got, want)
		}
	}
}
