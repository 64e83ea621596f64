export { GoodQuestionPage } from './page'
export { Suggestions, type SuggestionsProps } from './suggestions'
