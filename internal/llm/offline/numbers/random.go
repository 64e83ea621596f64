package numbers

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Random generates random values such as numbers, passwords, UUIDs and dice. It also draws one item
// from a list.
var Random = skill.Skill{
	ID:      "random",
	Name:    skill.Named("随机生成", "random"),
	Match:   randoms,
	Hints:   []string{"生成一个 16 位随机密码", "生成一个 UUID", "1 到 100 的随机数"},
	EnHints: []string{"Generate a UUID", "Generate a 16 character password", "Random number between 1 and 100"},
}

// Limits of generated values.
const (
	maxRandomItems = 50
	maxPassword    = 128
)

const (
	passwordLetters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	passwordDigits  = "23456789"
	passwordMarks   = "!@#$%^&*-_=+?"
)

const makeWord = `(?:生成|产生|创建|给我|来|随机生成|随机产生|随机|弄|出|要|generate|create|make|give me| )*`

var (
	uuidAsk     = text.NewPattern(`^` + makeWord + `(?:一个|a|an)?(?:(\d{1,3})个)?(?:新的?)?(?:随机的?|random)? ?(?:uuid|guid)s?(?:v4)?$`)
	passwordAsk = text.NewPattern(`^` + makeWord + `(?:一个|一组|一串|a|an)? ?(?:(\d{1,2})个)?(?:强|安全的?|strong )?(?:长度为?|长)?(?:(\d{1,3})(?:位|个字符|个字|[- ]?characters?|[- ]?chars?|[- ]?digit)的?(?:长)?的?)?的?(?:随机的?|random)?的?(?:强|安全的?|strong)? ?(?:密码|口令|password|passphrase)(?:,?(?:长度|长)?(?:为|是)?(\d{1,3})位?|(?: of| with)? ?(\d{1,3}) ?(?:characters|chars)?)?(?:,?(?:不含|不要|没有)(?:特殊)?符号)?$`)
	numberAsk   = text.NewPattern(`^` + makeWord + `(?:(\d{1,2})个|一个|a)? ?(?:从)?(?:在)?(-?\d{1,12}) ?(?:到|至|-|~|和|and|to) ?(-?\d{1,12})(?:之间|中|里|范围内|以内)?的?(?:一个)?的?(?:随机|任意)?的?(?:选|挑|抽|取|生成)?(?:出)?(?:一个|1个)?(?:整数|数字?|号码?|选一个|挑一个|抽一个|随机选一个数字?|随机选1个数字?)$|^` + makeWord + `(?:(\d{1,2})个|一个|a)?(?:随机|random) ?(?:整数|数字?|number|integer)s?(?: ?(?:between|from|in|,)? ?(-?\d{1,12}) ?(?:到|至|-|~|and|to) ?(-?\d{1,12}))?$`)
	coinAsk     = text.NewPattern(`^(?:抛|扔|掷|投)(?:一?个?)硬币(?:看看|决定)?$|^(?:flip|toss) a coin$`)
	diceAsk     = text.NewPattern(`^(?:掷|扔|摇|投|丢)(?:(\d+|[零〇一二两三四五六七八九十百千万亿]+)?(?:个|颗|次|下)?)?(?:骰子|色子)$|^roll (?:a |(\d+) )?(?:dice|die)$`)
	chooseAsk   = text.NewPattern(`^(?:(?:随机|随便)(?:选|挑|抽)|选|挑|抽|抽签|选择|替|我选|选1|选一个|挑一个|抽一个|一个|随机|选一|个)+$|^(?:choose|pick|random)(?:one)?(?:from)?$`)
)

