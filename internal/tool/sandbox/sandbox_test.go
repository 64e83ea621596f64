package sandbox

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/worker"
)

var cache = os.TempDir()

// TestMain lets the test binary act as the worker that runs programs.
func TestMain(m *testing.M) {
	worker.Main(worker.Tasks{"program": Task})
	cache, _ = os.MkdirTemp("", "sandbox")
	code := m.Run()
	_ = os.RemoveAll(cache)
	os.Exit(code)
}

func run(t *testing.T, code string, files ...File) Outcome {
	t.Helper()
	out, err := Run(t.Context(), Job{Code: code, Files: files, Cache: cache, Offset: 480}, Time)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPrograms(t *testing.T) {
	t.Parallel()
	sales := File{Name: "销售.xlsx", Text: "月份 金额", Tables: []Table{{Name: "Sheet1", Rows: [][]string{{"月份", "金额"}, {"1 月", "10"}, {"2 月", "32"}}}}}
	for code, want := range map[string]Outcome{
		`1 + 2`:                      {Result: "3"},
		`print("你好", [1, {a: "b"}])`: {Output: "你好 [1, {a: \"b\"}]\n"},
		`const x = await Promise.resolve(7); x * 6`:                                      {Result: "42"},
		`setTimeout(() => print("b"), 2000); setTimeout(() => print("a"), 5); undefined`: {Output: "a\nb\n"},
		`readTable("销售.xlsx").slice(1).reduce((s, r) => s + Number(r[1]), 0)`:            {Result: "42"},
		`readTable("销售.xlsx", "Sheet1").length + readText("销售.xlsx").length`:             {Result: "8"},
		`files`:                         {Result: `["销售.xlsx"]`},
		`new Date(0).getHours()`:        {Result: "8"},
		`BigInt(2) ** 100n`:             {Result: "1267650600228229401496703205376n"},
		`const a = []; a.push(a); a`:    {Result: "[[circular]]"},
		`throw new TypeError("falsch")`: {Error: "TypeError: falsch"},
		`let x = ;`:                     {Error: "SyntaxError"},
		`readText("/etc/passwd")`:       {Error: "there is no file /etc/passwd; the files are: 销售.xlsx"},
		`await new Promise(() => {})`:   {Error: "never happens"},
		`typeof fetch + typeof require + typeof process + typeof std + typeof os + typeof host + typeof WebAssembly`: {Result: strings.Repeat("undefined", 7)},
		`import("fs").then(() => print("in"), () => print("out"))`:                                                   {Output: "out\n"},
		`(function f() { return f() })()`:                                                                            {Error: "RangeError"},
		`Promise.reject(new Error("unseen")); 1`:                                                                     {Result: "1"},
	} {
		out := run(t, code, sales)
		if out.Ended != "" || out.Output != want.Output || out.Result != want.Result && want.Result != "" || (want.Error == "") != (out.Error == "") || !strings.Contains(out.Error, want.Error) {
			t.Errorf("%s: %+v", code, out)
		}
	}
}

func TestWritten(t *testing.T) {
	t.Parallel()
	out := run(t, `writeFile("a.csv", "甲,乙"); writeFile("b.bin", new Uint8Array([0, 255, 7, 9])); writeFile("a.csv", "丙"); writeFile("c.json", {a: 1})`)
	if len(out.Files) != 3 || string(out.Files[0].Data) != "\x00\xff\x07\x09" || string(out.Files[1].Data) != "丙" || !strings.Contains(string(out.Files[2].Data), `"a": 1`) {
		t.Errorf("%+v", out)
	}
	for code, want := range map[string]string{
		`for (let i = 0; i < 6; i++) writeFile("f" + i, "x")`:                 "at most 5",
		`writeFile("big", "x".repeat(2097153))`:                               "larger than 2 MB",
		`writeFile("", "x")`:                                                  "needs a name",
		`writeFile("a", "x".repeat(2e6)); writeFile("b", "x".repeat(100000))`: "larger than 2 MB",
		// If a file cannot be overwritten, its old content still counts towards the limit.
		`writeFile("a", "x".repeat(2e6)); try { writeFile("a", "x".repeat(3e6)) } catch {} writeFile("b", "x".repeat(100000))`: "larger than 2 MB",
	} {
		if out := run(t, code); !strings.Contains(out.Error, want) {
			t.Errorf("%s: %q", code, out.Error)
		}
	}
}

// TestHostilePrograms checks that programs which exceed a limit are ended. For a single instruction
// that takes too long, see TestProcessIsEnded.
func TestHostilePrograms(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]Ended{ // expected Ended; "": the program has to fail or be ended, for any reason
		`for (;;) {}`: TooLong,
		`while (true) { try { for (;;) {} } catch {} }`:                  TooLong,
		`await (async function f() { for (;;) await null })()`:           TooLong,
		`setInterval(() => {}, 1)`:                                       TooLong,
		`const f = () => setTimeout(f, 0); f(); f()`:                     TooLong,
		`const f = () => { Promise.resolve().then(f) }; f()`:             TooLong,
		`/^(a+)+$/.test("a".repeat(40) + "b")`:                           TooLong,
		`const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))`: TooMuch,
		`let s = "x"; for (;;) s += s`:                                   "",
		`const a = []; for (;;) a.push({ a: [], b: "x" + a.length })`:    "",
		`for (;;) print("x".repeat(1000))`:                               "",
		`for (;;) { try { print("x".repeat(100000)) } catch {} }`:        "",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			limit := 700 * time.Millisecond
			if want == TooMuch {
				limit = time.Hour // a busy machine may take long to fill the memory
			}
			out, err := Run(t.Context(), Job{Code: code, Cache: cache}, limit)
			if err != nil || want != "" && out.Ended != want || len(out.Output) > maxOutput {
				t.Errorf("%+v %v", out.Ended, err)
			}
			if want == "" && out.Error == "" && out.Ended == "" {
				t.Error("nothing stopped it")
			}
		})
	}
}

// A program cannot see anything of an earlier program.
func TestNothingStays(t *testing.T) {
	t.Parallel()
	run(t, `globalThis.secret = 7; Array.prototype.leak = 1; writeFile("a", "x")`)
	if out := run(t, `typeof secret + typeof [].leak`); out.Result != "undefinedundefined" || len(out.Files) != 0 {
		t.Errorf("%+v", out)
	}
}

// A program with endless output is ended because of its output, long before its time
// limit.
func TestFloodingProgram(t *testing.T) {
	t.Parallel()
	out, err := Run(t.Context(), Job{Code: `for (;;) print("水".repeat(100000))`, Cache: cache}, time.Hour)
	if err != nil || out.Ended != TooLoud || !out.Cut || len(out.Output) > maxOutput {
		t.Errorf("%s %v, %d bytes", out.Ended, err, len(out.Output))
	}
}
