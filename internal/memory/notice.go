package memory

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits in characters. A question longer than maxAsked and a sentence longer than maxStatement are
// ignored: they were probably pasted, so somebody else may have written them.
const (
	maxAsked     = 1000
	maxStatement = 200
)

var (
	// requests match sentences that ask to remember something. The group matches the text to remember.
	requests = []*text.Pattern{
		text.NewPattern(`(?i)^(?:请|請|麻烦|麻煩|帮我|幫我|你要|你|帮忙|幫忙)*(?:记住|記住|记一下|記一下|记下来?|記下來?)(?:一下|这一点|這一點|这点|這點|这件事|這件事)?[：:，,\s]*(.+)$`),
		text.NewPattern(`(?i)^(.+?)[，,]\s*(?:请|請|帮我|幫我|麻烦你?|麻煩你?)?(?:记住|記住|记一下|記一下|记下来?|記下來?)[吧了啦]?$`),
		text.NewPattern(`(?i)^(?:please\s+)?remember\s+(?:that\s+|this\s*[:：]\s*)?(.+)$`),
	}
	// stated matches statements of users about themselves, and wishes for all later answers.
	stated = text.NewPattern(`(?i)^(?:你好[，,。！!]?\s*)?(?:我(?:的名字)?叫.{1,20}|我是.{1,20}|我姓.{1,6}|我(?:现在|目前|現在)?住在.{1,30}|我(?:(?:现在|現在|目前|已经|已經|刚刚?|剛剛?|最近|前不久|前几天|前幾天|昨天|上周|上週|上个?月|上個?月|今年|去年|又|都)*)(?:搬(?:家)?(?:到|去|来|來|进|進|回).{1,30}|不(?:再)?住(?:在)?.{1,30}|家在.{1,30}|定居.{1,30})|我在.{1,30}(?:工作|上班|读书|上学)|我今年.{1,6}[岁歲]|` +
		`我的.{1,10}(?:是|叫).{1,40}|我对.{1,20}[过過]敏|我[很最不]?(?:太|大|特别)?(?:喜欢|喜歡|爱吃|讨厌|討厭).{1,30}|我不[吃喝能].{1,30}|(?:请|請)?(?:以后|以後)(?:都|请|請|就)?.{2,60}|(?:请|請|你可以|以后)?叫我.{1,12}|` +
		`my name is .{1,40}|call me .{1,30}|i (?:no longer )?live in .{1,40}|i(?:'ve| have)? ?(?:just |recently )?moved (?:in)?to .{1,40}|i work (?:at|for|as) .{1,40}|i(?:'m| am) (?:an? |allergic |vegetarian|vegan).{0,40}|i (?:really )?(?:like|love|hate|prefer|don't like|do not like) .{1,40}|my .{1,20} is .{1,40}|from now on,? .{2,80})$`)
	// asks matches signs of a question. A question is not a statement.
	asks = text.NewPattern(`(?i)[？?]|[吗嗎么麼]$|什么|甚麼|什麼|谁|誰|哪|几[岁号点]|幾[歲號點]|怎么|怎麼|怎样|多少|为什么|是不是|能不能|记得|記得|忘了|\b(?:what|who|where|when|why|how|which|do you|can you)\b`)
	// secrets matches signs of a secret. A text with such a sign is stored only if the user enters it as a memory.
	secrets = text.NewPattern(`(?i)密码|密碼|口令|验证码|驗證碼|身份证号?|身分證|银行卡|銀行卡|信用卡|私钥|助记词|password|passcode|api[ _-]?key|secret|private key|\bsk-|\d{15,}`)
	// wish matches a request that follows a statement in the same sentence.
	wish = text.NewPattern(`(?i)[，,]\s*(?:请|請|麻烦|麻煩|帮|幫|推荐|推薦|给我|給我|替我|写|寫|做个|做個|告诉|告訴|想问|想問|please|can you|could you|help me|recommend|write|give me).*$`)
	// aboutSelf matches words of statements about the user.
	aboutSelf = text.NewPattern(`(?i)我|咱|俺|以后|以後|记住|記住|\b(?:i|i'm|my|me|mine|we|our|remember|from now on)\b`)
)

