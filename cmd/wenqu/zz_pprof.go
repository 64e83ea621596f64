package main

import (
	"net/http"
	_ "net/http/pprof"
	"os"
)

func init() {
	if a := os.Getenv("PPROF"); a != "" {
		go func() { _ = http.ListenAndServe(a, nil) }()
	}
}
