export { FileView, type FileViewProps } from './file-view'
export { FileViewerPage } from './page'
export { ViewerPanel, type ViewerPanelProps } from './panel'
export {
  type Block,
  type DocView,
  type FileViewHandle,
  type Heading,
  type HighlightColour,
  highlightColours,
  type Unit,
  type UnitKind,
  type ViewHighlight,
  type ViewSelection,
} from './types'
export { useDoc } from './use-doc'
export { WebViewerPage } from './web-page'
