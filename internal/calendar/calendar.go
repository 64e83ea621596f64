// Package calendar knows civil and lunar dates, solar terms, festivals, the
// public holidays of mainland China, and the time in cities. All of it is in the
// program: nothing is looked up elsewhere. Its functions serve the built-in
// engine, which reads questions, and tools that a model calls.
package calendar
