package app

// StopBackground ends the background work and waits for it. Tests call it before they write rows
// that a sweep would delete.
func (a *App) StopBackground() {
	a.stop()
	a.background.Wait()
}
