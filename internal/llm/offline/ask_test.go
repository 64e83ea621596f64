package offline

import (
	"math/rand/v2"
	"testing"
	"time"
)

var testNow = time.Date(2026, 11, 20, 19, 19, 0, 0, time.FixedZone("CST", 8*3600))

func ask(text, locale string, now time.Time) result {
	return reply(newQuestion(text, now, locale, rand.New(rand.NewPCG(1, 1))))
}

func TestSmoke(t *testing.T) {
	for _, s := range []string{"0.1+0.2", "300打八五折", "你好", "100/20%", "2^0.5", "三百二十五加四十七"} {
		r := ask(s, "zh-CN", testNow)
		t.Log(r.id, r.text)
	}
}
