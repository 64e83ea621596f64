import { t } from '@/i18n'
import { isOnline } from '@/lib/online'

/** Error codes created by the page itself; all other codes come from the server's catalogue. */
export const LocalCode = {
  network: '80001',
  timeout: '80004',
  unknown: '20000',
} as const

/** A failed call; message is a sentence to show to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly code: string,
    message: string,
    /** HTTP status; 0 if there was no response. */
    readonly status: number,
    /** Seconds to wait before a retry, if the server stated them. */
    readonly retryAfter?: number,
    /** The id to search for in the server's log. */
    readonly traceId?: string,
  ) {
    super(message)
  }

  /** Whether the user has already been informed, so that the error is not shown again. */
  told = false

  asTold(): this {
    this.told = true
    return this
  }

  /** Whether there was no response because the network failed. */
  get isNetwork(): boolean {
    return this.status === 0 && this.code === LocalCode.network
  }
}

interface ErrorBody {
  error?: { code?: string | number; message?: string }
  code?: string | number
  msg?: string
  message?: string
  errorMessage?: string
}

/** Parses an error response; if the body has no message, the error gets a default message. */
export async function errorOf(res: Response): Promise<ApiError> {
  let body: ErrorBody = {}
  try {
    const parsed: unknown = await res.json()
    if (parsed !== null && typeof parsed === 'object') body = parsed
  } catch {
    // The body is not JSON, for example the HTML page of a proxy. The error gets the default message.
  }
  const code = body.error?.code ?? body.code ?? LocalCode.unknown
  const message =
    body.errorMessage || body.error?.message || body.msg || body.message || defaultText(res.status)
  const retry = Number(res.headers.get('retry-after'))
  return new ApiError(
    String(code),
    message,
    res.status,
    Number.isFinite(retry) && retry > 0 ? retry : undefined,
    res.headers.get('x-traceid') ?? undefined,
  )
}

/**
 * Turns anything thrown by a call into an ApiError. The caller must first check for a cancellation with isAbort,
 * because a cancellation would become an unknown error here.
 */
export function asApiError(err: unknown): ApiError {
  if (err instanceof ApiError) return err
  if (err instanceof DOMException && err.name === 'TimeoutError') {
    return new ApiError(LocalCode.timeout, t('error.timeout'), 0)
  }
  if (err instanceof TypeError) return new ApiError(LocalCode.network, t('error.network'), 0)
  return new ApiError(LocalCode.unknown, t('error.service'), 0)
}

/** Whether the error is the cancellation of a call by this page. A cancellation is not shown to the user. */
export function isAbort(err: unknown): boolean {
  return (err as { name?: unknown } | null)?.name === 'AbortError'
}

/**
 * The message to show for a failure. null for a cancellation by this page, for an error that was already shown, and for
 * a network failure while the offline bar is visible.
 */
export function errorText(err: unknown): string | null {
  if (isAbort(err)) return null
  const e = asApiError(err)
  return e.told || (e.isNetwork && !isOnline()) ? null : e.message
}

function defaultText(status: number): string {
  if (status === 401) return t('error.login')
  if (status === 403) return t('error.forbidden')
  return t('error.service')
}
