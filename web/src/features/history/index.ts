export { HistoryPage } from './page'
