export { MediaCard } from './media-card'
export { ImageResultPage } from './result-page'
export { ImageSearchPage } from './search-page'
