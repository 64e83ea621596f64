package config

// Field documents one field of General: where an operator sets the field, and how the page uses it.
// A field of a capability that is not built yet has a neutral value, and Page names the capability.
type Field struct {
	Name string // path in the JSON answer; a dot separates the names of nested objects
	Set  string // where an operator sets it
	Page string // what the page does with it
}

const generalFile = "content/general.json: "

// Fields documents every field; a test compares it with General.
var Fields = []Field{
	{"documentConfig.singleFileMaxSize", generalFile + "documentConfig", "upload limit of one file in bytes; a picture may have 30 MB at most"},
	{"feedbackCodeConfig", generalFile + "feedback", "the same as feedbackCodeConfigV2, for older clients"},
	{"feedbackCodeConfigV2", generalFile + "feedback", "reasons offered behind like and dislike"},
	{"plugins", generalFile + "plugins", "skills that a question may name; those shown for all or web; for other clients, the page does not read it"},
	{"inspirationTags", generalFile + "inspirationTags", "names of the groups of suggested questions, in their order"},
	{"inspirations", generalFile + "inspirations", "tag goodQuestion: the cards of the start page; all tags: the groups of /good-question, and what is offered while somebody types"},
	{"competitionModelMetaInfo", generalFile + "competitionModelMetaInfo", "models that answer beside each other; empty: one answers; for other clients, the page does not read it"},
	{"multimodalExamples", generalFile + "multimodalExamples", "example questions about files; for other clients, the page does not read it"},
	{"platformProduction", "WENQU_BRAND_SLUG", "the product's slug in addresses and exports"},
	{"maxConvRound", generalFile + "maxConvRound", "from this round on a line offers a new conversation"},
	{"privilege", generalFile + "privilege", "rights of an account; empty for visitors; for other clients, the page does not read it"},
	{"greetings", generalFile + "greetings", "the greeting by the hour of the day"},
	{"guidance", generalFile + "guidance", "the verse under the greeting"},
	{"messageText.imgGenerating", generalFile + "messageText", "the line while a picture is made; used by the image capability"},
	{"newyear_promotion_status", generalFile + "promotion", "1 while the promotion window is open; used by event pages"},
	{"interestTags", generalFile + "interestTags", "interests offered to an account; empty for visitors; for other clients, the page does not read it"},
	{"appBaseConfig.disableUserAvatar", generalFile + "appBaseConfig", "hides the picture in the user area; the initial of the name replaces it"},
	{"appBaseConfig.conversationModelSwitchGuide", generalFile + "appBaseConfig", "suggests a model below a question that has a keyword; the first rule that fits counts; no rules by default"},
	{"appBaseConfig.citationStyle", generalFile + "appBaseConfig", "number or site: what a citation chip shows"},
	{"appBaseConfig.internetSeekState", generalFile + "appBaseConfig", "default, on or off: the first state of the search switch"},
	{"appBaseConfig.appTipRound", generalFile + "appBaseConfig", "the round at which appTip is shown once"},
	{"appBaseConfig.showAppDownloadTips", generalFile + "appBaseConfig", "invites to the native app; off until there is one"},
	{"appBaseConfig.downloadHint", generalFile + "appBaseConfig", "texts of that invitation; empty: no invitation"},
	{"appBaseConfig.modelSwitchTip", generalFile + "appBaseConfig", "the toast after another model was chosen"},
	{"appBaseConfig.enableTempConv", generalFile + "appBaseConfig", "offers temporary conversations"},
	{"appBaseConfig.tempConvNotice", generalFile + "appBaseConfig", "the notice above a temporary conversation"},
	{"appTip", generalFile + "appTip", "the tip shown once at round appTipRound"},
}
