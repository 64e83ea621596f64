import type { MessageId } from '@/i18n'

/** The display text of a request's source network; for this machine, a text such as 本机. */
export function networkName(t: (id: MessageId) => string, network: string): string {
  return /^(loopback|127\.\d+\.\d+\.\d+|::1(\/\d+)?|::\/64)$/.test(network)
    ? t('admin.security.loopback')
    : network
}
