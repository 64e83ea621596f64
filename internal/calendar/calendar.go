// Package calendar computes civil and lunar dates, solar terms, festivals, the public holidays of
// mainland China, and the time in cities. All its data is built into the binary. The built-in
// engine and the tools of models use it.
package calendar
