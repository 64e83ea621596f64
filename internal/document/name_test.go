package document

import (
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCleanName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("长", 200)
	for name, want := range map[string]string{
		"合同.pdf":                        "合同.pdf",
		"  a \t b\n.txt ":               "a b .txt",
		"../../etc/passwd":              "passwd",
		`C:\Users\me\报告.docx`:           "报告.docx",
		"a/b/":                          nameless,
		"":                              nameless,
		".":                             nameless,
		"..":                            nameless,
		" . . ":                         nameless,
		".gitignore":                    ".gitignore",
		"a\x00b.pdf":                    "ab.pdf",
		"a\r\nX-Evil: 1.pdf":            "a X-Evil: 1.pdf",
		"invoice\u202efdp.exe":          "invoicefdp.exe",
		"\u2067abc\u2069\u200f.txt":     "abc.txt",
		"\u200b\u200b.\u2060":           nameless,
		"家👨‍👩‍👧 ❤️😀.png":                "家👨‍👩‍👧 ❤️😀.png",
		"e\u0301.txt":                   "é.txt",
		"bad \xff\xfe utf8.txt":         "bad utf8.txt",
		"CON":                           "CON",
		"a<b>\"c\"|d?.html":             "a<b>\"c\"|d?.html",
		long + ".pdf":                   strings.Repeat("长", 83) + ".pdf",
		"x." + strings.Repeat("y", 300): "x." + strings.Repeat("y", 253),
	} {
		if got := CleanName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	for _, s := range []string{"a.pdf", "../..", "\u202e", strings.Repeat("长", 300) + ".x", "\xff", "a\u200d.", "😀"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := CleanName(name)
		if got == "" || len(got) > maxName || !utf8.ValidString(got) || strings.ContainsAny(got, "/\\\x00\r\n") || got == "." || got == ".." {
			t.Errorf("%q: %q", name, got)
		}
		for _, r := range got {
			if unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("%q: %q has %U", name, got, r)
			}
		}
		if again := CleanName(got); again != got {
			t.Errorf("%q: %q and then %q", name, got, again)
		}
		if key := sortKey(got); !utf8.ValidString(key) || strings.ContainsRune(key, 0) {
			t.Errorf("%q: sort key %q", got, key)
		}
		_ = path.Ext(got)
	})
}

func TestSortKey(t *testing.T) {
	t.Parallel()
	want := []string{"", "1.txt", "2.txt", "010.txt", "a.txt", "B.txt", "安.txt", "北京.txt", "陈.txt", "第2章.txt", "第10章.txt", "中.txt"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, func(a, b string) int { return strings.Compare(sortKey(a), sortKey(b)) })
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
