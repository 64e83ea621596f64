package app

// StopBackground ends the background work and waits for it. Tests need it when
// they write rows that the sweeps would delete.
func (a *App) StopBackground() {
	a.stop()
	a.background.Wait()
}
