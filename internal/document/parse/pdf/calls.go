//go:build !race

package pdf

// Calls for several files in one process need no lock here; calls_race.go says when
// they do.
func beginCall() {}
func endCall()   {}
