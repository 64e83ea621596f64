package numbers

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/calculate"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// races are the distances in the answer to a question that states a pace but no distance.
var races = []struct {
	label skill.Name
	km    float64
}{
	{skill.Named("5 公里", "5 km"), 5},
	{skill.Named("10 公里", "10 km"), 10},
	{skill.Named("半程马拉松", "Half marathon"), 21.0975},
	{skill.Named("全程马拉松", "Marathon"), 42.195},
}

var (
	paceTime  = `(\d+|[一二三四五六七八九十两]+)(?:分(?:钟)?|:|'|′)(?:(\d+|[一二三四五六七八九十]+|半)(?:秒|"|″)?)?`
	paceTo    = `(?:每公里|/公里|一公里|/km)?`
	raceName  = `(全马|全程马拉松|马拉松|半马|半程马拉松|` + zh.NumberPattern + ` ?(?:公里|千米|km|英里|米|k))`
	paceForms = text.NewPattern(`^(?:以|按|用)?(?:(?:跑步)?配速(?:是|为)?) ?` + paceTime + paceTo + `(?:的?(?:话|速度)?)?,?(?:能|可以|要|大概|大约|会)?(?:跑(?:完|了)?|完成)? ?` + raceName + `? ?(?:的?(?:时间)?是?)?(?:能|要|需要|用|大概|大约|得|会)*(?:跑)?(?:多久|多长时间|多少时间|多少分钟|几分钟|多少小时|几小时|时间)?$`)
	paceRace  = text.NewPattern(`^(?:跑(?:完)?)? ?` + raceName + `,?(?:按|以|用)?配速 ?` + paceTime + paceTo + `,?(?:要|需要|用|能|跑|大概|大约)*(?:多久|多长时间|多少分钟|多少时间|时间)$`)
	paceAsked = text.NewPattern(`^我?(?:跑(?:完|了)?)?` + raceName + `,?(?:跑了|用了|用时|花了|用|跑|花)?(?:(\d+)(?:个)?小时)?(?:(\d+)分(?:钟)?)?(?:(\d+)秒)?,?(?:的)?(?:平均)?配速(?:是)?(?:多少|是什么)?$`)
	fuelUse   = text.NewPattern(`(?:百公里)?油耗[^\d]{0,4}?(` + zh.NumberPattern + `) ?(?:升|l|个油)|百公里[^\d]{0,2}?(` + zh.NumberPattern + `) ?(?:升|l|个油)`)
	fuelWay   = text.NewPattern(`(` + zh.NumberPattern + `) ?(?:公里|km|千米)`)
	fuelPrice = text.NewPattern(`油价[^\d]{0,2}?(` + zh.NumberPattern + `)|(` + zh.NumberPattern + `) ?(?:元|块)(?:钱)?(?:每|一|/)升`)
	fuelAsked = text.NewPattern(`(?:多少|几)(?:个?油|升|油费|油钱|钱)|(?:油费|油钱|花费)(?:是|要)?多少`)
	fuelUsed  = text.NewPattern(`^(?:跑|开|行驶)(?:了)?(` + zh.NumberPattern + `)(?:公里|km|千米),?(?:用了|加了|耗了|耗油|用)(` + zh.NumberPattern + `)(?:升|l)(?:油)?,?(?:百公里)?油耗(?:是)?多少$`)
)

// pace answers questions about running pace and fuel consumption.
func pace(q *skill.Question) (skill.Answer, bool) {
	core := q.Core
	if core == "" {
		return skill.Answer{}, false
	}
	if m := paceForms.FindStringSubmatch(core); m != nil {
		if seconds, ok := clockSeconds("", m[1], m[2]); ok {
			return paceAnswer(q, seconds, m[3])
		}
	}
	if m := paceRace.FindStringSubmatch(core); m != nil {
		if seconds, ok := clockSeconds("", m[2], m[3]); ok {
			return paceAnswer(q, seconds, m[1])
		}
	}
	if m := paceAsked.FindStringSubmatch(core); m != nil {
		total, ok := clockSeconds(m[2], m[3], m[4])
		km, label, ok2 := raceDistance(m[1])
		if ok && ok2 && total > 0 && km > 0 {
			return skill.Answer{
				Text: fmt.Sprintf("**平均配速 %s / 公里**\n\n%s用时 %s，时速 %s 公里。", minutesSeconds(total/km), label, spokenTime(total), plain(km/total*3600)),
				How:  "配速 = 总时间 ÷ 公里数。",
			}, true
		}
	}
	if a, ok := fuelAnswer(core); ok {
		return a, true
	}
	if m := fuelUsed.FindStringSubmatch(core); m != nil {
		km, ok := zh.Number(m[1])
		litres, ok2 := zh.Number(m[2])
		if ok && ok2 && km.Sign() > 0 {
			v := new(big.Rat).Quo(litres, km)
			v.Mul(v, big.NewRat(100, 1))
			return skill.Answer{Text: "**百公里油耗 " + calculate.Figure(v) + " 升**", How: "百公里油耗 = 用油 ÷ 里程 × 100。"}, true
		}
	}
	return skill.Answer{}, false
}

