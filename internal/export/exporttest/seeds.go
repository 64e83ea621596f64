package exporttest

import "strings"

// Seeds are short texts with edge cases of Markdown.
var Seeds = []string{
	"", "\x00\xff\ufffe", "$", "$$", "\\[", "$$\n\n$$", "**“a”**b", strings.Repeat("> ", 99) + "x", "| a |\n|-|\n| $|$ |",
	"[](@replace=x)", "![a](javascript:x)", "[^a]\n\n[^a]: $$x$$", "<br><b>x", "1000000000. x", "~~a~~~b~~~", "𠮷😀\u202e\u200d\u0301",
	"$\\frac{1}{$", "\\(\\begin{array}{c}a\\end{array}\\)", "$a^b^c$", "$\\left(a\\right.$", "```\n\t$x$", "- [x] \n- [ ]", "# \n#\n===",
	strings.Repeat("|a", 101) + "|\n" + strings.Repeat("|-", 101) + "|\n|1\n|2", strings.Repeat("|a", 99) + "|\n" + strings.Repeat("|-", 99) + "|\n" + strings.Repeat("|1\n", 300),
}
