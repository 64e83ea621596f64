// Package config contains the general information about this installation. GET /api/info/general
// returns it in the language of the asker. The information comes from content/general.json, or from
// the administration's settings if they replace that document.
package config

// Localised is a sentence in every language of the product, keyed "zh-CN",
// "zh-TW" and "en".
type Localised map[string]string

// In returns the sentence in `locale`, or in zh-CN when that is missing or empty.
func (l Localised) In(locale string) string {
	if s := l[locale]; s != "" {
		return s
	}
	return l["zh-CN"]
}

// File is content/general.json: the fields of General as an operator writes
// them, with sentences in every language.
type File struct {
	DocumentConfig           DocumentConfig   `json:"documentConfig"`
	Feedback                 FeedbackFile     `json:"feedback"`
	Plugins                  []Plugin         `json:"plugins"`
	InspirationTags          []TagFile        `json:"inspirationTags"`
	Inspirations             []InspirationRow `json:"inspirations"`
	CompetitionModelMetaInfo []ModelMeta      `json:"competitionModelMetaInfo"`
	MultimodalExamples       []ExampleFile    `json:"multimodalExamples"`
	MaxConvRound             int              `json:"maxConvRound"`
	Privilege                map[string]bool  `json:"privilege"`
	Greetings                []GreetingFile   `json:"greetings"`
	Guidance                 Localised        `json:"guidance"`
	MessageText              struct {
		ImgGenerating Localised `json:"imgGenerating"`
	} `json:"messageText"`
	Promotion     Window      `json:"promotion"`
	InterestTags  []TagFile   `json:"interestTags"`
	AppBaseConfig AppBaseFile `json:"appBaseConfig"`
	AppTip        Localised   `json:"appTip"`
}

// FeedbackFile lists the possible reasons for a like or dislike, grouped by the kind of answer.
type FeedbackFile struct {
	TextToText  []FeedbackGroupFile `json:"textToText"`
	TextToImage []FeedbackGroupFile `json:"textToImage"`
}

// FeedbackGroupFile is one group of reasons; Type 1 is for a like, -1 for a
// dislike. Codes maps a reason's id to its title.
type FeedbackGroupFile struct {
	Title Localised            `json:"title"`
	Type  int                  `json:"type"`
	Codes map[string]Localised `json:"codes"`
}

// TagFile is a group of inspirations or interests.
type TagFile struct {
	Tag  string    `json:"tag"`
	Name Localised `json:"name"`
}

// InspirationRow is one suggested question of a group; Title is the question itself.
// A suggestion that needs a model is hidden while no model is connected, because the
// built-in engine cannot answer it.
type InspirationRow struct {
	Tag        string    `json:"tag"`
	Idx        int       `json:"idx"`
	Visible    bool      `json:"visible"`
	NeedsModel bool      `json:"needsModel,omitempty"`
	Title      Localised `json:"title"`
	Label      Localised `json:"label"`
}

// ExampleFile is an example question about a picture or a file.
type ExampleFile struct {
	Content Localised `json:"content"`
}

// GreetingFile is a greeting. It applies from the hour FromHour of the asker's day.
type GreetingFile struct {
	FromHour int       `json:"fromHour"`
	Text     Localised `json:"text"`
}

// AppBaseFile is appBaseConfig with its sentences in every language.
type AppBaseFile struct {
	DisableUserAvatar            bool             `json:"disableUserAvatar"`
	ConversationModelSwitchGuide ModelSwitchGuide `json:"conversationModelSwitchGuide"`
	CitationStyle                string           `json:"citationStyle"`
	InternetSeekState            string           `json:"internetSeekState"`
	AppTipRound                  int              `json:"appTipRound"`
	ShowAppDownloadTips          bool             `json:"showAppDownloadTips"`
	DownloadHint                 struct {
		Content    Localised `json:"content"`
		ButtonText Localised `json:"buttonText"`
	} `json:"downloadHint"`
	ModelSwitchTip Localised `json:"modelSwitchTip"`
	EnableTempConv bool      `json:"enableTempConv"`
	TempConvNotice Localised `json:"tempConvNotice"`
}
