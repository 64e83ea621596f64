import { create } from 'zustand'
import { storage } from '@/lib/storage'
import type { ListWish } from '../calls'

/** The layout of the files; phones have rows only. */
export type Layout = 'list' | 'grid'

interface View extends ListWish {
  layout: Layout
  /** The words searched for. */
  keyword: string
}

/**
 * The library's view settings. They stay in memory while another page is shown, so that returning from a file restores
 * them.
 */
export const useView = create<View>()(() => ({
  type: '',
  sort: 'time',
  keyword: '',
  layout: storage.get('library') === 'grid' ? 'grid' : 'list',
}))

export const show = (part: Partial<View>): void => useView.setState(part)

export function setLayout(layout: Layout): void {
  storage.set('library', layout)
  show({ layout })
}
