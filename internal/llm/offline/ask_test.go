package offline

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

var testNow = time.Date(2026, 11, 20, 19, 19, 0, 0, time.FixedZone("CST", 8*3600))

func ask(text, locale string, now time.Time) result {
	return reply(newQuestion(text, now, locale, rand.New(rand.NewPCG(1, 1))))
}

func TestSmoke(t *testing.T) {
	data, err := os.ReadFile("/tmp/off/smoke.txt")
	if err != nil {
		t.Skip()
	}
	for _, s := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		s = strings.ReplaceAll(s, `\n`, "\n")
		r := ask(s, "zh-CN", testNow)
		t.Logf("%s\n  => [%s] %s", s, r.id, strings.ReplaceAll(r.text, "\n", " ⏎ "))
	}
}
