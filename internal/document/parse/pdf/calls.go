//go:build !race

package pdf

// beginCall does nothing: without the race detector no lock is needed; see
// calls_race.go.
func beginCall() {}
func endCall()   {}
