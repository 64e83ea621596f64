package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// FileName is the name of the file read by New.
const FileName = "general.json"

// Values of Plugin.Show. Only plugins with one of these two values are sent to the page.
const (
	showAll = "all"
	showWeb = "web"
)

// Models gives access to the default model, which answers if a client names no model. Connected
// reports whether a provider offers the default model; otherwise the built-in engine answers.
type Models interface {
	DefaultModelID() string
	Connected() bool
}

// Service contains the general settings (general.json) and provides them to the page
// and the server.
type Service struct {
	built   *File // the document of the content folder
	file    atomic.Pointer[File]
	product string
	models  Models
	now     func() time.Time
}

// New reads general.json with Parse. `product` is the product's name in addresses.
func New(content fs.FS, product string, models Models, now func() time.Time) (*Service, error) {
	raw, err := fs.ReadFile(content, FileName)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", FileName, err)
	}
	f, err := Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", FileName, err)
	}
	s := &Service{built: f, product: product, models: models, now: now}
	s.file.Store(f)
	return s, nil
}

// Parse reads a document in the form of general.json. An unknown field, a value of a wrong type, or
// a value that `check` refuses is an error.
func Parse(raw []byte) (*File, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var f File
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return &f, nil
}

// Use replaces the document of the content folder with another one; nil restores it.
func (s *Service) Use(f *File) {
	if f == nil {
		f = s.built
	}
	s.file.Store(f)
}

// Current is the document in use.
func (s *Service) Current() *File { return s.file.Load() }

// With returns a service that uses f, to preview f before it is applied.
func (s *Service) With(f *File) *Service {
	c := &Service{built: s.built, product: s.product, models: s.models, now: s.now}
	c.file.Store(f)
	return c
}

func (f *File) check() error {
	if f.MaxConvRound < 1 {
		return setting.Wrong(setting.TooSmall, "maxConvRound").With("min", 1)
	}
	for _, at := range []string{f.Promotion.From, f.Promotion.To} {
		if _, err := time.Parse(time.RFC3339, at); err != nil {
			return setting.Wrong(setting.BadTime, "promotion")
		}
	}
	if err := checkInspirations(f.InspirationTags, f.Inspirations); err != nil {
		return err
	}
	if err := checkSwitchRules(f.AppBaseConfig.ConversationModelSwitchGuide.Rules); err != nil {
		return err
	}
	for _, groups := range [][]FeedbackGroupFile{f.Feedback.TextToText, f.Feedback.TextToImage} {
		for _, g := range groups {
			if g.Type != 1 && g.Type != -1 {
				return setting.Wrong(setting.NoChoice, "feedback."+g.Title.In("")+".type").With("choices", "1, -1")
			}
		}
	}
	return nil
}

// Limits on the suggested questions, because the app loads all of them with every page.
const (
	maxGroups    = 30
	maxQuestions = 300
	maxQuestion  = 200 // characters
)

// What errors call the lists of the suggested questions.
var (
	groupsName    = errs.Text{ZhCN: "好问题的分组", ZhTW: "好問題的分組", En: "inspirationTags"}
	questionsName = errs.Text{ZhCN: "好问题", ZhTW: "好問題", En: "inspirations"}
)

// questionName is what errors call the question at index i.
func questionName(i int) errs.Text {
	n := strconv.Itoa(i + 1)
	return errs.Text{ZhCN: "第 " + n + " 个好问题", ZhTW: "第 " + n + " 個好問題", En: "inspirations: question " + n}
}

// checkInspirations refuses too many groups or questions, groups with an empty or a duplicate tag,
// questions that are too long, and visible questions without a title in zh-CN.
func checkInspirations(tags []TagFile, rows []InspirationRow) error {
	if len(tags) > maxGroups {
		return setting.Wrong(setting.TooMany, "inspirationTags").Named(groupsName).With("limit", maxGroups)
	}
	if len(rows) > maxQuestions {
		return setting.Wrong(setting.TooMany, "inspirations").Named(questionsName).With("limit", maxQuestions)
	}
	seen := map[string]bool{}
	for _, t := range tags {
		if t.Tag == "" {
			return setting.Wrong(setting.Missing, "inspirationTags.tag")
		}
		if seen[t.Tag] {
			return setting.Wrong(setting.Twice, "inspirationTags.tag").With("value", text.Cut(t.Tag, 40))
		}
		seen[t.Tag] = true
	}
	for i, r := range rows {
		for _, title := range r.Title {
			if text.Len(title) > maxQuestion {
				return setting.Wrong(setting.TooLong, "inspirations").Named(questionName(i)).With("limit", maxQuestion)
			}
		}
		if r.Visible && strings.TrimSpace(r.Title.In("")) == "" {
			return setting.Wrong(setting.Missing, "inspirations").Named(questionName(i))
		}
	}
	return nil
}

