import { t } from '@/i18n'
import { boot } from '@/lib/boot'
import { NEW_DRAFT } from '@/lib/draft-id'
import { toast } from '@/ui/toast'
import { remove, status } from '../calls'
import { type DocView, type FileRef, refOf } from '../types'
import { countOf, noRoom } from '../upload/checks'
import { add, drop, follow, type Item, itemOf, release, settle } from '../upload/engine'
import { isDocument } from '../upload/kinds'
import { change, itemsOf, useUploads } from '../upload/store'
import { keep, kept } from './kept'

/** What the composer knows of the files of a draft. */
export interface Attached {
  count: number
  /** Why the question cannot be sent now; empty when it can. */
  blocked: string
  /** What the empty box suggests; empty where there is nothing to suggest. */
  placeholder: string
}

/** The library's own page, whose uploads are no draft's; those of other pages begin with it. */
export const LIBRARY = 'library'

const views = new WeakMap<readonly Item[], Attached>()

/** The files of a draft as the composer sees them; the same object until something changes. */
export function attached(draft: string): Attached {
  const items = itemsOf(draft)
  let view = views.get(items)
  if (!view) {
    view = { count: items.length, blocked: blocked(items), placeholder: placeholder(items) }
    views.set(items, view)
  }
  return view
}

function blocked(items: readonly Item[]): string {
  const failed = items.find((item) => item.phase === 'failed')
  if (failed) {
    return t(failed.locked ? 'document.blocked.locked' : 'document.blocked.failed', { name: failed.name })
  }
  const sending = items.some((item) => item.phase === 'waiting' || item.phase === 'uploading')
  return sending ? t('document.blocked.uploading') : ''
}

function placeholder(items: readonly Item[]): string {
  if (items.length === 0) return ''
  if (!items.some((item) => isDocument(item.kind))) return t('document.placeholder.media')
  return t(items.length === 1 ? 'document.placeholder' : 'document.placeholder.many')
}

export const subscribe = (listener: () => void): (() => void) => useUploads.subscribe(listener)

/** Sends files for a draft, and says of each that is refused why. */
export async function attach(draft: string, files: readonly File[]): Promise<void> {
  for (const text of await add(draft, files)) void toast(text, { kind: 'warning' })
}

/** A text that became a file of a draft. */
export interface PastedText {
  /** Whether the file is still beside the question. */
  there: () => boolean
  /** Takes the file away again, from the library too. */
  undo: () => void
}

/** Makes a long text a file of a draft; null where it has no room there, which the person is told. */
export async function attachText(draft: string, text: string): Promise<PastedText | null> {
  const names = new Set(itemsOf(draft).map((item) => item.name))
  let name = ''
  for (let n = 1; !name || names.has(name); n++) name = t('document.pasted', { n })
  const before = new Set(itemsOf(draft).map((item) => item.key))
  await attach(draft, [new File([text], name, { type: 'text/plain' })])
  const key = itemsOf(draft).find((item) => item.name === name && !before.has(item.key))?.key
  if (!key) return null
  const find = () => itemsOf(draft).find((item) => item.key === key)
  const undo = () => {
    const id = find()?.doc?.id
    drop(draft, key)
    if (id) void remove([id]).catch(() => {})
  }
  return { there: () => find() !== undefined, undo }
}

/** Puts files of the library beside the next question of the home page. */
export function askAbout(docs: readonly DocView[]): void {
  attachKept(NEW_DRAFT, docs)
}

/** Puts files of the library beside the question of a draft, and says why of those that have no room there. */
export function attachKept(draft: string, docs: readonly DocView[]): void {
  restore(draft)
  const already = countOf(itemsOf(draft))
  const there = new Set(itemsOf(draft).map((item) => item.doc?.id))
  const taken: Item[] = []
  let why: string | null = null
  for (const doc of docs) {
    if (there.has(doc.id)) continue
    why = noRoom(doc.type, { single: boot.container.oneDocument }, already)
    if (why) break
    taken.push(itemOf(doc))
    already.files++
    if (isDocument(doc.type)) already.documents++
  }
  putIn(draft, taken)
  if (why) void toast(why, { kind: 'warning' })
}

function putIn(draft: string, items: readonly Item[]): void {
  change(draft, (now) => [...items, ...now])
  for (const { key, doc } of items) if (doc) follow(draft, key, doc)
}

/** What a question carries off: the files as it sends them, and the items that come back when it is refused. */
export interface Taken {
  files: FileRef[]
  items: readonly Item[]
}

/** Takes the files of a draft for a question. */
export function take(draft: string): Taken {
  const items = itemsOf(draft)
  release(items)
  change(draft, () => [])
  return { items, files: items.flatMap(({ doc }) => (doc ? [refOf(doc)] : [])) }
}

/** Gives the files of a refused question back to its draft. */
export function giveBack(draft: string, { items }: Taken): void {
  putIn(draft, items)
}

const restored = new Set<string>()

/** Brings the files of a draft back after a reload; those deleted meanwhile are left out. */
export function restore(draft: string): void {
  if (restored.has(draft)) return
  restored.add(draft)
  const docs = kept(draft)
  if (docs.length === 0) return
  putIn(draft, docs.map(itemOf))
  void refresh(draft, docs)
}

async function refresh(draft: string, docs: readonly DocView[]): Promise<void> {
  try {
    const now = new Map((await status(docs.map((doc) => doc.id))).map((doc) => [doc.id, doc]))
    for (const { id } of docs) {
      const doc = now.get(id)
      if (doc) settle(draft, id, doc)
      else drop(draft, id)
    }
  } catch {
    // What is kept here is good enough until the server can be asked; sending tells.
  }
}

useUploads.subscribe(({ places }, before) => {
  for (const [draft, items] of Object.entries(places)) {
    if (draft.startsWith(LIBRARY) || items === before.places[draft]) continue
    keep(
      draft,
      items.flatMap(({ doc }) => (doc ? [doc] : [])),
    )
  }
})
