package llm

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// DefaultContext is the assumed context of an unknown model, in tokens.
const DefaultContext = 8192

// family describes models whose names match a pattern. shortName first shortens the names:
// "deepseek-ai/DeepSeek-R1" becomes "deepseek-r1". The first matching row applies.
type family struct {
	match    *text.Pattern
	kind     Kind
	context  int
	thinking Thinking
	vision   bool
	tools    bool
}

func fam(match string, context int, thinking Thinking, can string) family {
	return family{
		match: text.NewPattern(match), kind: KindChat, context: context, thinking: thinking,
		vision: strings.Contains(can, "v"), tools: strings.Contains(can, "t"),
	}
}

func not(match string, kind Kind) family {
	return family{match: text.NewPattern(match), kind: kind, thinking: ThinkNever}
}

// families is ordered: models that cannot chat come first, and special patterns come
// before general ones. In the last argument of fam, t means that the model supports tools, and v
// means that it reads pictures.
var families = []family{
	not(`rerank`, KindRerank),
	not(`embed|^bge-|^gte-|^m3e|^e5-|^text2vec|^jina-(clip|colbert)|^nomic-`, KindEmbedding),
	not(`whisper|asr|transcribe|sensevoice|paraformer|speech-to-text`, KindASR),
	not(`(^|[-_])tts|cosyvoice|fish-speech|moss-ttsd|^speech-|index-tts|voice`, KindTTS),
	not(`video|^wan|kling|sora|vidu|cogvideo|hailuo|seedance`, KindVideo),
	not(`image|dall-e|flux|stable-diffusion|^sd[x0-9]|kolors|wanx|cogview|-3d|seedream|seededit`, KindImage),
	not(`moderation|guard|(^|-)ocr|realtime|-audio|^(babbage|davinci)|-base$|translat|livetranslate|^mt-|-mt-|reward|detector`, KindOther),

	fam(`^deepseek-(reasoner|r1)`, 65_536, ThinkAlways, "t"),
	fam(`^deepseek-(chat|v2|v3(-0324|-1226|-2[0-9]{5})?$)`, 65_536, ThinkNever, "t"),
	fam(`^deepseek-v3`, 131_072, ThinkSwitch, "t"),
	fam(`^deepseek-(flash|pro|v4)`, 262_144, ThinkSwitch, "t"), // the context at other providers; the vendor itself offers a million tokens
	fam(`^deepseek`, 131_072, ThinkSwitch, "t"),
	fam(`^hunyuan-t1`, 32_768, ThinkAlways, "t"),
	fam(`^(hy3|hunyuan-a13b|hunyuan-2)`, 131_072, ThinkSwitch, "t"),
	fam(`^hunyuan.*vision`, 24_576, ThinkNever, "v"),
	fam(`^hunyuan`, 32_768, ThinkNever, "t"),
	fam(`^gpt-oss`, 131_072, ThinkAlways, "t"),
	fam(`^(o[1-9](-|$))`, 128_000, ThinkAlways, "vt"),
	fam(`^gpt-5`, 272_000, ThinkAlways, "vt"),
	fam(`^gpt-4\.1`, 1_000_000, ThinkNever, "vt"),
	fam(`^(gpt-4o|gpt-4-turbo|chatgpt-4o)`, 128_000, ThinkNever, "vt"),
	fam(`^gpt-4`, 8_192, ThinkNever, "t"),
	fam(`^gpt-3\.5`, 16_385, ThinkNever, "t"),
	fam(`^(qwq|qvq)`, 32_768, ThinkAlways, "t"),
	fam(`^qwen3.*thinking`, 131_072, ThinkAlways, "t"),
	fam(`^qwen3.*(instruct|coder)`, 131_072, ThinkNever, "t"),
	fam(`^qwen3.*vl`, 131_072, ThinkSwitch, "vt"),
	fam(`^qwen3\.[5-9]`, 131_072, ThinkSwitch, "vt"),
	fam(`^qwen3-max`, 131_072, ThinkNever, "t"),
	fam(`^qwen3`, 32_768, ThinkSwitch, "t"),
	fam(`^qwen-?(plus|flash|turbo)`, 131_072, ThinkSwitch, "t"),
	fam(`^qwen.*vl`, 32_768, ThinkNever, "v"),
	fam(`^qwen`, 32_768, ThinkNever, "t"),
	fam(`^glm-(4\.[5-9]|5).*v`, 65_536, ThinkSwitch, "vt"),
	fam(`^glm-(4\.[5-9]|[5-9])`, 131_072, ThinkSwitch, "t"),
	fam(`^glm-z1`, 32_768, ThinkAlways, "t"),
	fam(`^glm-4(\.[0-4])?v`, 8_192, ThinkNever, "v"),
	fam(`^glm`, 131_072, ThinkNever, "t"),
	fam(`^kimi-(k3|k2\.7|k2-thinking)`, 262_144, ThinkAlways, "t"),
	fam(`^kimi-k2\.[56]`, 262_144, ThinkSwitch, "vt"),
	fam(`^kimi`, 131_072, ThinkNever, "t"),
	fam(`^moonshot-v1-8k`, 8_192, ThinkNever, "t"),
	fam(`^moonshot-v1-32k`, 32_768, ThinkNever, "t"),
	fam(`^moonshot-v1`, 131_072, ThinkNever, "t"),
	fam(`^doubao.*(thinking|seed-code)`, 131_072, ThinkAlways, "vt"),
	fam(`^doubao-seed`, 262_144, ThinkSwitch, "vt"),
	fam(`^doubao.*vision`, 32_768, ThinkNever, "v"),
	fam(`^doubao`, 32_768, ThinkNever, "t"),
	fam(`^minimax-m[1-9]`, 196_608, ThinkAlways, "t"),
	fam(`^minimax`, 131_072, ThinkNever, "t"),
	fam(`^magistral`, 40_960, ThinkAlways, "t"),
	fam(`^(mistral|ministral|mixtral)`, 32_768, ThinkNever, "t"),
	fam(`^llama-?3\.[1-9]`, 131_072, ThinkNever, "t"),
	fam(`^gemma-?3`, 131_072, ThinkNever, "v"),
	fam(`llava|-vl|vision`, DefaultContext, ThinkNever, "v"),
}

