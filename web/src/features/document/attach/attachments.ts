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

/** The state of a draft's files, for the composer. */
export interface Attached {
  count: number
  /** Why the question cannot be sent now; empty if it can. */
  blocked: string
  /** The placeholder of an empty text box; '' without files. */
  placeholder: string
}

/**
 * The name of the place for uploads on the library page. If the name of a place begins with LIBRARY, the place
 * is not a draft, and its files are not remembered.
 */
export const LIBRARY = 'library'

const views = new WeakMap<readonly Item[], Attached>()

/** The state of a draft's files. The function returns the same object until the files change. */
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

/** Uploads files for a draft or another place, and shows the reason for each refused file. */
export async function attach(draft: string, files: readonly File[]): Promise<void> {
  for (const text of await add(draft, files)) void toast(text, { kind: 'warning' })
}

/** A text that became a file of a draft. */
export interface PastedText {
  /** Whether the file is still attached. */
  there: () => boolean
  /** Removes the file from the draft and from the library. */
  undo: () => void
}

/** Turns a long text into a file of a draft. If the file is refused, shows the reason and returns null. */
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

/** Attaches files of the library to the next question of the home page. */
export function askAbout(docs: readonly DocView[]): void {
  attachKept(NEW_DRAFT, docs)
}

/** Attaches files of the library to a draft. If some files cannot be attached, shows the reason. */
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
  addItems(draft, taken)
  if (why) void toast(why, { kind: 'warning' })
}

function addItems(draft: string, items: readonly Item[]): void {
  change(draft, (now) => [...items, ...now])
  for (const { key, doc } of items) if (doc) follow(draft, key, doc)
}

/**
 * `files`: the files of a question as they are sent. `items`: the items to restore if the question is
 * refused.
 */
export interface Taken {
  files: FileRef[]
  items: readonly Item[]
}

/** Removes the files from a draft and returns them for a question. */
export function take(draft: string): Taken {
  const items = itemsOf(draft)
  release(items)
  change(draft, () => [])
  return { items, files: items.flatMap(({ doc }) => (doc ? [refOf(doc)] : [])) }
}

/** Restores the files of a refused question in its draft. */
export function restoreFiles(draft: string, { items }: Taken): void {
  addItems(draft, items)
}

const restored = new Set<string>()

/**
 * Restores the files of a draft after a reload. Files deleted in the meantime are removed when the server has
 * answered.
 */
export function restore(draft: string): void {
  if (restored.has(draft)) return
  restored.add(draft)
  const docs = kept(draft)
  if (docs.length === 0) return
  addItems(draft, docs.map(itemOf))
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
    // The request has failed, so the files keep their remembered state. If a file is gone, the
    // server will report it when the question is sent.
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