// statements returns the sentences of a question. It leaves out sentences longer than maxStatement, and
// lines that are quotations or table rows in Markdown; `all` reports that nothing was left out. Text in
// quotation marks, and code, are replaced by the constant hole. For a question longer than maxAsked it
// returns nothing.
func statements(question string) (out []string, all bool) {
	if text.Len(question) > maxAsked {
		return nil, false
	}
	all = true
	for _, line := range strings.Split(unquoted(question), "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|") {
			all = false
			continue
		}
		for _, s := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("。！!；;", r) }) {
			switch s = strings.Trim(text.OneLine(s), "，, ~～"); {
			case text.Len(s) > maxStatement:
				all = false
			case s != "":
				out = append(out, s)
			}
		}
	}
	return out, all
}

// quotes maps the opening marks of quoted text and code to the closing marks.
var quotes = map[rune]rune{'“': '”', '「': '」', '『': '』', '《': '》', '"': '"', '`': '`'}

// hole replaces quoted text. A text that contains a hole is not remembered.
const hole = '\uFFFC'

// unquoted replaces quoted text and code blocks by a hole. After an opening mark
// without a closing mark, the rest of the text counts as quoted.
func unquoted(s string) string {
	var b strings.Builder
	var end rune
	for _, r := range strings.ReplaceAll(s, "```", "`") {
		switch {
		case end != 0:
			if r == end {
				end = 0
			}
		case quotes[r] != 0:
			end = quotes[r]
			b.WriteRune(hole)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// asked returns what a question asks to remember. If `soft` is true, it also returns statements about
// the user that the question does not ask to remember. `whole` reports that the question contains
// nothing else.
func asked(question string, soft bool) (found []string, whole bool) {
	sentences, whole := statements(question)
	for _, s := range sentences {
		what, all := toRemember(s, soft)
		if what != "" {
			found = append(found, what)
		}
		whole = whole && all
	}
	return found, whole && len(found) > 0
}

// toRemember returns what a sentence asks to remember. If `soft` is true, it also accepts a sentence
// that states something about the user and does not ask to remember it. `what` is empty if there is
// nothing to remember, or if the sentence contains a hole or a sign of a secret. `all` reports that the
// sentence contains nothing else.
func toRemember(sentence string, soft bool) (what string, all bool) {
	if strings.ContainsRune(sentence, hole) || secrets.MatchString(sentence) {
		return "", false
	}
	for _, p := range requests {
		if at := p.FindStringSubmatch(sentence); at != nil {
			if what := strings.Trim(at[1], "，,：: "); !asks.MatchString(what) && text.Len(fold(what)) >= 2 {
				return what, true
			}
			return "", false
		}
	}
	stays := wish.ReplaceAllString(sentence, "")
	if !soft || !stated.MatchString(stays) || asks.MatchString(stays) {
		return "", false
	}
	return strings.TrimLeft(strings.TrimPrefix(stays, "你好"), "，, "), stays == sentence
}

// owned reports whether `words` may be stored. `words` must be a statement by the user about themselves
// in the question.
func owned(question, words string) bool {
	folded := strings.Trim(zh.FoldSimplified(text.OneLine(words)), "，,。.！! ")
	if text.Len(fold(words)) < 2 || text.Len(folded) > maxStatement || asks.MatchString(words) || secrets.MatchString(words) || !aboutSelf.MatchString(words) {
		return false
	}
	sentences, _ := statements(question)
	for _, s := range sentences {
		for _, clauses := range wholeClauses(zh.FoldSimplified(s)) {
			if clauses == folded {
				return true
			}
		}
	}
	return false
}

// maxClauses is the number of clauses of a sentence that are analysed.
const maxClauses = 12

// wholeClauses returns the first maxClauses clauses of a sentence, and all sequences of adjacent
// clauses among them. It leaves out clauses and sequences with a hole. It never returns a part of a
// clause, because the part may say the opposite of the whole clause.
func wholeClauses(sentence string) (out []string) {
	ends := []int{}
	for i, r := range sentence {
		if r == '，' || r == ',' {
			ends = append(ends, i)
		}
	}
	ends = append(ends, len(sentence))
	ends = ends[:min(len(ends), maxClauses)]
	from := 0
	for i, begin := range ends {
		for _, end := range ends[i:] {
			if c := strings.Trim(sentence[from:end], "，, "); c != "" && !strings.ContainsRune(c, hole) {
				out = append(out, c)
			}
		}
		from = begin
	}
	return out
}
