package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
)

// sized is a line of web/scripts/size.mjs.
var sized = regexp.MustCompile(`^(\S.*?)\s+([\d.]+) KB of `)

// page holds what the first page loads against its goals. The web's own script
// knows what belongs to it.
func (b *bench) page() error {
	goals := map[string]float64{"initial JS": 140, "CSS": 12}
	// The script fails when its own limits are passed; its figures count.
	out, err := exec.Command("npm", "--prefix", "web", "run", "--silent", "size").Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return err
	}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		m := sized.FindStringSubmatch(lines.Text())
		if m == nil || goals[m[1]] == 0 {
			continue
		}
		size, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return err
		}
		b.most("first page, "+m[1]+", gzip", size, goals[m[1]], " KB")
		delete(goals, m[1])
	}
	if len(goals) > 0 {
		return fmt.Errorf("web/scripts/size.mjs says nothing of %v", goals)
	}
	return nil
}