// fuelAnswer computes the fuel for a distance. If the question states a price, the answer also
// contains the cost.
func fuelAnswer(core string) (skill.Answer, bool) {
	at := fuelUse.FindStringIndex(core)
	if at == nil || !fuelAsked.MatchString(core) {
		return skill.Answer{}, false
	}
	use, ok := numberIn(fuelUse, core)
	km, ok2 := numberIn(fuelWay, core[:at[0]]+";"+core[at[1]:])
	if !ok || !ok2 {
		return skill.Answer{}, false
	}
	litres := new(big.Rat).Mul(use, km)
	litres.Quo(litres, big.NewRat(100, 1))
	text := "约 " + calculate.Figure(litres) + " 升油"
	if price, ok := numberIn(fuelPrice, core); ok {
		text += "，油费 " + calculate.Figure(new(big.Rat).Mul(litres, price)) + " 元"
	}
	return skill.Answer{Text: "**" + text + "**", How: "用油 = 百公里油耗 × 里程 ÷ 100。"}, true
}

// paceAnswer computes the time for the distance `named`. If `named` is empty, the distance comes from
// an earlier part of the question. Without any distance, the answer lists the times of races.
func paceAnswer(q *skill.Question, perKm float64, named string) (skill.Answer, bool) {
	how := "用时 = 配速 × 公里数。"
	shown := minutesSeconds(perKm)
	if named == "" && q.Distance != nil {
		total := perKm * q.Distance.Kilometres
		return skill.Answer{
			Text: fmt.Sprintf("**按配速 %s / 公里，跑完 %s约需 %s**\n\n%s 公里 × %s = %s。", shown, q.Distance.Label, spokenTime(total), plain(q.Distance.Kilometres), shown, spokenTime(total)),
			How:  how + "距离取自上一问。",
		}, true
	}
	if named != "" {
		km, label, ok := raceDistance(named)
		if !ok {
			return skill.Answer{}, false
		}
		return skill.Answer{
			Text: fmt.Sprintf("**按配速 %s / 公里，%s约需 %s**\n\n相当于时速 %s 公里。", shown, label, spokenTime(perKm*km), plain(3600/perKm)),
			How:  how,
		}, true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**配速 %s / 公里相当于时速 %s 公里**\n\n| 距离 | 用时 |\n|---|---|", shown, plain(3600/perKm))
	for _, r := range races {
		fmt.Fprintf(&b, "\n| %s | %s |", r.label.Zh, spokenTime(perKm*r.km))
	}
	return skill.Answer{Text: b.String(), How: how + "没有说距离，所以列出常见的几种。"}, true
}

func raceDistance(s string) (float64, string, bool) {
	switch s {
	case "全马", "全程马拉松", "马拉松":
		return 42.195, "全程马拉松", true
	case "半马", "半程马拉松":
		return 21.0975, "半程马拉松", true
	}
	number := numberOnly.FindString(s)
	n, ok := zh.Number(number)
	if !ok || n.Sign() <= 0 {
		return 0, "", false
	}
	v, _ := n.Float64()
	switch unitName := strings.TrimSpace(s[len(number):]); unitName {
	case "英里":
		return v * 1.609344, calculate.Decimal(n) + " 英里", true
	case "米":
		return v / 1000, calculate.Decimal(n) + " 米", true
	default:
		return v, calculate.Decimal(n) + " 公里", true
	}
}

// clockSeconds adds hours, minutes and seconds, and returns the sum in seconds. Each parameter may be
// empty. The value 半 is half a minute.
func clockSeconds(hours, minutes, seconds string) (float64, bool) {
	total := 0.0
	for _, p := range []struct {
		text  string
		scale float64
	}{{hours, 3600}, {minutes, 60}, {seconds, 1}} {
		if p.text == "" {
			continue
		}
		if p.text == "半" {
			total += 30
			continue
		}
		n, ok := zh.Number(p.text)
		if !ok {
			return 0, false
		}
		v, _ := n.Float64()
		total += v * p.scale
	}
	return total, total > 0 && total < 1e7
}

func minutesSeconds(seconds float64) string {
	s := int(math.Round(seconds))
	if s%60 == 0 {
		return fmt.Sprintf("%d 分", s/60)
	}
	return fmt.Sprintf("%d 分 %d 秒", s/60, s%60)
}

func spokenTime(seconds float64) string {
	s := int(math.Round(seconds))
	var parts []string
	for _, p := range []struct {
		size  int
		label string
	}{{3600, "小时"}, {60, "分"}, {1, "秒"}} {
		if n := s / p.size; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, p.label))
		}
		s %= p.size
	}
	if len(parts) == 0 {
		return "0 秒"
	}
	out := strings.Join(parts, " ")
	if strings.HasSuffix(out, " 分") {
		out += "钟"
	}
	return out
}

func plain(f float64) string {
	r, _ := new(big.Rat).SetString(fmt.Sprintf("%.6g", f))
	if r == nil {
		return fmt.Sprint(f)
	}
	return calculate.Figure(r)
}
