package texts

import (
	"crypto/md5"  //nolint:gosec // asked for by name; not used for security
	"crypto/sha1" //nolint:gosec // asked for by name; not used for security
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"html"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Encode encodes and decodes.
var Encode = skill.Skill{
	ID:      "encode",
	Name:    skill.Named("编码转换", "encoding"),
	Match:   encode,
	Hints:   []string{"base64 编码：你好", "URL 编码：问渠 wenqu", "计算 hello 的 sha256"},
	EnHints: []string{"base64 encode: hello", "url encode: a b&c", "sha256 of hello"},
}

// codec encodes or decodes in one encoding.
type codec struct {
	label skill.Name
	word  *text.Pattern
	words *text.Pattern
	apply func(string) (string, bool)
	how   skill.Name
}

func newCodec(label skill.Name, word string, apply func(string) (string, bool), how skill.Name) codec {
	return codec{label, text.NewPattern(word), text.NewPattern(`^(?:` + word + `)$`), apply, how}
}

var codecs = []codec{
	newCodec(skill.Named("Base64 解码", "Base64 decoded"), `(?:base64 ?(?:解码|解密|decode[d]?|decoding|还原)|(?:解码|decode) ?(?:from )?base64)`, fromBase64,
		skill.Named("按 RFC 4648 解码，标准和 URL 安全两种字母表都认，缺少的填充自动补上。", "RFC 4648, standard or URL-safe alphabet, padding optional.")),
	newCodec(skill.Named("Base64 编码", "Base64 encoded"), `(?:(?:转换?)?base64 ?(?:编码|加密|encode[d]?|encoding)?|(?:编码|encode) ?(?:as )?base64)`, func(s string) (string, bool) {
		return base64.StdEncoding.EncodeToString([]byte(s)), true
	}, skill.Named("文本按 UTF-8 取字节，再按 RFC 4648 编码。", "UTF-8 bytes encoded by RFC 4648.")),
	newCodec(skill.Named("URL 解码", "URL decoded"), `(?:(?:url|网址|百分号) ?(?:解码|反编码|decode[d]?|decoding)|(?:解码|decode) ?url)`, func(s string) (string, bool) {
		out, err := url.QueryUnescape(s)
		return out, err == nil && utf8.ValidString(out)
	}, skill.Named("把 %XX 还原成 UTF-8 字节，加号还原成空格。", "%XX back to UTF-8 bytes, plus signs to spaces.")),
	newCodec(skill.Named("URL 编码", "URL encoded"), `(?:(?:url|网址|百分号) ?(?:编码|encode[d]?|encoding|转义)|(?:编码|encode) ?url)`, func(s string) (string, bool) {
		return strings.ReplaceAll(url.QueryEscape(s), "+", "%20"), true
	}, skill.Named("除字母、数字和 -_.~ 以外都写成 %XX，空格写成 %20。", "Everything but letters, digits and -_.~ becomes %XX.")),
	newCodec(skill.Named("十六进制解码", "Hex decoded"), `(?:hex ?(?:解码|decode[d]?))`, func(s string) (string, bool) {
		out, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
		return string(out), err == nil && utf8.Valid(out)
	}, skill.Named("每两位十六进制数是一个 UTF-8 字节。", "Two hex digits a byte, read as UTF-8.")),
	newCodec(skill.Named("十六进制编码", "Hex encoded"), `(?:hex ?(?:编码|encode[d]?))`, func(s string) (string, bool) {
		return hex.EncodeToString([]byte(s)), true
	}, skill.Named("每个 UTF-8 字节写成两位十六进制数。", "Two hex digits for each UTF-8 byte.")),
	newCodec(skill.Named("HTML 反转义", "HTML unescaped"), `(?:html ?(?:反转义|解码|unescape|decode))`, func(s string) (string, bool) { return html.UnescapeString(s), true },
		skill.Named("把 HTML 实体还原成字符。", "HTML entities back to characters.")),
	newCodec(skill.Named("HTML 转义", "HTML escaped"), `(?:html ?(?:转义|编码|escape|encode))`, func(s string) (string, bool) { return html.EscapeString(s), true },
		skill.Named("把 < > & 和引号写成 HTML 实体。", "< > & and quotes become entities.")),
}

func fromBase64(s string) (string, bool) {
	s = strings.NewReplacer("-", "+", "_", "/", "\n", "", "\r", "", " ", "").Replace(s)
	out, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
	return string(out), err == nil && utf8.Valid(out)
}

// encode answers requests to encode or decode a text.
func encode(q *skill.Question) (skill.Answer, bool) {
	for _, c := range codecs {
		text, ok := q.TextFor(c.words, c.word)
		if !ok {
			continue
		}
		if len(text) > skill.MaxTransform {
			return skill.TooLong(q), true
		}
		out, ok := c.apply(text)
		if !ok {
			return skill.Answer{
				Text: q.Say("**这段内容解不出来。**\n\n它不是合法的编码，或者解出来的不是文本："+skill.Inline(skill.Shown(text, 60)), "**This cannot be decoded.**\n\nIt is not valid, or what it holds is not text: "+skill.Inline(skill.Shown(text, 60))),
				How:  q.Say(c.how.Zh, c.how.En),
			}, true
		}
		return skill.Answer{Text: "**" + q.Say(c.label.Zh, c.label.En) + "**\n\n" + skill.Block("", out), How: q.Say(c.how.Zh, c.how.En)}, true
	}
	return skill.Answer{}, false
}

// Hash computes checksums.
var Hash = skill.Skill{
	ID:      "hash",
	Name:    skill.Named("摘要", "hash"),
	Match:   hashes,
	Hints:   []string{"hello 的 md5", "hello 的 sha512", "base64 编码：hello"},
	EnHints: []string{"md5 of hello", "sha512 of hello", "base64 encode: hello"},
}

var digests = []struct {
	name string
	word string
	sum  func(string) string
}{
	{"SHA-512", `sha-?512`, func(s string) string { return fmt.Sprintf("%x", sha512.Sum512([]byte(s))) }},
	{"SHA-256", `sha-?256`, func(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }},
	{"SHA-1", `sha-?1`, func(s string) string { return fmt.Sprintf("%x", sha1.Sum([]byte(s))) }}, //nolint:gosec // asked for by name
	{"MD5", `md5`, func(s string) string { return fmt.Sprintf("%x", md5.Sum([]byte(s))) }},       //nolint:gosec // asked for by name
	{"CRC-32", `crc-?32`, func(s string) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(s))) }},
}

