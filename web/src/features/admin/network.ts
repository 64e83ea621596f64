import type { MessageId } from '@/i18n'

/** Where somebody acted from: this machine in words, another place by its network. */
export function networkName(t: (id: MessageId) => string, network: string): string {
  return /^(loopback|127\.\d+\.\d+\.\d+|::1(\/\d+)?|::\/64)$/.test(network)
    ? t('admin.security.loopback')
    : network
}