// Limits on the rules that suggest a model, because the page compares every rule with what is typed.
const (
	maxSwitchRules = 50
	maxKeyword     = 50 // characters
)

// checkSwitchRules refuses too many rules, and rules without a model or with an empty or long keyword.
// An empty keyword would be in every question.
func checkSwitchRules(rules []SwitchRule) error {
	const field = "conversationModelSwitchGuide.rules"
	if len(rules) > maxSwitchRules {
		return setting.Wrong(setting.TooMany, field).With("limit", maxSwitchRules)
	}
	for i, r := range rules {
		at := fmt.Sprintf("%s[%d].", field, i)
		switch {
		case strings.TrimSpace(r.Keyword) == "":
			return setting.Wrong(setting.Missing, at+"keyword")
		case text.Len(r.Keyword) > maxKeyword:
			return setting.Wrong(setting.TooLong, at+"keyword").With("limit", maxKeyword)
		case r.ModelID == "":
			return setting.Wrong(setting.Missing, at+"modelId")
		}
	}
	return nil
}

// MaxConvRound is the maximum number of past rounds of a conversation that are sent to a model.
func (s *Service) MaxConvRound() int { return s.file.Load().MaxConvRound }

// HidesPicture reports whether the picture in the user area is hidden.
func (s *Service) HidesPicture() bool { return s.file.Load().AppBaseConfig.DisableUserAvatar }

// SeekState is the initial state of the search switch: default, on or off.
func (s *Service) SeekState() string { return s.file.Load().AppBaseConfig.InternetSeekState }

// FeedbackType returns 1 if the reason id belongs to a like and -1 if it belongs to a dislike. `ok`
// is false for an unknown id.
func (s *Service) FeedbackType(id string) (t int, ok bool) {
	f := s.file.Load()
	for _, groups := range [][]FeedbackGroupFile{f.Feedback.TextToText, f.Feedback.TextToImage} {
		for _, g := range groups {
			if _, found := g.Codes[id]; found {
				return g.Type, true
			}
		}
	}
	return 0, false
}

// General returns the information in `locale`. It fails with errs.ConfigFail when the list of
// models to compare is not empty and lacks the default model.
func (s *Service) General(locale string) (General, error) {
	f := s.file.Load()
	competing, err := defaultFirst(f.CompetitionModelMetaInfo, s.models.DefaultModelID())
	if err != nil {
		return General{}, err
	}
	feedback := FeedbackConfig{
		TextToText:  groups(f.Feedback.TextToText, locale),
		TextToImage: groups(f.Feedback.TextToImage, locale),
	}
	tags, inspirations := s.Inspirations(locale)
	a := f.AppBaseConfig
	return General{
		DocumentConfig:           f.DocumentConfig,
		FeedbackCodeConfig:       feedback,
		FeedbackCodeConfigV2:     feedback,
		Plugins:                  shown(f.Plugins),
		InspirationTags:          tags,
		Inspirations:             inspirations,
		CompetitionModelMetaInfo: competing,
		MultimodalExamples: each(f.MultimodalExamples, func(e ExampleFile) Example {
			return Example{Content: e.Content.In(locale)}
		}),
		PlatformProduction: s.product,
		MaxConvRound:       f.MaxConvRound,
		Privilege:          f.Privilege,
		Greetings: each(f.Greetings, func(g GreetingFile) Greeting {
			return Greeting{FromHour: g.FromHour, Text: g.Text.In(locale)}
		}),
		Guidance:               f.Guidance.In(locale),
		MessageText:            MessageText{ImgGenerating: f.MessageText.ImgGenerating.In(locale)},
		NewyearPromotionStatus: f.Promotion.status(s.now()),
		InterestTags:           tagsIn(f.InterestTags, locale),
		AppBaseConfig: AppBase{
			DisableUserAvatar:            a.DisableUserAvatar,
			ConversationModelSwitchGuide: a.ConversationModelSwitchGuide,
			CitationStyle:                a.CitationStyle,
			InternetSeekState:            a.InternetSeekState,
			AppTipRound:                  a.AppTipRound,
			ShowAppDownloadTips:          a.ShowAppDownloadTips,
			DownloadHint: DownloadHint{
				Content:    a.DownloadHint.Content.In(locale),
				ButtonText: a.DownloadHint.ButtonText.In(locale),
			},
			ModelSwitchTip: a.ModelSwitchTip.In(locale),
			EnableTempConv: a.EnableTempConv,
			TempConvNotice: a.TempConvNotice.In(locale),
		},
		AppTip: f.AppTip.In(locale),
	}, nil
}

