// Command bench compares Wenqu with a bare relay and with direct calls, in one run against one
// provider on loopback. It prints each figure with its goal, and at the end which goals are met. A
// missed goal is not a failure. The exit status is 1 if a scenario has an error, for example an
// incomplete stream, a gap or repetition after a disconnect, or an answer lost at SIGTERM.
//
// The program starts itself as the provider, as the bare relay and as the web. They are child
// processes, so that the memory and the processor time of each can be measured separately.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "provider":
			runProvider(os.Args[2:])
			return
		case "relay":
			runRelay(os.Args[2:])
			return
		case "web":
			runWeb(os.Args[2:])
			return
		}
	}
	wenqu := flag.String("wenqu", "bin/wenqu", "the built server")
	only := flag.String("only", "", "comma-separated scenarios; empty means all: "+strings.Join(names(), ", "))
	rounds := flag.Int("rounds", 5, "rounds of the interleaved measurements")
	flag.Parse()

	b, err := newBench(*wenqu, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	ok := true
	for _, s := range scenarios {
		if *only != "" && !strings.Contains(","+*only+",", ","+s.name+",") {
			continue
		}
		fmt.Printf("\n## %s: %s\n", s.name, s.what)
		if err := s.run(b); err != nil {
			fmt.Printf("FAILED %s: %v\n", s.name, err)
			ok = false
		}
	}
	b.close()
	b.summary()
	if !ok {
		os.Exit(1)
	}
}

func names() []string {
	var out []string
	for _, s := range scenarios {
		out = append(out, s.name)
	}
	return out
}
