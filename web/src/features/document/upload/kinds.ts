import type { Kind } from '../types'
import table from './extensions.json'

/**
 * Which files may be sent, by extension: the server's own table. What a file
 * really is, the server finds out from its bytes; this only spares a wait for
 * what it would refuse.
 */
export const extensions: Readonly<Record<Exclude<Kind, 'file'>, string>> = table

const byExtension = new Map<string, Kind>(
  Object.entries(extensions).flatMap(([kind, list]) => list.split(' ').map((ext) => [ext, kind as Kind])),
)

/** The extension of a name, in small letters and without its dot. */
export function extensionOf(name: string): string {
  return /\.([^./\\\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** What a file seems to be, before the server has looked; file: nothing that can be sent. */
export function kindOf(name: string, mime = ''): Kind {
  const known = byExtension.get(extensionOf(name))
  if (known) return known
  const family = /^(image|video|audio|text)\//.exec(mime)?.[1]
  if (!family) return 'file'
  return family === 'text' ? 'txt' : (family as Kind)
}

/** Whether it is read like a document, rather than looked at or listened to. */
export function isDocument(kind: Kind): boolean {
  return kind !== 'image' && kind !== 'video' && kind !== 'audio'
}

/** What the browser's file chooser offers. */
export const accept = {
  image: 'image/*',
  file: [...byExtension]
    .filter(([, kind]) => kind !== 'cloud')
    .map(([ext]) => `.${ext}`)
    .join(','),
} as const
