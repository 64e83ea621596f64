export { AdminPage } from './page'