// randoms answers requests for something random.
func randoms(q *skill.Question) (skill.Answer, bool) {
	core := q.Core
	switch {
	case core == "":
	case uuidAsk.MatchString(core):
		return randomList(q, skill.Named("UUID（第 4 版）", "UUID (version 4)"), uuidAsk.FindStringSubmatch(core)[1], uuid)
	case passwordAsk.MatchString(core):
		m := passwordAsk.FindStringSubmatch(core)
		n := 16
		for _, g := range m[2:] {
			if v, ok := zh.Integer(g); ok {
				n = v
			}
		}
		if n < 4 || n > maxPassword {
			return skill.Answer{Text: q.Say("**密码长度要在 4 到 128 位之间。**", "**A password has 4 to 128 characters here.**"), How: q.Say("没有生成。", "Nothing was generated.")}, true
		}
		marks := !strings.Contains(core, "符号")
		return randomList(q, skill.Named(fmt.Sprintf("%d 位随机密码", n), fmt.Sprintf("Random password, %d characters", n)), m[1], func(r *rand.Rand) string { return password(r, n, marks) })
	case coinAsk.MatchString(core):
		side := [2][2]string{{"正面", "Heads"}, {"反面", "Tails"}}[q.Rand.IntN(2)]
		return skill.Answer{Text: "**" + q.Say(side[0], side[1]) + "**", How: randomHow(q)}, true
	case diceAsk.MatchString(core):
		n := 1
		if g := skill.Groups(diceAsk.FindStringSubmatch(core)); len(g) > 0 {
			n, _ = zh.Integer(g[0]) // for a number beyond Integer's range, n is 0 or beyond the limit
		}
		if n < 1 || n > maxRandomItems {
			return skill.Answer{Text: fmt.Sprintf(q.Say("**骰子的数量要在 1 到 %d 个之间。**", "**1 to %d dice can be rolled here.**"), maxRandomItems), How: q.Say("没有掷。", "Nothing was rolled.")}, true
		}
		var rolls []string
		total := 0
		for range n {
			v := q.Rand.IntN(6) + 1
			total += v
			rolls = append(rolls, fmt.Sprint(v))
		}
		text := "**" + strings.Join(rolls, " + ") + "**"
		if n > 1 {
			text = fmt.Sprintf("**%s = %d**", strings.Join(rolls, " + "), total)
		}
		return skill.Answer{Text: text, How: randomHow(q)}, true
	case numberAsk.MatchString(core):
		return randomNumbers(q, numberAsk.FindStringSubmatch(core))
	}
	for _, g := range q.Givens() {
		if in := skill.Items(g.Text, skill.Separator(g.Text)); chooseAsk.MatchString(g.Instruction) && len(in) > 1 && len(g.Text) < 4000 {
			return skill.Answer{Text: "**" + skill.Shown(in[q.Rand.IntN(len(in))], 200) + "**", How: fmt.Sprintf(q.Say("从 %d 项里等概率抽一项。", "One of %d, all equally likely."), len(in))}, true
		}
	}
	return skill.Answer{}, false
}

func randomHow(q *skill.Question) string {
	return q.Say("每种结果概率相同。重新生成会得到另一个结果。", "Every outcome is equally likely; regenerate for another one.")
}

func randomNumbers(q *skill.Question, m []string) (skill.Answer, bool) {
	g := m[1:4]
	if m[2] == "" {
		g = m[4:7]
	}
	low, high := int64(1), int64(100)
	if g[1] != "" {
		fmt.Sscan(g[1], &low)  //nolint:errcheck // the pattern accepts only digits
		fmt.Sscan(g[2], &high) //nolint:errcheck // the pattern accepts only digits
	}
	if low > high {
		low, high = high, low
	}
	return randomList(q, skill.Named(fmt.Sprintf("%d 到 %d 的随机数", low, high), fmt.Sprintf("Random number from %d to %d", low, high)), g[0], func(r *rand.Rand) string {
		return fmt.Sprint(low + r.Int64N(high-low+1))
	})
}

// randomList makes `count` values, at most maxRandomItems; an empty `count` means one.
func randomList(q *skill.Question, label skill.Name, count string, generate func(*rand.Rand) string) (skill.Answer, bool) {
	n := 1
	if v, ok := zh.Integer(count); ok {
		n = max(1, min(v, maxRandomItems))
	}
	if n == 1 {
		return skill.Answer{Text: "**" + q.Say(label.Zh, label.En) + "**：" + skill.Inline(generate(q.Rand)), How: randomHow(q)}, true
	}
	var out []string
	for range n {
		out = append(out, generate(q.Rand))
	}
	return skill.Answer{Text: "**" + q.Say(label.Zh, label.En) + "**\n\n" + skill.Block("", strings.Join(out, "\n")), How: randomHow(q)}, true
}

// password makes a password with at least one letter and one digit. If `marks` is true, it also
// contains at least one punctuation mark.
func password(r *rand.Rand, n int, marks bool) string {
	classes := []string{passwordLetters, passwordDigits}
	if marks {
		classes = append(classes, passwordMarks)
	}
	all := strings.Join(classes, "")
	out := make([]byte, n)
	for i := range out {
		from := all
		if i < len(classes) {
			from = classes[i]
		}
		out[i] = from[r.IntN(len(from))]
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return string(out)
}

func uuid(r *rand.Rand) string {
	a, b := r.Uint64(), r.Uint64()
	a = a&^0xF000 | 0x4000
	b = b&^(0xC<<60) | 0x8<<60
	return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", a>>32, a>>16&0xFFFF, a&0xFFFF, b>>48, b&0xFFFFFFFFFFFF)
}
