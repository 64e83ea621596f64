export { PageHeader, type PageHeaderProps } from './page-header'
export { Shell, type ShellProps } from './shell'
