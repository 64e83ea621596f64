import type { Position } from './position'
import type { DocView } from './types'
import type { Viewer } from './viewer'

/** What every view is given. */
export interface ViewProps {
  doc: DocView
  viewer: Viewer
  /** Where the reader was last time, or is sent to. */
  start?: Position
}
