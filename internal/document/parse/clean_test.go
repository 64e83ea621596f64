package parse

import (
	"testing"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"⼈⼯智能":   "人工智能",
		"⻋⻓⻛⻰":   "车长风龙",
		"ＡＢＣ１２３": "ABC123",
		"你好，世界！（一）：m²、½、①…": "你好，世界！（一）：m²、½、①…",
		"ﬁne ﬂow":                          "fine flow",
		"e\u0301":                          "é",
		"a\u202eb\u200bc\u2066d\U000e0041": "abcd",
		"👨\u200d👩\u200d👧":                  "👨\u200d👩\u200d👧",
		"一\u3000二\u00a0三":                  "一 二 三",
		"a\x00b\x07c\r\nd":                 "abc\nd",
		"\xff\xfe":                         "\ufffd",
		"︵甲︶":                              "（甲）",
		"ｶﾞｷﾞ":                             "ガギ",
		"豈":                                "豈",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}
