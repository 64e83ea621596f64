export { ChatPage, type ChatPageProps } from './page'
