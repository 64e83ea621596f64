export { SearchHost } from './host'
export { openSearch } from './store'
