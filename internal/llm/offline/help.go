package offline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
)

var helpSkill = skill.Skill{
	ID:      "help",
	Name:    skill.Named("使用帮助", "help"),
	Match:   help,
	Hints:   fallbackSkill.Hints,
	EnHints: fallbackSkill.EnHints,
}

// topic is one help answer, with the pattern of its questions.
type topic struct {
	asked  *text.Pattern
	answer func(q *skill.Question) string
}

func fixed(zh, english string) func(*skill.Question) string {
	return func(q *skill.Question) string { return q.Say(zh, english) }
}

var topics = []topic{
	{text.NewPattern(`^(?:(?:你|您)(?:们)?好|哈喽|哈啰|嗨|在|早|早安|早上好|上午好|中午好|下午好|晚上好|晚安|hi|hello|hey|good (?:morning|afternoon|evening|night))(?: there)?$`),
		fixed("**你好，我是问渠的内置引擎。**\n\n现在没有接入大模型，我能帮你计算、换算单位、查日期和节假日、处理文本、写常用文书。直接问就好。",
			"**Hello, I am Wenqu's built-in engine.**\n\nNo model is connected. I can calculate, convert units, work with dates and text, and fill in common letters.")},
	{text.NewPattern(`^(?:好的?,?|嗯,?|ok,? ?)?(?:谢谢|多谢|感谢|谢啦|谢了|非常感谢|太感谢|thanks|thank you|thx)(?:你|您|了|啦)?(?: very much| so much| a lot)?$`),
		fixed("**不客气。**\n\n还有什么要算、要查、要写的，直接说。", "**You are welcome.**\n\nAsk whenever something needs working out.")},
	{text.NewPattern(`^(?:再见|拜拜|bye|goodbye|see you)$`),
		fixed("**再见。**\n\n对话已经保存在左侧列表里，随时可以回来。", "**Goodbye.**\n\nThis chat stays in the list on the left.")},
	{text.NewPattern(`^(?:你|您)(?:到底)?(?:是|叫)(?:谁|什么|什么名字|啥|什么模型|哪个模型|哪家的?模型|chatgpt|gpt|deepseek|人工智能|ai|大模型|机器人|真?人|人类|真人还是机器人)$|^(?:介绍一?下(?:你)?自己|自我介绍一下|你的名字(?:是什么)?|你叫什么(?:名字)?)$|^(?:who|what) are you$|^what(?:'s| is) your name$|^are you (?:an? )?(?:ai|chatgpt|gpt|human|robot|model|language model)$|^(?:现在|这|当前)(?:用的)?是(?:什么|哪个)模型$`),
		fixed("**我是问渠的内置引擎，不是大模型。**\n\n我用固定的算法回答：计算、换算、日期历法、文本工具和写作模板。答案旁边会写明是怎么得出的；不会的我会直说。",
			"**I am Wenqu's built-in engine, not a language model.**\n\nI answer with fixed algorithms: calculation, conversion, dates, text tools and templates. Every answer says how it was made, and I say so when I cannot help.")},
	{text.NewPattern(`^(?:你|您)?(?:现在)?(?:都|还)?(?:能|会|可以)(?:帮我|为我)?(?:做|干|些|干嘛|做些|干些|做点|干点)*(?:什么|啥|嘛|哪些|些什么|哪些事|哪些事情|什么事)(?:事|事情|功能|问题)?$|^(?:你|您)(?:能|会|可以)干$|^(?:你|您)?(?:有|都有)(?:什么|哪些)(?:功能|能力|用)$|^(?:功能|能力)(?:列表|介绍|有哪些)$|^(?:怎么用|如何使用|使用说明|使用帮助|帮助|help|怎么使用(?:你|问渠)?|你有什么用)$|^what (?:can|do) you do$|^(?:what are your (?:abilities|features)|how do i use (?:this|you|wenqu))$`),
		abilityList},
	{text.NewPattern(`(?:怎么|如何|怎样|在哪里?|哪里).{0,4}(?:接入|连接|接|配置|设置|换|切换|添加|使用|用|选)(?:一个|上|其他|别的)?(?:大|真正的|ai|本地|语言)*模型$|^(?:接入|连接|配置|添加)(?:大|本地)?模型$|^llm_url(?:是什么|怎么(?:用|设置|填|写))?$|(?:怎么|如何)(?:接入|连接|使用|用|配置)(?:ollama|deepseek|lm studio|openai|混元|通义|千问|kimi)$|^how (?:do|can|to) ?(?:i )?(?:connect|set up|configure|add|use) (?:a |an |the |another )?(?:model|llm|ollama|deepseek|openai)$`),
		fixed("**管理员打开「接入模型」页，选一家服务，粘贴密钥，点「测试并启用」就行。**\n\n- 所有人马上可用，不用重启。\n- 用本机模型：启动 Ollama、LM Studio、llama.cpp 或 vLLM，问渠会自己发现。\n- 还没有管理员：打开服务启动时在终端里打印的链接。\n- 也可以在启动前设置变量，如 `LLM_URL=https://密钥@服务地址/v1`。",
			"**An administrator opens the “Connect a model” page, picks a service, pastes its key and presses “Test and enable”.**\n\n- It works for everybody at once, without a restart.\n- A local model: start Ollama, LM Studio, llama.cpp or vLLM; Wenqu finds it by itself.\n- No administrator yet: open the link that the server prints in the terminal when it starts.\n- Or set a variable before the start, such as `LLM_URL=https://KEY@host/v1`.")},
	{text.NewPattern(`^(?:有(?:哪些|什么))?(?:快捷键|键盘快捷键)(?:有哪些|是什么|列表)?$|^怎么(?:换行|发送)$|^(?:what are the )?(?:keyboard )?shortcuts$`),
		fixed("**回车发送，Shift + 回车换行。**\n\n- Ctrl / ⌘ + K：搜索\n- Ctrl / ⌘ + Shift + O：新对话\n- `/`：光标到输入框\n- Esc：停止生成\n- `?`：全部快捷键\n\n发送键可以在「设置」里改。",
			"**Enter sends, Shift + Enter starts a new line.**\n\n- Ctrl / ⌘ + K: search\n- Ctrl / ⌘ + Shift + O: new chat\n- `/`: go to the composer\n- Esc: stop the answer\n- `?`: all shortcuts\n\nThe sending key can be changed in Settings.")},
	{text.NewPattern(`^(?:我的)?(?:隐私|数据|对话|聊天记录|聊天内容|信息)(?:会不会|会|安全|存在|保存在|放在|存储在|是否|能)?(?:哪里?|哪儿|泄露|上传|被上传|被泄露|安全|被别人看到|保存|怎么保护)*$|^(?:隐私|隐私政策|隐私保护)$|^(?:is my data (?:safe|private)|privacy|where is my data(?: stored)?)$`),
		fixed("**内置引擎只在这台服务器上计算，你的问题不会发给任何模型服务。**\n\n对话保存在运行问渠的服务器的数据目录里，只有你自己的身份能看到；不想留下记录，可以用临时对话。接入模型以后，问题会发给你接入的那个服务。",
			"**The built-in engine works on this server alone; your questions go to no model service.**\n\nChats are stored in the data folder of the server that runs Wenqu, visible to you only. A temporary chat leaves nothing behind. Once a model is connected, questions are sent to that service.")},
	{text.NewPattern(`(?:什么是|怎么(?:用|开|开启|进入)|如何(?:用|开启))(?:临时对话|临时聊天|无痕对话)$|^(?:临时对话|临时聊天)(?:是什么|怎么用|会保存)?$|^(?:what is a |how do i (?:start|use) a )?temporary chats?$`),
		fixed("**临时对话不写进数据库，不进列表，也不留日志。**\n\n刷新页面还在，服务重启就没有了。",
			"**A temporary chat is written to no database, list or log.**\n\nIt survives a reload, not a restart.")},
	{text.NewPattern(`(?:怎么|如何|怎样|在哪里?)(?:切换|改|换|更改|修改|设置|调|打开|开启)(?:成|为|到)?(?:界面)?(?:语言|英文|繁体|主题|深色模式|暗色模式|夜间模式|浅色模式|深色|黑色主题)(?:界面|版)?$|^(?:切换语言|切换主题|深色模式|夜间模式|语言设置)$|^how (?:do|can) i (?:change|switch) (?:the )?(?:language|theme)$|^dark mode$`),
		fixed("**在左下角的「设置」里改语言和主题。**\n\n语言有简体中文、繁體中文和 English；主题有跟随系统、浅色、深色。",
			"**Change language and theme in Settings, at the bottom left.**\n\nLanguages: 简体中文, 繁體中文, English. Themes: system, light, dark.")},
}

