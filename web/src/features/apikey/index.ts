export { OpenAPIPage } from './page'
