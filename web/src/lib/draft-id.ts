/**
 * The id of the draft for a conversation that does not exist yet. In a project, the id of this draft only begins with
 * NEW_DRAFT.
 */
export const NEW_DRAFT = 'new'
