package providers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/providers"
)

// The error about a bad address contains the provider's name or, if the provider has no name, its id.
func TestBadAddressNamesTheProvider(t *testing.T) {
	t.Parallel()
	s := providers.Section(nil, llm.Settings{})
	for row, want := range map[string]struct {
		code errs.Code
		name string
	}{
		`{"id":"p-1","name":"公司网关","baseUrl":"不是地址"}`:                  {errs.ProviderURL, "公司网关"},
		`{"id":"p-1","baseUrl":"不是地址"}`:                                {errs.ProviderURL, "p-1"},
		`{"id":"p-1","name":"公司网关","baseUrl":"http://192.168.1.2/v1"}`: {errs.ProviderHome, "公司网关"},
		`{"id":"p-1","baseUrl":"http://192.168.1.2/v1"}`:               {errs.ProviderHome, "p-1"},
	} {
		_, err := s.Check(json.RawMessage(`{"providers":[` + row + `]}`))
		if !errs.Is(err, want.code) || !strings.Contains(errs.From(err).Message("zh-CN"), "「"+want.name+"」") {
			t.Errorf("%s: %v", row, errs.From(err).Message("zh-CN"))
		}
	}
}

// The error about too many models names their limit and the provider. The provider's id is valid.
func TestTooManyModels(t *testing.T) {
	t.Parallel()
	s := providers.Section(nil, llm.Settings{})
	row := func(models int) json.RawMessage {
		return json.RawMessage(`{"providers":[{"id":"p-1","baseUrl":"https://models.example/v1","models":[{"id":"m"}` + strings.Repeat(`,{"id":"m"}`, models-1) + `]}]}`)
	}
	if _, err := s.Check(row(100)); err != nil {
		t.Error("as many as allowed:", err)
	}
	if _, err := s.Check(row(101)); !errs.Is(err, errs.SettingBad) || !strings.Contains(errs.From(err).Message("zh-CN"), "「p-1的模型」最多 100 项") {
		t.Error(errs.From(err).Message("zh-CN"))
	}
}

// Lists and menus tell providers apart by their names. Equal names are numbered; ids stay.
func TestEqualNamesAreNumbered(t *testing.T) {
	t.Parallel()
	s := providers.Section(nil, llm.Settings{Providers: []llm.Provider{{ID: "deepseek", Name: "DeepSeek"}}})
	raw, err := s.Check(json.RawMessage(`{"providers":[
		{"id":"hunyuan","name":"混元","baseUrl":"https://a.example"},
		{"id":"x","name":"混元","baseUrl":"https://a.example"},
		{"id":"hunyuan-3","name":"混元 2","baseUrl":"https://a.example"},
		{"id":"y","name":"DeepSeek","baseUrl":"https://a.example"},
		{"id":"z","baseUrl":"https://b.example"},
		{"id":"b","name":" ","baseUrl":"https://b.example"}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	var doc providers.Document
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range doc.Providers {
		got = append(got, p.ID+"="+p.Name)
	}
	want := "hunyuan=混元 x=混元 3 hunyuan-3=混元 2 y=DeepSeek 2 z=b.example b=b.example 2"
	if strings.Join(got, " ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, " "), want)
	}
	again, err := s.Check(raw)
	if err != nil || string(again) != string(raw) {
		t.Errorf("the second save changed the names: %s %v", again, err)
	}
}
