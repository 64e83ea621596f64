export { ExportMenu, type ExportMenuProps } from './menu'
