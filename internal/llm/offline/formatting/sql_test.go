package formatting

import "testing"

func TestPrettySQLKeepsTokens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"select 'abc", "SELECT\n  'abc"},
		{"select 'abc''", "SELECT\n  'abc''"},
		{"select 'it''s', a", "SELECT\n  'it''s',\n  a"},
		{"select '', a", "SELECT\n  '',\n  a"},
		{`select "a""b" from t`, "SELECT\n  \"a\"\"b\"\nFROM t"},
		{`select "a from t`, "SELECT\n  \"a from t"},
		{"select `a from t", "SELECT\n  `a from t"},
		{"select 1 /* a  b", "SELECT\n  1 /* a  b"},
		{"select 1e5,1.5E-3,0x1F,3.14", "SELECT\n  1e5,\n  1.5E-3,\n  0x1F,\n  3.14"},
		{"select 1+2", "SELECT\n  1 + 2"},
		{"select ① from t", "SELECT\n  ①\nFROM t"},
	} {
		if got, err := prettySQL(tt.in); got != tt.want || err != nil {
			t.Errorf("%q: got %q, %v; want %q", tt.in, got, err, tt.want)
		}
	}
}

func TestUnmatchedSQL(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in           string
		line, column int
		message      string
	}{
		{in: "selec from"},
		{in: "select f(a, (b)), ')' -- (\n from t /* ' */"},
		{in: `select 'it''s', "a""(", ` + "`(`"},
		{in: `select 'it\'s (' from t`},
		{in: `select a from t where b like '50\%' escape '\'`},
		{"select (a\nfrom 长(b)", 1, 8, "( is not closed"},
		{"select a\nfrom 长 b)", 2, 9, "unexpected )"},
		{"select f('abc)", 1, 10, "' is not closed"},
		{`select "a`, 1, 8, `" is not closed`},
		{in: `select '\'`},
		{"select a /* (", 1, 10, "/* is not closed"},
	} {
		var got syntaxError
		if _, err := sqlTokens(tt.in); err != nil {
			got = *err.(*syntaxError)
		}
		if want := (syntaxError{tt.line, tt.column, tt.message}); got != want {
			t.Errorf("%q: got %+v, want %+v", tt.in, got, want)
		}
	}
	if got, _ := prettySQL(`select 'it\'s', b from t`); got != "SELECT\n  'it\\'s',\n  b\nFROM t" {
		t.Errorf("an escape is not kept: %q", got)
	}
}
