// What a page needs. A test of logic alone does without one: its first line is
// `// @vitest-environment node`, which saves the second that a page takes to make.
if (typeof document !== 'undefined') await import('./vitest.page.ts')

export {}
