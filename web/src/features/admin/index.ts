export { AdminPage } from './page'
export { default as Connect } from './parts/connect'
