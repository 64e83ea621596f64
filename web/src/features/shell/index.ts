export { useRoom } from './nav-store'
export { PageFrame, type PageFrameProps } from './page-frame'
export { PageHeader, type PageHeaderProps } from './page-header'
export { loadShell, Shell, type ShellProps } from './shell'
