import { asApiError, isAbort } from '@/api'
import { t } from '@/i18n'
import { randomId } from '@/lib/random'
import { parse, pending } from '../calls'
import type { DocView, Kind } from '../types'
import { countOf, limits, sift } from './checks'
import { kindOf } from './kinds'
import { Slots } from './slots'
import { change, changeItem, itemsOf } from './store'
import { transfer } from './transfer'
import { watch } from './watch'

/** The phase of a file, as seen from this page. */
export type Phase = 'waiting' | 'uploading' | 'parsing' | 'ready' | 'stored' | 'failed'

/** A file that is being uploaded or is on the server. */
export interface Item {
  key: string
  name: string
  size: number
  kind: Kind
  phase: Phase
  /** Progress of the phase, 0 to 1. */
  progress: number
  /** Whether the connection is lost; the upload continues when it is back. */
  lost: boolean
  /** Why the upload or the parsing failed; empty otherwise. */
  error: string
  /**
   * Whether the file can be opened only with its password. If the phase is `failed`, `error` says that the
   * password is missing or wrong, or why the password could not be sent.
   */
  locked: boolean
  /** Undefined until the upload is complete. */
  doc?: DocView
  /** An object URL of an image. */
  preview?: string
}

/** Error codes: the file needs a password; the password was wrong. */
export const LOCKED: readonly string[] = ['20050', '20051']

const slots = new Slots()
/** Data kept outside of the store, by the key of an item: the file itself, and a function that cancels its work. */
const files = new Map<string, File>()
const stops = new Map<string, () => void>()

/** Begins to upload files for a place, such as a draft or the library page. Returns messages about refused files. */
export async function add(place: string, chosen: readonly File[]): Promise<string[]> {
  const allowed = await limits()
  const { taken, refused } = sift(chosen, allowed, countOf(itemsOf(place)))
  const fresh = taken.map(newItem)
  change(place, (items) => [...items, ...fresh])
  for (const item of fresh) void begin(place, item.key)
  return refused
}

function newItem(file: File): Item {
  const key = randomId()
  const kind = kindOf(file.name, file.type)
  files.set(key, file)
  return {
    key,
    name: file.name,
    size: file.size,
    kind,
    phase: 'waiting',
    progress: 0,
    lost: false,
    error: '',
    locked: false,
    ...(kind === 'image' ? { preview: URL.createObjectURL(file) } : {}),
  }
}

/** An item for a file of the library. */
export function itemOf(doc: DocView): Item {
  return {
    key: doc.id,
    name: doc.fileName,
    size: doc.size,
    kind: doc.type,
    phase: pending(doc.status) ? 'parsing' : (doc.status as 'ready' | 'stored' | 'failed'),
    progress: pending(doc.status) ? doc.progress : 1,
    lost: false,
    error: doc.status === 'failed' ? doc.errorMsg || t('document.failed.reading') : '',
    locked: LOCKED.includes(doc.errorCode),
    doc,
  }
}

async function begin(place: string, key: string): Promise<void> {
  const file = files.get(key)
  if (!file) return
  const controller = new AbortController()
  const { signal } = controller
  stops.set(key, () => controller.abort())
  changeItem(place, key, { phase: 'waiting', progress: 0, error: '', lost: false })
  try {
    const doc = await slots.run(() => {
      changeItem(place, key, { phase: 'uploading' })
      return transfer(file, {
        signal,
        onProgress: (progress) => changeItem(place, key, { progress }),
        onLost: (lost) => changeItem(place, key, { lost }),
      })
    }, signal)
    files.delete(key)
    settle(place, key, doc)
    follow(place, key, doc)
  } catch (err) {
    if (!isAbort(err)) changeItem(place, key, { phase: 'failed', lost: false, error: reason(err) })
  }
}

/** The server's message for a refusal; a message of our own for other errors. */
function reason(err: unknown): string {
  const error = asApiError(err)
  return (error.status >= 400 && error.status < 500 && error.message) || t('document.failed.upload')
}

/** Applies the server's state of a file. */
export function settle(place: string, key: string, doc: DocView): void {
  const { key: _, ...rest } = itemOf(doc)
  changeItem(place, key, rest)
}

/** Follows the parsing of a file until it ends or the file is deleted. */
export function follow(place: string, key: string, doc: DocView): void {
  if (!pending(doc.status)) return
  stops.set(
    key,
    watch(doc.id, (now) => {
      if (now) settle(place, key, now)
      else changeItem(place, key, { phase: 'failed', error: t('document.failed.gone') })
    }),
  )
}

/**
 * Cancels the upload of a file, or stops following its parsing, and removes the file from its place. A completed
 * upload stays in the library.
 */
export function drop(place: string, key: string): void {
  stops.get(key)?.()
  const preview = itemsOf(place).find((item) => item.key === key)?.preview
  if (preview) URL.revokeObjectURL(preview)
  change(place, (items) => items.filter((item) => item.key !== key))
  forget(key)
}

/** Stops watching the files of a draft when its question is sent. */
export function release(items: readonly Item[]): void {
  for (const { key } of items) {
    stops.get(key)?.()
    forget(key)
  }
}

function forget(key: string): void {
  stops.delete(key)
  files.delete(key)
}

/** Retries what failed: the upload, or the parsing. */
export async function retry(place: string, key: string): Promise<void> {
  const item = itemsOf(place).find((other) => other.key === key)
  if (item?.phase !== 'failed') return
  if (item.doc) await unlock(place, key)
  else await begin(place, key)
}

/** Asks the server to parse a file again, with a password if the file needs one. */
export async function unlock(place: string, key: string, password?: string): Promise<void> {
  const doc = itemsOf(place).find((other) => other.key === key)?.doc
  if (!doc) return
  changeItem(place, key, { phase: 'parsing', progress: 0, error: '' })
  try {
    const now = await parse(doc.id, password)
    settle(place, key, now)
    follow(place, key, now)
  } catch (err) {
    changeItem(place, key, { phase: 'failed', error: asApiError(err).message })
  }
}
