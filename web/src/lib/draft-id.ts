/** The id of the draft for a new conversation, before the conversation exists; in a project, the start of that id. */
export const NEW_DRAFT = 'new'
