// Command sbom lists the third-party parts of the binary: the linked Go modules, the npm packages
// in the page, and third-party data. It must run after make build.
//
//	sbom notice FILE   names, versions and licences, for people: the NOTICE
//	sbom texts FILE    the licence texts of all these parts, to go with the binary
//	sbom cyclonedx FILE the list as CycloneDX 1.6 JSON, for scanners
//	sbom check FILE    fails if the NOTICE is out of date
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Component is one third-party part.
type Component struct {
	Kind    string // golang, npm or data
	Name    string
	Version string // version as written in the registry; empty for data and the Go standard library
	License string // SPDX expression
	Texts   []string
	files   []string // for data: the files in this repository that contain the licence texts
	Use     string   // for data: its purpose, in some cases with its folder; empty for modules and packages
}

// data lists components that are neither linked Go modules nor npm packages in the page.
var data = []Component{
	{Kind: "data", Name: "Noto Sans SC", License: "OFL-1.1", files: []string{"internal/export/pdf/font.LICENSE"}, Use: "the font of PDF files"},
	{Kind: "data", Name: "STIX Two Math", License: "OFL-1.1", files: []string{"internal/export/pdf/font.LICENSE"}, Use: "the signs of formulas in PDF files"},
	{Kind: "data", Name: "OpenCC dictionaries", License: "Apache-2.0", files: []string{"internal/zh/NOTICE", "LICENSE"}, Use: "simplified and traditional Chinese, see internal/zh"},
	{Kind: "data", Name: "lunar-javascript tables", License: "MIT", files: []string{"internal/calendar/NOTICE"}, Use: "the lunar calendar, see internal/calendar"},
	{Kind: "data", Name: "quickjs-wasi 3.6.2 with QuickJS-NG", License: "MIT", files: []string{"internal/tool/sandbox/LICENSE"}, Use: "programs in a sandbox, see internal/tool/sandbox"},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom: "+err.Error())
		os.Exit(1)
	}
}

func run(args []string) error {
	writers := map[string]func([]Component) ([]byte, error){"notice": notice, "check": notice, "texts": texts, "cyclonedx": cyclonedx}
	if len(args) != 2 || writers[args[0]] == nil {
		return fmt.Errorf("usage: sbom notice|check|texts|cyclonedx FILE")
	}
	all, err := components()
	if err != nil {
		return err
	}
	out, err := writers[args[0]](all)
	if err != nil {
		return err
	}
	if args[0] != "check" {
		return os.WriteFile(args[1], out, 0o644)
	}
	if old, err := os.ReadFile(args[1]); err != nil || !bytes.Equal(old, out) {
		return fmt.Errorf("%s is stale: run make licenses and commit what it writes", args[1])
	}
	return nil
}

// components returns all components, sorted. It fails if the licence of a component is not allowed.
func components() ([]Component, error) {
	modules, err := goModules()
	if err != nil {
		return nil, err
	}
	packages, err := npmPackages("web")
	if err != nil {
		return nil, err
	}
	listed, err := withTexts(".", data)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(modules, packages, listed)
	slices.SortFunc(all, func(a, b Component) int {
		return strings.Compare(a.Kind+" "+a.Name+" "+a.Version, b.Kind+" "+b.Name+" "+b.Version)
	})
	for _, c := range all {
		if !mayLink(c.License) {
			return nil, fmt.Errorf("%s %s is under %q, which this project does not link", c.Name, c.Version, c.License)
		}
	}
	return all, nil
}

// withTexts returns the components with the licence texts in their files; root is the folder of the repository.
func withTexts(root string, list []Component) ([]Component, error) {
	out := slices.Clone(list)
	for i, c := range out {
		for _, name := range c.files {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				return nil, err
			}
			out[i].Texts = append(out[i].Texts, string(text))
		}
	}
	return out, nil
}
