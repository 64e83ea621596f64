package setting

import "github.com/wenqu-ai/wenqu/internal/errs"

// Reason is the reason why a document of the settings is not valid.
type Reason string

// Values of Reason. The comments name the slots of the sentence beside {field}.
const (
	NotJSON      Reason = "json"     // no field
	NotObject    Reason = "object"   // no field
	Trailing     Reason = "trailing" // no field
	TooBig       Reason = "size"     // no field; {limit} in MB
	Other        Reason = "other"    // no field
	UnknownField Reason = "unknown"
	WrongType    Reason = "type"
	Missing      Reason = "missing"
	NoLetters    Reason = "letters"
	BadAddress   Reason = "address"
	BadPath      Reason = "path"
	BadTime      Reason = "time"
	ManyLines    Reason = "lines"
	OutOfRange   Reason = "range"   // {min}, {max}
	TooSmall     Reason = "least"   // {min}
	TooMany      Reason = "many"    // {limit}
	TooLong      Reason = "long"    // {limit} in characters
	NoChoice     Reason = "choice"  // {choices}
	Twice        Reason = "twice"   // {value}
	NotHere      Reason = "nothing" // {value}
)

// reasons contains a sentence about each reason, without a full stop.
var reasons = map[Reason]errs.Text{
	NotJSON:      {ZhCN: "内容不是完整的 JSON，请检查括号、引号和逗号", ZhTW: "內容不是完整的 JSON，請檢查括號、引號和逗號", En: "it is no JSON; check its brackets, quotes and commas"},
	NotObject:    {ZhCN: "内容要是一个 JSON 对象，写在一对大括号里", ZhTW: "內容要是一個 JSON 物件，寫在一對大括號裡", En: "it must be a JSON object, in braces"},
	Trailing:     {ZhCN: "最后一个括号之后还有内容，请删去", ZhTW: "最後一個括號之後還有內容，請刪去", En: "something follows the closing brace"},
	TooBig:       {ZhCN: "内容超过 {limit} MB", ZhTW: "內容超過 {limit} MB", En: "it is larger than {limit} MB"},
	Other:        {ZhCN: "内容不符合要求，请检查后再保存", ZhTW: "內容不符合要求，請檢查後再儲存", En: "the content is not as required; check it and save again"},
	UnknownField: {ZhCN: "没有「{field}」这一项", ZhTW: "沒有「{field}」這一項", En: "there is no setting “{field}”"},
	WrongType:    {ZhCN: "「{field}」的格式不对", ZhTW: "「{field}」的格式不正確", En: "{field} has the wrong type"},
	Missing:      {ZhCN: "「{field}」不能为空", ZhTW: "「{field}」不能空白", En: "{field} must not be empty"},
	NoLetters:    {ZhCN: "「{field}」要有文字或数字", ZhTW: "「{field}」要有文字或數字", En: "{field} must have a letter, digit or Han character"},
	BadAddress:   {ZhCN: "「{field}」要填以 https:// 开头的地址", ZhTW: "「{field}」要填以 https:// 開頭的網址", En: "{field} must be an address that begins with https://"},
	BadPath:      {ZhCN: "「{field}」要填本站的路径，以一个 / 开头", ZhTW: "「{field}」要填本站的路徑，以一個 / 開頭", En: "{field} must be a path of this site that begins with one /"},
	ManyLines:    {ZhCN: "「{field}」要写成一行，前后不留空格", ZhTW: "「{field}」要寫成一行，前後不留空格", En: "{field} must be one line without spaces around it"},
	BadTime:      {ZhCN: "「{field}」要填完整的时间，例如 2026-01-31T08:00:00+08:00", ZhTW: "「{field}」要填完整的時間，例如 2026-01-31T08:00:00+08:00", En: "{field} must be a time such as 2026-01-31T08:00:00+08:00"},
	OutOfRange:   {ZhCN: "「{field}」要填 {min} 到 {max} 的整数", ZhTW: "「{field}」要填 {min} 到 {max} 的整數", En: "{field} must be a whole number from {min} to {max}"},
	TooSmall:     {ZhCN: "「{field}」至少是 {min}", ZhTW: "「{field}」至少是 {min}", En: "{field} must be at least {min}"},
	TooMany:      {ZhCN: "「{field}」最多 {limit} 项", ZhTW: "「{field}」最多 {limit} 項", En: "{field} must have at most {limit} entries"},
	TooLong:      {ZhCN: "「{field}」最多 {limit} 个字", ZhTW: "「{field}」最多 {limit} 個字", En: "{field} must not be longer than {limit} characters"},
	NoChoice:     {ZhCN: "「{field}」只能是其中之一：{choices}", ZhTW: "「{field}」只能是其中之一：{choices}", En: "{field} must be one of: {choices}"},
	Twice:        {ZhCN: "「{field}」里有两个「{value}」，请改掉一个", ZhTW: "「{field}」裡有兩個「{value}」，請改掉一個", En: "{field} has “{value}” twice"},
	NotHere:      {ZhCN: "「{field}」里没有「{value}」", ZhTW: "「{field}」裡沒有「{value}」", En: "{field} has no “{value}”"},
}
