package config

import (
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

type fixedModel string

func (m fixedModel) DefaultModelID() string { return string(m) }

func (m fixedModel) Connected() bool { return m != "offline" }

func at(s string) func() time.Time {
	return func() time.Time {
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			panic(err)
		}
		return t
	}
}

func builtin(t *testing.T) *Service {
	t.Helper()
	s, err := New(content.FS(""), "wenqu", fixedModel("offline"), at("2026-11-20T10:00:00+08:00"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// edited returns a service with a changed copy of general.json: the first `old` is replaced by `new`.
func edited(t *testing.T, old, new string) (*Service, error) {
	t.Helper()
	raw, err := fs.ReadFile(content.FS(""), FileName)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(raw), old, new, 1)
	if text == string(raw) {
		t.Fatalf("%q is not in the file", old)
	}
	return New(fstest.MapFS{FileName: {Data: []byte(text)}}, "wenqu", fixedModel("offline"), at("2026-11-20T10:00:00+08:00"))
}

// TestFieldsTotal checks that the table Fields documents exactly the fields of General.
func TestFieldsTotal(t *testing.T) {
	t.Parallel()
	rows := map[string]bool{}
	for _, f := range Fields {
		if f.Set == "" || f.Page == "" {
			t.Errorf("%s: where it is set and what the page does must both be said", f.Name)
		}
		rows[f.Name] = true
	}
	var walk func(prefix string, typ reflect.Type) bool
	walk = func(prefix string, typ reflect.Type) bool {
		if rows[prefix] {
			delete(rows, prefix)
			return true
		}
		if typ.Kind() != reflect.Struct {
			return false
		}
		for f := range typ.Fields() {
			name := strings.TrimPrefix(prefix+"."+f.Tag.Get("json"), ".")
			if !walk(name, f.Type) {
				t.Errorf("%s has no row", name)
			}
		}
		return true
	}
	walk("", reflect.TypeFor[General]())
	for name := range rows {
		t.Errorf("row %s names no field", name)
	}
}

// TestDefaults compares the built-in document with its expected values. Some fields are compared
// only in part.
func TestDefaults(t *testing.T) {
	t.Parallel()
	g, err := builtin(t).General("zh-CN")
	if err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]any{
		"documentConfig.singleFileMaxSize": {g.DocumentConfig.SingleFileMaxSize, int64(104857600)},
		"plugins":                          {g.Plugins, []Plugin{{ID: "Adaptive", Show: "all", Default: true}}},
		"inspirationTags":                  {[]any{len(g.InspirationTags), g.InspirationTags[0]}, []any{7, Tag{Tag: "goodQuestion", Name: "试试这样问"}}},
		"inspirations":                     {[]any{len(g.Inspirations), g.Inspirations[0].Title}, []any{24, "今年中秋放几天假，怎么调休？"}},
		"competitionModelMetaInfo":         {g.CompetitionModelMetaInfo, []ModelMeta{}},
		"multimodalExamples":               {g.MultimodalExamples, []Example{}},
		"platformProduction":               {g.PlatformProduction, "wenqu"},
		"maxConvRound":                     {g.MaxConvRound, 30},
		"privilege":                        {g.Privilege, map[string]bool{}},
		"greetings":                        {g.Greetings[0], Greeting{FromHour: 5, Text: "早上好，想问点什么？"}},
		"guidance":                         {g.Guidance, "问渠那得清如许　为有源头活水来"},
		"messageText.imgGenerating":        {g.MessageText.ImgGenerating, "正在生成图片…"},
		"newyear_promotion_status":         {g.NewyearPromotionStatus, 0},
		"interestTags":                     {g.InterestTags, []Tag{}},
		"appBaseConfig.disableUserAvatar":  {g.AppBaseConfig.DisableUserAvatar, false},
		"appBaseConfig.conversationModelSwitchGuide": {len(g.AppBaseConfig.ConversationModelSwitchGuide.Rules), 0},
		"appBaseConfig.citationStyle":                {g.AppBaseConfig.CitationStyle, "number"},
		"appBaseConfig.internetSeekState":            {g.AppBaseConfig.InternetSeekState, "default"},
		"appBaseConfig.appTipRound":                  {g.AppBaseConfig.AppTipRound, 10},
		"appBaseConfig.showAppDownloadTips":          {g.AppBaseConfig.ShowAppDownloadTips, false},
		"appBaseConfig.downloadHint":                 {g.AppBaseConfig.DownloadHint, DownloadHint{}},
		"appBaseConfig.modelSwitchTip":               {g.AppBaseConfig.ModelSwitchTip, "已换模型，从下一个问题起生效。"},
		"appBaseConfig.enableTempConv":               {g.AppBaseConfig.EnableTempConv, true},
		"appBaseConfig.tempConvNotice":               {strings.HasPrefix(g.AppBaseConfig.TempConvNotice, "临时对话"), true},
		"appTip":                                     {g.AppTip != "", true},
		"feedbackCodeConfigV2":                       {g.FeedbackCodeConfigV2.TextToText[1].CodeMap["202"], "事实有误"},
		"feedbackCodeConfig":                         {g.FeedbackCodeConfig, g.FeedbackCodeConfigV2},
	} {
		if diff := cmp.Diff(pair[1], pair[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{"zh-CN": "事实有误", "zh-TW": "事實有誤", "en": "Wrong facts", "fr": "事实有误"} {
		g, err := builtin(t).General(locale)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.FeedbackCodeConfigV2.TextToText[1].CodeMap["202"]; got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
}

func TestEmptyLanguageIsSimplifiedChinese(t *testing.T) {
	t.Parallel()
	l := Localised{"zh-CN": "问", "en": ""}
	for _, locale := range []string{"zh-CN", "zh-TW", "en", ""} {
		if got := l.In(locale); got != "问" {
			t.Errorf("%s: %q", locale, got)
		}
	}
}

func TestCompetitionModelFirst(t *testing.T) {
	t.Parallel()
	s, err := edited(t, `"competitionModelMetaInfo": []`, `"competitionModelMetaInfo": [{"modelId":"a"},{"modelId":"offline"},{"modelId":"b"}]`)
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.General("zh-CN")
	if err != nil {
		t.Fatal(err)
	}
	want := []ModelMeta{{"offline"}, {"a"}, {"b"}}
	if diff := cmp.Diff(want, g.CompetitionModelMetaInfo); diff != "" {
		t.Error(diff)
	}
	s, err = edited(t, `"competitionModelMetaInfo": []`, `"competitionModelMetaInfo": [{"modelId":"a"}]`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.General("zh-CN"); !errs.Is(err, errs.ConfigFail) {
		t.Errorf("a list without the default model gave %v", err)
	}
}

func TestInspirationsWithoutVisibleChildrenAreDropped(t *testing.T) {
	t.Parallel()
	tags := []TagFile{{Tag: "a"}, {Tag: "empty"}, {Tag: "b"}}
	rows := []InspirationRow{
		{Tag: "b", Idx: 1, Visible: true}, {Tag: "a", Idx: 9, Visible: true}, {Tag: "a", Idx: 2, Visible: true},
		{Tag: "a", Idx: 1, Visible: false}, {Tag: "empty", Idx: 1, Visible: false}, {Tag: "nowhere", Idx: 1, Visible: true},
		{Tag: "a", Idx: 3, Visible: true, NeedsModel: true},
	}
	gotTags, got := visible(tags, rows, false, "en")
	if diff := cmp.Diff([]Tag{{Tag: "a"}, {Tag: "b"}}, gotTags); diff != "" {
		t.Error(diff)
	}
	want := []Inspiration{{Tag: "a", Idx: 2, Visible: true}, {Tag: "a", Idx: 9, Visible: true}, {Tag: "b", Idx: 1, Visible: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, got = visible(tags, rows, true, "en"); len(got) != 4 || got[1].Idx != 3 {
		t.Errorf("with a model: %v", got)
	}
}

func TestPluginsShownForAllOrWeb(t *testing.T) {
	t.Parallel()
	got := shown([]Plugin{{ID: "1", Show: "all"}, {ID: "2", Show: "app"}, {ID: "3", Show: "web"}, {ID: "4", Show: "none"}, {ID: "5"}})
	if diff := cmp.Diff([]Plugin{{ID: "1", Show: "all"}, {ID: "3", Show: "web"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestPromotionWindow(t *testing.T) {
	t.Parallel()
	w := Window{From: "2025-01-23T10:00:00+08:00", To: "2025-02-04T23:59:59+08:00"}
	for when, want := range map[string]int{
		"2025-01-23T09:59:59+08:00": 0, "2025-01-23T10:00:00+08:00": 1,
		"2025-02-04T23:59:59+08:00": 1, "2025-02-05T00:00:00+08:00": 0,
	} {
		if got := w.status(at(when)()); got != want {
			t.Errorf("%s: %d, want %d", when, got, want)
		}
	}
}

func TestFeedbackType(t *testing.T) {
	t.Parallel()
	s := builtin(t)
	for id, want := range map[string]int{"101": 1, "202": -1, "403": -1} {
		if got, ok := s.FeedbackType(id); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", id, got, ok, want)
		}
	}
	if _, ok := s.FeedbackType("999"); ok {
		t.Error("an unknown reason was accepted")
	}
}

func TestBrokenFilesAreRefusedByName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ old, new, want string }{
		{`"maxConvRound": 30`, `"maxConvRound": 0`, "maxConvRound"},
		{`"maxConvRound": 30`, `"maxConvRounds": 30`, "maxConvRounds"},
		{`2025-01-23T10:00:00+08:00`, `yesterday`, "promotion"},
		{`"type": 1,`, `"type": 2,`, "type must be one of: 1, -1"},
		{`"tag": "write", "name"`, `"tag": "goodQuestion", "name"`, "“goodQuestion” twice"},
		{`"zh-CN": "会议纪要模板"`, `"zh-CN": " "`, "question 11 must not be empty"},
		{`会议纪要模板`, strings.Repeat("长", 201), "longer than 200"},
		{`"rules": []`, `"rules": [{"keyword": "写诗", "modelId": "a"}, {"keyword": " ", "modelId": "a"}]`, "rules[1].keyword must not be empty"},
		{`"rules": []`, `"rules": [{"keyword": "写诗"}]`, "rules[0].modelId must not be empty"},
		{`"rules": []`, `"rules": [{"keyword": "` + strings.Repeat("长", 51) + `", "modelId": "a"}]`, "rules[0].keyword must not be longer than 50"},
		{`"rules": []`, `"rules": [` + strings.Repeat(`{"keyword": "写诗", "modelId": "a"},`, 50) + `{"keyword": "写诗", "modelId": "a"}]`, "rules must have at most 50"},
	} {
		if _, err := edited(t, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not name %q", c.new, err, c.want)
		}
	}
}

func TestOverride(t *testing.T) {
	t.Parallel()
	raw, err := fs.ReadFile(content.FS(""), FileName)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	changed := strings.Replace(string(raw), `"maxConvRound": 30`, `"maxConvRound": 12`, 1)
	if err := os.WriteFile(dir+"/"+FileName, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := New(content.FS(dir), "wenqu", fixedModel("offline"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if s.MaxConvRound() != 12 {
		t.Errorf("maxConvRound is %d, want the operator's 12", s.MaxConvRound())
	}
}
