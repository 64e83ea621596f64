package app

// StopBackground ends the work beside requests, and waits for it: a test that writes
// rows which no domain would leave lying about does not want them swept.
func (a *App) StopBackground() {
	a.stop()
	a.background.Wait()
}
