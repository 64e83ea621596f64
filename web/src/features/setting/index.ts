export { SettingPage } from './page'