var digestPatterns = func() [][2]*text.Pattern {
	var out [][2]*text.Pattern
	for _, d := range digests {
		word := `(?:计算|求|生成|算)?` + d.word + ` ?(?:值|哈希值?|摘要|加密|散列值?|校验码?|校验值|hash|digest|checksum|\(\))?(?:(?:计算|是|等于)*(?:多少)?)`
		out = append(out, [2]*text.Pattern{text.NewPattern(`^(?:计算|求|生成|算|compute|calculate)?` + word + `$`), text.NewPattern(word)})
	}
	return out
}()

// hashes answers requests for a checksum of a text.
func hashes(q *skill.Question) (skill.Answer, bool) {
	for i, d := range digests {
		text, ok := q.TextFor(digestPatterns[i][0], digestPatterns[i][1])
		if !ok {
			continue
		}
		how := q.Say("文本按 UTF-8 取字节（共 "+fmt.Sprint(len(text))+" 字节），再算 "+d.name+"。", d.name+" of the UTF-8 bytes ("+fmt.Sprint(len(text))+").")
		if d.name == "MD5" || d.name == "SHA-1" {
			how += q.Say("它已经不安全，不要用来保存密码。", " It is no longer secure; do not keep passwords with it.")
		}
		return skill.Answer{Text: "**" + d.name + "**：" + skill.Inline(d.sum(text)) + "\n\n" + q.Say("原文：", "Input: ") + skill.Inline(skill.Shown(text, 80)), How: how}, true
	}
	return skill.Answer{}, false
}