// helpCloser matches particles, punctuation and spaces at the end of a question for help.
var helpCloser = text.NewPattern(`(?:[\s!?.,~]|呀|啊|呢|吗|吧|嘛|哦|哈)+$`)

// help answers questions about the product itself.
func help(q *skill.Question) (skill.Answer, bool) {
	asked := helpCloser.ReplaceAllString(strings.TrimSpace(q.Norm), "")
	if asked == "" || len(q.Head) > 60 {
		return skill.Answer{}, false
	}
	for _, form := range []string{asked, q.Core} {
		for _, t := range topics {
			if form != "" && t.asked.MatchString(form) {
				return skill.Answer{
					Text:  t.answer(q),
					Hints: t.otherHints(q),
					How:   q.Say("这是问渠自带的说明，没有经过模型。", "This is Wenqu's own help text; no model was involved."),
				}, true
			}
		}
	}
	return skill.Answer{}, false
}

// otherHints returns the follow-up questions whose answer is not this topic. One of the topics asks what the
// engine can do, in many wordings.
func (t topic) otherHints(q *skill.Question) []string {
	return slices.DeleteFunc(slices.Clone(hintsOf(fallbackSkill, q)), func(h string) bool {
		return t.asked.MatchString(q.Part(h).Core)
	})
}

func abilityList(q *skill.Question) string {
	var b strings.Builder
	b.WriteString(q.Say("**不接模型，我能做这些：**\n", "**Without a model I can do this:**\n"))
	fmt.Fprintf(&b, "\n| %s | %s |\n|---|---|", q.Say("能力", "Ability"), q.Say("这样问", "Ask like this"))
	for _, a := range abilities {
		fmt.Fprintf(&b, "\n| %s | %s |", q.Say(a.name.Zh, a.name.En), q.Say(a.example.Zh, a.example.En))
	}
	b.WriteString(q.Say("\n\n其余问题要接入大模型，见「接入模型」页。", "\n\nEverything else needs a model: see the “Connect a model” page."))
	return b.String()
}
