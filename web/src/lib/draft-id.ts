/** The id of the home page's draft, used before its conversation exists. */
export const NEW_DRAFT = 'new'
