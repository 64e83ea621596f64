export { default as ChartCard } from './chart-card'
export { default as FileCard } from './file-card'
export { ToolPage } from './page'
export { default as ProgramCard } from './program-card'
