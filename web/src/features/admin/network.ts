import type { MessageId } from '@/i18n'

/** The origin of a request: "this machine" in words, or the network. */
export function networkName(t: (id: MessageId) => string, network: string): string {
  return /^(loopback|127\.\d+\.\d+\.\d+|::1(\/\d+)?|::\/64)$/.test(network)
    ? t('admin.security.loopback')
    : network
}
