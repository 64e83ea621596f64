// Defines the global names of a program, and tick() and settle(), which run.go calls. Operations of
// the host are calls of host() with one of the names "print", "files", "text", "tables", "write",
// "done" and "fail"; host() returns a text.
{
  const say = globalThis.host
  delete globalThis.host

  const shown = (value, depth, seen) => {
    switch (typeof value) {
      case 'string':
        return depth === 0 ? value : JSON.stringify(value)
      case 'function':
        return `[function ${value.name}]`
      case 'bigint':
        return `${value}n`
      case 'symbol':
        return value.toString()
      case 'object':
        break
      default:
        return String(value)
    }
    if (value === null) return 'null'
    if (value instanceof Error) return value.stack ? `${value}\n${value.stack}`.trim() : String(value)
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
    if (value instanceof RegExp) return String(value)
    if (seen.includes(value)) return '[circular]'
    if (depth > 4) return Array.isArray(value) ? '[…]' : '{…}'
    const inner = [...seen, value]
    const some = (list) => (list.length > 100 ? [...list.slice(0, 100), `… ${list.length - 100} more`] : list)
    const one = (v) => shown(v, depth + 1, inner)
    if (Array.isArray(value)) return `[${some(value.slice(0, 101).map(one)).join(', ')}${value.length > 101 ? ` of ${value.length}` : ''}]`
    if (value instanceof Map) return `Map {${some([...value].map(([k, v]) => `${one(k)} => ${one(v)}`)).join(', ')}}`
    if (value instanceof Set) return `Set {${some([...value].map(one)).join(', ')}}`
    if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.length})`
    return `{${some(Object.entries(value).map(([k, v]) => `${k}: ${one(v)}`)).join(', ')}}`
  }
  const line = (...values) => say('print', values.map((v) => shown(v, 0, [])).join(' '))
  globalThis.print = line
  globalThis.console = { log: line, info: line, warn: line, error: line, debug: line, table: line }

  const read = (what, name) => {
    const told = say(what, String(name))
    if (told === '') throw new Error(`there is no file ${name}; the files are: ${files.join(', ') || 'none'}`)
    return JSON.parse(told)
  }
  globalThis.files = JSON.parse(say('files'))
  globalThis.readText = (name) => read('text', name)
  globalThis.readTables = (name) => read('tables', name) ?? []
  globalThis.readTable = (name, table) => {
    const all = readTables(name)
    const found = table === undefined ? all[0] : all.find((t) => t.name === table) ?? all[table]
    if (!found) throw new Error(`there is no such table; the tables are: ${all.map((t) => t.name).join(', ') || 'none'}`)
    return found.rows
  }

  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const base64 = (b) => {
    const out = []
    for (let i = 0; i < b.length; i += 3) {
      const n = (b[i] << 16) | ((b[i + 1] ?? 0) << 8) | (b[i + 2] ?? 0)
      out.push(letters[n >> 18] + letters[(n >> 12) & 63] + (i + 1 < b.length ? letters[(n >> 6) & 63] : '=') + (i + 2 < b.length ? letters[n & 63] : '='))
    }
    return out.join('')
  }
  globalThis.writeFile = (name, content) => {
    const refused = content instanceof Uint8Array
      ? say('write', String(name), base64(content), 'bytes')
      : say('write', String(name), typeof content === 'string' ? content : JSON.stringify(content, null, 2), 'text')
    if (refused) throw new Error(refused)
  }

  // Timers run in the order of their times; nothing waits for the times to pass.
  let timers = []
  let made = 0
  const later = (again) => (f, ms = 0, ...args) => {
    timers.push({ id: ++made, at: (timers.now ?? 0) + Math.max(0, Number(ms) || 0), f, args, again: again ? Math.max(1, Number(ms) || 0) : 0 })
    return made
  }
  globalThis.setTimeout = later(false)
  globalThis.setInterval = later(true)
  globalThis.clearTimeout = globalThis.clearInterval = (id) => {
    const now = timers.now
    timers = timers.filter((t) => t.id !== id)
    timers.now = now
  }
  globalThis.queueMicrotask = (f) => void Promise.resolve().then(f)

  const failed = (e) => say('fail', e instanceof Error ? `${e}\n${e.stack ?? ''}`.trim() : shown(e, 1, []))
  let settled = false
  globalThis.tick = () => {
    if (settled && timers.length === 0) return false
    if (timers.length === 0) {
      say('fail', 'the program waits for something that never happens')
      return false
    }
    let first = timers[0]
    for (const t of timers) if (t.at < first.at) first = t
    const now = first.at
    if (first.again) first.at += first.again
    else timers.splice(timers.indexOf(first), 1)
    timers.now = now
    try {
      first.f(...first.args)
    } catch (e) {
      failed(e)
    }
    return true
  }
  globalThis.settle = () => {
    const p = globalThis.promise
    delete globalThis.promise
    p.then(
      (r) => {
        settled = true
        const value = r && typeof r === 'object' && 'value' in r ? r.value : r
        if (value !== undefined) say('done', shown(value, 0, []))
      },
      (e) => {
        settled = true
        failed(e)
      },
    )
  }
}
