import { create } from 'zustand'
import { storage } from '@/lib/storage'
import type { ListWish } from '../calls'

/** How the files are laid out; phones have rows only. */
export type Layout = 'list' | 'grid'

interface View extends ListWish {
  layout: Layout
  /** The words searched for. */
  keyword: string
}

/** What the library shows. It outlives the page, so that the way back from a file leads where one was. */
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
