/** The providers section as the server stores it. */
export interface ProviderDoc {
  providers: ProviderRow[]
  defaultModel: string
}

export interface ProviderRow {
  id: string
  name: string
  baseUrl: string
  /** The key of the provider. The value KEPT keeps the stored key. */
  key: string
  models: ModelRow[]
  aliases: Record<string, string>
  proxy: string
  local: boolean
  disabled: boolean
}

export interface ModelRow {
  id: string
  name: string
  description: string
  /** Size of the context in tokens; 0 if unknown. */
  context: number
  thinking: '' | 'never' | 'switch' | 'always'
  kind: string
  vision: boolean
  tools: boolean
  /**
   * How answers search the web. Empty: the server searches before the model call; tools: the model
   * calls a tool; itself: the provider searches.
   */
  search: '' | 'tools' | 'itself'
  /** Prices per million tokens, in the operator's currency. */
  promptPrice: number
  completionPrice: number
}

export const blank: ProviderRow = {
  id: '',
  name: '',
  baseUrl: '',
  key: '',
  models: [],
  aliases: {},
  proxy: '',
  local: false,
  disabled: false,
}

export const blankModel: ModelRow = {
  id: '',
  name: '',
  description: '',
  context: 0,
  thinking: '',
  kind: '',
  vision: false,
  tools: false,
  search: '',
  promptPrice: 0,
  completionPrice: 0,
}

/**
 * The ids of all existing providers: of the stored providers, enabled or not, and of the providers from variables,
 * files or this machine. A new provider must not have any of these ids.
 */
export function takenIds(doc: ProviderDoc, inUse: readonly { id: string }[]): string[] {
  return [...doc.providers, ...inUse].map((p) => p.id)
}

/**
 * `name`, with a number if another provider has that name already: menus tell providers apart by name alone. The server
 * numbers equal names, too. An empty name stays empty; the server then takes the host of the address.
 */
export function freeName(name: string, doc: ProviderDoc, inUse: readonly { name: string }[]): string {
  return free(
    name,
    [...doc.providers, ...inUse].map((p) => p.name).filter((other) => other),
    ' ',
  )
}

/** `wish`, or else the first of `wish` with a number from 2 that is not taken. */
function free(wish: string, taken: readonly string[], separator: string): string {
  let found = wish
  for (let n = 2; taken.includes(found); n++) found = `${wish}${separator}${n}`
  return found
}

/** Derives a new id from the name of a provider, or from the host of `baseUrl` if the name is empty. */
export function idFor(row: Pick<ProviderRow, 'name' | 'baseUrl'>, taken: readonly string[]): string {
  let host = ''
  try {
    host = new URL(row.baseUrl).hostname
  } catch {
    // The address is invalid, so `host` stays empty. If the name is also empty, the id begins with "provider".
  }
  const words = (row.name || host.replace(/^(api|www)\./, '')).toLowerCase()
  const base =
    words
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 24) || 'provider'
  return free(base, taken, '-')
}

/** Whether the host of an address seems to be this machine or a host in a private network. */
export function isPrivate(address: string): boolean {
  let host: string
  try {
    host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return false
  }
  return (
    /^(localhost|host\.docker\.internal|::1)$|\.(localhost|local)$/.test(host) ||
    /^(127|10)\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$|^f[cd][0-9a-f]{2}:/.test(
      host,
    )
  )
}

/** Parses lines like "chatModelId = upstream"; other lines are ignored. */
export function parseAliases(text: string): Record<string, string> {
  const out: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [from, ...to] = line.split('=')
    if (from?.trim() && to.length > 0) out[from.trim()] = to.join('=').trim()
  }
  return out
}

export function printAliases(aliases: Record<string, string>): string {
  return Object.entries(aliases)
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n')
}
