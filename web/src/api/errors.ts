import { t } from '@/i18n'
import { isOnline } from '@/lib/online'

/** Codes that the page itself gives; all others come from the server's catalogue. */
export const LocalCode = {
  network: '80001',
  timeout: '80004',
  unknown: '20000',
} as const

/** A call that failed, ready to be shown: message is a sentence for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly code: string,
    message: string,
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    /** Seconds after which a retry makes sense, when the server said so. */
    readonly retryAfter?: number,
    /** What an operator searches the log for. */
    readonly traceId?: string,
  ) {
    super(message)
  }

  /** Whether the person already hears of it in another way, so that it is not said again. */
  told = false

  asTold(): this {
    this.told = true
    return this
  }

  /** No answer came at all: the network, not the request, is at fault. */
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

/** Reads a failed answer; a body that is no JSON still gives a sentence. */
export async function errorOf(res: Response): Promise<ApiError> {
  let body: ErrorBody = {}
  try {
    const parsed: unknown = await res.json()
    if (parsed !== null && typeof parsed === 'object') body = parsed
  } catch {
    // A proxy's HTML page, or nothing: the default sentence says enough.
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

/** Turns whatever a call threw into an ApiError; an abort by us stays an abort. */
export function asApiError(err: unknown): ApiError {
  if (err instanceof ApiError) return err
  if (err instanceof DOMException && err.name === 'TimeoutError') {
    return new ApiError(LocalCode.timeout, t('error.timeout'), 0)
  }
  if (err instanceof TypeError) return new ApiError(LocalCode.network, t('error.network'), 0)
  return new ApiError(LocalCode.unknown, t('error.service'), 0)
}

/** Whether the call was ended by ourselves, which is no error to show. */
export function isAbort(err: unknown): boolean {
  return (err as { name?: unknown } | null)?.name === 'AbortError'
}

/**
 * The sentence to show for a failure, or null for one that needs none: an own
 * abort, what has been said already, and a network failure while the offline
 * bar says why.
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
