// Sets up a DOM for tests of pages. A test of logic alone needs none. The comment `@vitest-environment node` in its
// first line saves about a second.
if (typeof document !== 'undefined') await import('./vitest.page.ts')

export {}
