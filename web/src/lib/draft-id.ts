/** The draft of the home page, before a conversation exists. */
export const NEW_DRAFT = 'new'
