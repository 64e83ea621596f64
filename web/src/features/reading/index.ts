export { DeepReadingPage } from './detail-page'
export { ReadingListPage } from './list-page'
export { SharedReadingPage } from './share-page'
