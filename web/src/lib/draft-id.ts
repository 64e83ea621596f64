/**
 * The id of the draft for a new conversation. In a project, `-` and the id of the project are appended to it.
 */
export const NEW_DRAFT = 'new'
