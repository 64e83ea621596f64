export { EditPage } from './edit-page'
export { ListPage } from './list-page'
