package app

import (
	"bufio"
	"log/slog"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// unmapProgram removes the read-only pages of the program's own file from this process's memory. The
// start touches most of them only once. They stay in the system's page cache and are loaded again
// when needed.
func unmapProgram() {
	if !fixedAddresses() {
		return
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer func() { _ = maps.Close() }()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		from, to, ok := readOnlyPart(lines.Text(), program)
		if !ok {
			continue
		}
		if _, _, e := syscall.Syscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED); e != 0 {
			slog.Debug("part of the program not unmapped", "err", e)
		}
	}
}

// fixedAddresses reports whether the program was linked for fixed addresses. Otherwise the dynamic
// linker may have written to pages that are read-only now, and unmapProgram would lose those changes.
func fixedAddresses() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, s := range info.Settings {
		if s.Key == "-buildmode" {
			return s.Value == "exe"
		}
	}
	return false
}

// readOnlyPart parses a line of /proc/self/maps. It returns the address range when the line
// describes a part of the program's file that is mapped read-only.
func readOnlyPart(line, program string) (from, to uintptr, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 6 || strings.Contains(fields[1], "w") || !strings.HasSuffix(line, " "+program) {
		return 0, 0, false
	}
	first, last, _ := strings.Cut(fields[0], "-")
	a, errA := strconv.ParseUint(first, 16, 64)
	b, errB := strconv.ParseUint(last, 16, 64)
	return uintptr(a), uintptr(b), errA == nil && errB == nil && a < b
}
