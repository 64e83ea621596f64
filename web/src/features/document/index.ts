export {
  askAbout,
  attach,
  attached,
  attachText,
  type PastedText,
  restore,
  restoreFiles,
  subscribe,
  type Taken,
  take,
} from './attach/attachments'
export { attachEntries, pick } from './attach/pick'
export { Strip } from './attach/strip'
export { DropOverlay } from './parts/drop-overlay'
export { FileSign } from './parts/file-sign'
export { default as QuestionFiles } from './parts/question-files'
export type { DocView, FileRef } from './types'

/** Loads the dialog for choosing files of the library. */
export const loadChoose = () => import('./attach/choose-dialog')

/** Loads the button that uploads files into the library from another page. */
export const loadUpload = () => import('./parts/upload-button')

/**
 * Loads the page /mine. It is a script file of its own: attaching a file in the chat does not need the
 * library.
 */
export const loadLibrary = () => import('./library/page')
