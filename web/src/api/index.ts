export { CALL_TIMEOUT, type CallOptions, get, post, send } from './client'
export { ApiError, asApiError, errorText, isAbort, LocalCode } from './errors'
export { WEB_VERSION } from './headers'
export type * from './types'
