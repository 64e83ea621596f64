package config

// General is the answer of GET /api/info/general in one language.
type General struct {
	DocumentConfig           DocumentConfig  `json:"documentConfig"`
	FeedbackCodeConfig       FeedbackConfig  `json:"feedbackCodeConfig" doc:"Reasons for text answers and pictures; the same as feedbackCodeConfigV2, kept for older clients"`
	FeedbackCodeConfigV2     FeedbackConfig  `json:"feedbackCodeConfigV2"`
	Plugins                  []Plugin        `json:"plugins"`
	InspirationTags          []Tag           `json:"inspirationTags"`
	Inspirations             []Inspiration   `json:"inspirations"`
	CompetitionModelMetaInfo []ModelMeta     `json:"competitionModelMetaInfo"`
	MultimodalExamples       []Example       `json:"multimodalExamples"`
	PlatformProduction       string          `json:"platformProduction" doc:"The slug of the product, as configured by the operator"`
	MaxConvRound             int             `json:"maxConvRound" doc:"Rounds of history that a model is given; the chat itself goes on"`
	Privilege                map[string]bool `json:"privilege"`
	Greetings                []Greeting      `json:"greetings"`
	Guidance                 string          `json:"guidance"`
	MessageText              MessageText     `json:"messageText"`
	NewyearPromotionStatus   int             `json:"newyear_promotion_status" doc:"1 while the promotion window is open, else 0"`
	InterestTags             []Tag           `json:"interestTags"`
	AppBaseConfig            AppBase         `json:"appBaseConfig"`
	AppTip                   string          `json:"appTip" doc:"The sentence shown once at round appBaseConfig.appTipRound"`
}

// DocumentConfig bounds uploads; SingleFileMaxSize is in bytes.
type DocumentConfig struct {
	SingleFileMaxSize int64 `json:"singleFileMaxSize"`
}

// FeedbackConfig lists the reasons for a like or dislike.
type FeedbackConfig struct {
	TextToText  []FeedbackGroup `json:"textToText"`
	TextToImage []FeedbackGroup `json:"textToImage"`
}

// FeedbackGroup is one group of reasons; Type 1 is for a like, -1 for a dislike.
type FeedbackGroup struct {
	Title   string            `json:"title"`
	Type    int               `json:"type"`
	CodeMap map[string]string `json:"codeMap"`
}

// Plugin is a skill that a question may select. Show states where the skill is offered: all,
// web, app or none. Only the plugins with all or web are sent to the page.
type Plugin struct {
	ID      string `json:"id"`
	Show    string `json:"show"`
	Default bool   `json:"default"`
}

// Tag is a group of inspirations or interests with its name.
type Tag struct {
	Tag  string `json:"tag"`
	Name string `json:"name"`
}

// Inspiration is one suggested question; Title is the question itself.
type Inspiration struct {
	Tag     string `json:"tag"`
	Idx     int    `json:"idx"`
	Visible bool   `json:"visible"`
	Title   string `json:"title"`
	Label   string `json:"label"`
}

// ModelMeta contains a model's id, which is the value of chatModelId in requests.
type ModelMeta struct {
	ModelID string `json:"modelId"`
}

// Example is an example question.
type Example struct {
	Content string `json:"content"`
}

// Greeting applies from its hour of the asker's day (0 to 23) until the hour of
// the next row.
type Greeting struct {
	FromHour int    `json:"fromHour"`
	Text     string `json:"text"`
}

// MessageText contains sentences for the page to show inside messages.
type MessageText struct {
	ImgGenerating string `json:"imgGenerating"`
}

// AppBase contains the general settings of the page. It is the value of the field appBaseConfig.
type AppBase struct {
	DisableUserAvatar            bool             `json:"disableUserAvatar"`
	ConversationModelSwitchGuide ModelSwitchGuide `json:"conversationModelSwitchGuide"`
	CitationStyle                string           `json:"citationStyle" enum:"number,site"`
	InternetSeekState            string           `json:"internetSeekState" enum:"default,on,off"`
	AppTipRound                  int              `json:"appTipRound"`
	ShowAppDownloadTips          bool             `json:"showAppDownloadTips"`
	DownloadHint                 DownloadHint     `json:"downloadHint"`
	ModelSwitchTip               string           `json:"modelSwitchTip"`
	EnableTempConv               bool             `json:"enableTempConv"`
	TempConvNotice               string           `json:"tempConvNotice"`
}

// ModelSwitchGuide contains the clients' rules for suggesting another model.
type ModelSwitchGuide struct {
	Rules []SwitchRule `json:"rules"`
}

// SwitchRule states which model to suggest when a question contains Keyword.
type SwitchRule struct {
	Keyword string `json:"keyword"` // upper and lower case are equal
	ModelID string `json:"modelId"` // the chatModelId of a model or of a sub-model
}

// DownloadHint invites people to install the native app.
type DownloadHint struct {
	Content    string `json:"content"`
	ButtonText string `json:"buttonText"`
}

// Window is a span of time, including both ends.
type Window struct {
	From string `json:"from"`
	To   string `json:"to"`
}