// defaultFirst moves the default model to the first place. It fails if the list lacks the default model.
// An empty list is valid: it means that no models are compared.
func defaultFirst(models []ModelMeta, def string) ([]ModelMeta, error) {
	if len(models) == 0 {
		return []ModelMeta{}, nil
	}
	at := slices.IndexFunc(models, func(m ModelMeta) bool { return m.ModelID == def })
	if at < 0 {
		return nil, errs.Wrap(errs.ConfigFail, fmt.Errorf("competitionModelMetaInfo lacks the default model %q", def))
	}
	out := append([]ModelMeta{models[at]}, models[:at]...)
	return append(out, models[at+1:]...), nil
}

// shown selects the plugins that are sent to the page.
func shown(all []Plugin) []Plugin {
	out := []Plugin{}
	for _, p := range all {
		if p.Show == showAll || p.Show == showWeb {
			out = append(out, p)
		}
	}
	return out
}

// Inspirations returns the groups of suggested questions, and the questions in the
// order of the groups.
func (s *Service) Inspirations(locale string) ([]Tag, []Inspiration) {
	f := s.file.Load()
	return visible(f.InspirationTags, f.Inspirations, s.models.Connected(), locale)
}

// visible removes groups without visible children and sorts the children of each group by idx.
// Without a model, questions with NeedsModel are hidden.
func visible(tags []TagFile, rows []InspirationRow, connected bool, locale string) ([]Tag, []Inspiration) {
	keptTags, kept := []Tag{}, []Inspiration{}
	for _, t := range tags {
		var children []Inspiration
		for _, r := range rows {
			if r.Tag == t.Tag && r.Visible && (connected || !r.NeedsModel) {
				children = append(children, Inspiration{Tag: r.Tag, Idx: r.Idx, Visible: true, Title: r.Title.In(locale), Label: r.Label.In(locale)})
			}
		}
		if len(children) == 0 {
			continue
		}
		slices.SortStableFunc(children, func(a, b Inspiration) int { return cmp.Compare(a.Idx, b.Idx) })
		keptTags = append(keptTags, Tag{Tag: t.Tag, Name: t.Name.In(locale)})
		kept = append(kept, children...)
	}
	return keptTags, kept
}

func groups(in []FeedbackGroupFile, locale string) []FeedbackGroup {
	return each(in, func(g FeedbackGroupFile) FeedbackGroup {
		codes := make(map[string]string, len(g.Codes))
		for id, title := range g.Codes {
			codes[id] = title.In(locale)
		}
		return FeedbackGroup{Title: g.Title.In(locale), Type: g.Type, CodeMap: codes}
	})
}

func tagsIn(in []TagFile, locale string) []Tag {
	return each(in, func(t TagFile) Tag { return Tag{Tag: t.Tag, Name: t.Name.In(locale)} })
}

// status is 1 while `now` is in the window, otherwise 0. Parse has validated both ends.
func (w Window) status(now time.Time) int {
	from, _ := time.Parse(time.RFC3339, w.From)
	to, _ := time.Parse(time.RFC3339, w.To)
	if now.Before(from) || now.After(to) {
		return 0
	}
	return 1
}

// each maps a list; the result is never nil, so that an empty result is encoded as [].
func each[A, B any](in []A, f func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = f(a)
	}
	return out
}
