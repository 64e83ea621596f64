export { useRoom } from './nav-store'
export { PageHeader, type PageHeaderProps } from './page-header'
export { Shell, type ShellProps } from './shell'
