export { Connectors } from './connectors'
export { ConnectorPage } from './page'
