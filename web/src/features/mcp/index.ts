export { Connectors } from './connectors'
export { HereDialog } from './here-dialog'
export { ConnectorPage } from './page'
