//go:build !race

package pdf

// beginCall does nothing. Only builds with the race detector need a lock; see
// calls_race.go.
func beginCall() {}
func endCall()   {}
