export { ImageResultPage } from './result-page'
export { ImageSearchPage } from './search-page'
