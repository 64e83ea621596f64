import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = `${import.meta.dirname}/../../..`
const { complete, platform } = await import(/* @vite-ignore */ `${root}/tools/lock.mjs`)

it.each(['web', 'tools/openapi', 'tools/font'])(
  'the lock file of %s has the packages of every platform',
  (dir) => {
    const lock = JSON.parse(readFileSync(`${root}/${dir}/package-lock.json`, 'utf8'))
    expect(complete(lock, () => undefined)).toEqual([])
  },
)

it('adds a package that the registry in use did not have', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { dev: true, optionalDependencies: { '@a/linux-x64-musl': '1.2.3', b: '2.0.0' } },
    },
  }
  expect(complete(lock, () => 'sha512-x')).toEqual(['@a/linux-x64-musl@1.2.3'])
  expect(lock.packages).toHaveProperty(['node_modules/@a/linux-x64-musl'], {
    version: '1.2.3',
    integrity: 'sha512-x',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  expect(platform('fsevents')).toBeNull()
})

it('adds the checksum of a package that the registry in use lacked before, and changes no other', () => {
  const entry = { version: '1.2.3', cpu: ['x64'], optional: true, os: ['win32'] }
  const known = { ...entry, integrity: 'sha512-known' }
  const lock = {
    packages: {
      'node_modules/a': { optionalDependencies: { '@a/win32-x64': '1.2.3', '@a/win32-arm64': '1.2.3' } },
      'node_modules/@a/win32-x64': entry,
      'node_modules/@a/win32-arm64': known,
    },
  }
  expect(complete(lock, () => 'sha512-x')).toEqual(['@a/win32-x64@1.2.3'])
  expect(lock.packages['node_modules/@a/win32-x64']).toEqual({ ...entry, integrity: 'sha512-x' })
  expect(lock.packages['node_modules/@a/win32-arm64']).toBe(known)
})
