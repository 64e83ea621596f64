import type { Position } from './position'
import type { DocView } from './types'
import type { Viewer } from './viewer'

/** The props of every view. */
export interface ViewProps {
  doc: DocView
  viewer: Viewer
  /** The stored or requested start position. */
  start?: Position
}
