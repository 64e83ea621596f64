export { ModelPage } from './page'
