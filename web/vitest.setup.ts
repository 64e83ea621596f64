// Sets up a DOM for tests of pages. A test of logic alone needs none: its first line is `//
// @vitest-environment node`, which saves about a second.
if (typeof document !== 'undefined') await import('./vitest.page.ts')

export {}
