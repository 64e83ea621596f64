import type { Kind } from '../types'
import table from './extensions.json'

/**
 * The extensions of each kind; the server has the same table. The server determines the actual type from the bytes;
 * here the table gives the probable kind, for example to avoid uploads that would be refused.
 */
export const extensions: Readonly<Record<Exclude<Kind, 'file'>, string>> = table

const byExtension = new Map<string, Kind>(
  Object.entries(extensions).flatMap(([kind, list]) => list.split(' ').map((ext) => [ext, kind as Kind])),
)

/** The extension of a name, in lower case and without its dot. */
export function extensionOf(name: string): string {
  return /\.([^./\\\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The probable kind of a file before the server has checked it; 'file': the file is not accepted. */
export function kindOf(name: string, mime = ''): Kind {
  const known = byExtension.get(extensionOf(name))
  if (known) return known
  const family = /^(image|video|audio|text)\//.exec(mime)?.[1]
  if (!family) return 'file'
  return family === 'text' ? 'txt' : (family as Kind)
}

/** Whether files of this kind are parsed as documents, rather than used as pictures or media files. */
export function isDocument(kind: Kind): boolean {
  return kind !== 'image' && kind !== 'video' && kind !== 'audio'
}

/** The file types offered by the browser's file chooser. */
export const accept = {
  image: 'image/*',
  file: [...byExtension]
    .filter(([, kind]) => kind !== 'cloud')
    .map(([ext]) => `.${ext}`)
    .join(','),
} as const
