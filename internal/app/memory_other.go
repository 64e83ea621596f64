//go:build !linux

package app

func unmapProgram() {}