// familyOf returns what is known about the model id.
func familyOf(id string) family {
	name := shortName(id)
	for _, f := range families {
		if f.match.MatchString(name) {
			return f
		}
	}
	return family{kind: KindChat, context: DefaultContext, thinking: ThinkNever, tools: true}
}

// shortName is the form of a model id that is compared with families, pairs, specIDs and distilled.
func shortName(id string) string {
	id = strings.ToLower(id)
	if i := strings.LastIndexByte(id, '/'); i >= 0 {
		id = id[i+1:]
	}
	return strings.Replace(id, ":", "-", 1) // Ollama: deepseek-r1:7b
}

// complete fills empty fields of m: Name with the id, and Kind, Context, Thinking, Vision and Tools
// from the model's family.
func (m ModelRow) complete() ModelRow {
	f := familyOf(m.ID)
	if m.Kind == "" {
		m.Kind = f.kind
	}
	if m.Context <= 0 {
		m.Context = f.context
	}
	if m.Context <= 0 {
		m.Context = DefaultContext
	}
	if m.Thinking == "" {
		m.Thinking = f.thinking
	}
	if !m.abilities {
		m.Vision, m.Tools = m.Vision || f.vision, m.Tools || f.tools
	}
	if m.Name == "" {
		m.Name = m.ID
	}
	return m
}

// pairs are pairs of models of one maker: `plain` does not think, `thinking` does. A pair is shown
// as one entry with a deep-think switch. Both models are matched by short name.
var pairs = []struct{ plain, thinking *text.Pattern }{
	{text.NewPattern(`^deepseek-chat$`), text.NewPattern(`^deepseek-reasoner$`)},
	{text.NewPattern(`^deepseek-v3(-0324|-1226|-2[0-9]{5})?$`), text.NewPattern(`^deepseek-r1(-0528|-0120|-2[0-9]{5})?$`)},
	{text.NewPattern(`^hunyuan-(turbos?|standard|large|pro)`), text.NewPattern(`^hunyuan-t1`)},
	{text.NewPattern(`^qwen3-235b.*instruct`), text.NewPattern(`^qwen3-235b.*thinking`)},
	{text.NewPattern(`^qwen3-30b.*instruct`), text.NewPattern(`^qwen3-30b.*thinking`)},
	{text.NewPattern(`^qwen3-next.*instruct`), text.NewPattern(`^qwen3-next.*thinking`)},
	{text.NewPattern(`^kimi-k2-(instruct|turbo|0)`), text.NewPattern(`^kimi-k2-thinking`)},
}

// specIDs are the well-known ids: model ids sent by older clients, each with a pattern for its models.
// thinking means that the id denotes the thinking mode of the model.
var specIDs = []struct {
	id       string
	match    *text.Pattern
	thinking bool
}{
	{"deep_seek_v3", text.NewPattern(`^deepseek-(chat$|v3)`), false},
	{"deep_seek", text.NewPattern(`^deepseek-`), true},
	{"hunyuan_t1", text.NewPattern(`^hunyuan-t1`), true},
	{"hunyuan", text.NewPattern(`^(hunyuan-(turbos?|standard|large|pro|lite|2|a13b)|hy3)`), false},
	{"gpt_oss", text.NewPattern(`^gpt-oss`), true},
}

// oldIDs translates model ids of the oldest clients to ids of today.
var oldIDs = map[string]string{"hunyuan_gpt_175B_0404": "hunyuan"}

// distilled matches small models, for example models with the name of the large model that trained
// them. No well-known id denotes these small models.
var distilled = text.NewPattern(`distill|-(qwen|llama)|-(1\.5|7|8|14|32|70)b`)

// specID finds the well-known id for an upstream model in a mode; empty: there is none.
func specID(upstream string, thinking bool) string {
	name := shortName(upstream)
	for _, s := range specIDs {
		if s.thinking == thinking && s.match.MatchString(name) && !distilled.MatchString(name) {
			return s.id
		}
	}
	return ""
}
