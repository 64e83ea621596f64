export { ExportMenu, type ExportProps, useExport } from './menu'
