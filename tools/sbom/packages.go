package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goModules returns the modules linked into cmd/wenqu, and the standard library.
func goModules() ([]Component, error) {
	const row = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
	out, err := exec.Command("go", "list", "-deps", "-f", row, "./cmd/wenqu").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	var all []Component
	for _, line := range slices.Compact(lines) {
		field := strings.Split(line, "\t")
		if len(field) != 3 {
			continue // the standard library and this module
		}
		own, others, err := licenseTexts(field[2])
		if err != nil {
			return nil, err
		}
		var ids []string
		for _, text := range own {
			if id := identify(text); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		if len(ids) == 0 {
			return nil, fmt.Errorf("%s@%s: no licence that is known", field[0], field[1])
		}
		slices.Sort(ids)
		all = append(all, Component{Kind: "golang", Name: field[0], Version: field[1], License: strings.Join(ids, " AND "), Texts: append(own, others...)})
	}
	return append(all, goItself()), nil
}

// goItself returns the standard library, which every Go binary contains.
func goItself() Component {
	c := Component{Kind: "golang", Name: "std", License: "BSD-3-Clause"}
	if out, err := exec.Command("go", "env", "GOROOT").Output(); err == nil {
		c.Texts, _, _ = licenseTexts(strings.TrimSpace(string(out)))
	}
	return c
}

// npmPackages returns the packages that are part of the page's built files.
func npmPackages(web string) ([]Component, error) {
	raw, err := os.ReadFile(filepath.Join(web, "dist", ".vite", "packages.json"))
	if err != nil {
		return nil, fmt.Errorf("%w: run make build first", err)
	}
	var chunks map[string][]string
	if err := json.Unmarshal(raw, &chunks); err != nil {
		return nil, err
	}
	var names []string
	for _, chunk := range chunks {
		names = append(names, chunk...)
	}
	slices.Sort(names)
	var all []Component
	for _, name := range slices.Compact(names) {
		c, err := npmPackage(filepath.Join(web, "node_modules", name))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func npmPackage(dir string) (Component, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return Component{}, err
	}
	var about struct {
		Name, Version string
		License       any
	}
	if err := json.Unmarshal(raw, &about); err != nil {
		return Component{}, fmt.Errorf("%s: %w", dir, err)
	}
	own, others, err := licenseTexts(dir)
	if err != nil {
		return Component{}, err
	}
	license, _ := about.License.(string)
	for _, text := range own {
		if license == "" {
			license = identify(text)
		}
	}
	return Component{Kind: "npm", Name: about.Name, Version: about.Version, License: license, Texts: append(own, others...)}, nil
}
