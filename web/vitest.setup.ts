// Prepares tests of pages, which run with a DOM. A test of logic alone needs no DOM: the comment
// `@vitest-environment node` in its first line saves about a second.
if (typeof document !== 'undefined') await import('./vitest.page.ts')

export {}
