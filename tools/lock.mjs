// Adds the optional packages of other platforms to a package-lock.json. If the configured registry
// lacks a package, npm leaves it out, and npm ci then refuses the lock file. The names and versions
// are taken from the optionalDependencies of other packages, and the platforms from the names. The
// registry provides the checksums. If the registry lacks a package, the entry has no checksum until
// a later run finds one. An existing entry may get its missing checksum and no other change.
// Usage: node tools/lock.mjs web/package-lock.json
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

/**
 * The platform on which a package runs, parsed from its name. null if the name does not state both a processor and a
 * system; for the processor wasm32, the system may be missing.
 */
export function platform(name) {
  const words = name.split('/').pop().split('-')
  const os = systems.find((s) => words.includes(s))
  const cpu = processors.find((p) => words.includes(p))
  if (!cpu || (!os && cpu !== 'wasm32')) return null
  const libc = os === 'linux' && words.map((w) => libraries[w]).find(Boolean)
  return { cpu: [cpu], ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

/**
 * The possible paths of the package `name` in the lock file, for an import by the package at `path`.
 * The nearest path is first, as in Node's search.
 */
function* places(path, name) {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    yield `${at}/node_modules/${name}`
    if (!at.includes('/node_modules/')) break
  }
  yield `node_modules/${name}`
}

/**
 * Adds missing optional packages with a platform in the name and an exact version. Existing packages of this kind
 * get their missing checksums. Returns the names and versions of the added and changed packages. `integrity` returns
 * a checksum or undefined.
 */
export function complete(lock, integrity) {
  const added = []
  for (const [path, row] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(row.optionalDependencies ?? {})) {
      const on = platform(name)
      if (!on || !/^\d+\.\d+\.\d+/.test(version)) continue
      const there = [...places(path, name)].find((p) => lock.packages[p])
      if (there) {
        const { version, ...rest } = lock.packages[there]
        const sum = rest.integrity ? undefined : integrity(name, version)
        if (!sum) continue
        lock.packages[there] = { version, integrity: sum, ...rest }
        added.push(`${name}@${version}`)
        continue
      }
      const sum = integrity(name, version)
      lock.packages[`node_modules/${name}`] = {
        version,
        ...(sum && { integrity: sum }),
        cpu: on.cpu,
        ...(row.dev && { dev: true }),
        ...(on.libc && { libc: on.libc }),
        optional: true,
        ...(on.os && { os: on.os }),
      }
      added.push(`${name}@${version}`)
    }
  }
  const paths = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(paths.map((p) => [p, lock.packages[p]]))
  return added
}

function fromRegistry(name, version) {
  try {
    return execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

if (process.argv[1] === import.meta.filename) {
  const file = process.argv[2]
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  for (const name of complete(lock, fromRegistry)) console.log(`added ${name}`)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
