import type { SecurityEvent } from '@/api'
import type { MessageId } from '@/i18n'

type Kind = SecurityEvent['kind']

/** All kinds of events, as in package security of the server; the type requires every kind. */
const all: Record<Kind, true> = {
  'login.done': true,
  'login.failed': true,
  'right.refused': true,
  'secret.changed': true,
  'identity.bound': true,
  'identity.unbound': true,
  'role.changed': true,
  'account.disabled': true,
  'account.enabled': true,
  'account.banned': true,
  'account.unbanned': true,
  'account.loggedOut': true,
  'factor.on': true,
  'factor.off': true,
  'factor.reset': true,
  'factor.failed': true,
  'factor.recovery': true,
  'factor.recoveryUsed': true,
  'account.left': true,
  'account.returned': true,
  'account.deleted': true,
  'data.exported': true,
  'upload.infected': true,
  'upload.unscanned': true,
  'apikey.made': true,
  'apikey.revoked': true,
  'apikey.failed': true,
}

export const kinds = Object.keys(all) as Kind[]

/** Periods in days; 0: everything stored. */
export const spans = [1, 7, 30, 0] as const

/** The start of a period of `days` days until now, in Unix ms; 0 if the period covers everything stored. */
export const since = (days: number, now = Date.now()) => (days ? now - days * 86_400_000 : 0)

const ways: Record<string, MessageId> = {
  phone: 'admin.security.way.phone',
  wx: 'admin.security.way.wx',
  qq: 'admin.security.way.qq',
  oneid: 'admin.security.way.oneid',
  scan: 'admin.security.way.scan',
  middle_login: 'admin.security.way.middle',
  choose: 'admin.security.way.choose',
  return: 'admin.security.way.return',
  factor: 'admin.security.way.factor',
  recovery: 'admin.security.way.recovery',
  'factor.on': 'admin.security.factor.on',
  'factor.off': 'admin.security.factor.off',
  'factor.recovery': 'admin.security.factor.recovery',
  admin: 'admin.security.way.admin',
  archive: 'admin.security.way.archive',
  backup: 'admin.security.way.backup',
  'role=0': 'admin.security.way.role0',
  'role=1': 'admin.security.way.role1',
  providers: 'admin.tab.provider',
  login: 'admin.tab.login',
  search: 'admin.tab.source',
  'admin forget-secrets': 'admin.security.way.forgotten',
}

/** The text for a recorded detail; undefined if there is no text, for example for the name of a call. */
export const wayOf = (detail: string): MessageId | undefined => ways[detail]

const reasons: Record<string, MessageId> = {
  '21005': 'admin.security.reason.banned',
  '23002': 'admin.security.reason.right',
  '23010': 'admin.security.reason.code',
  '23011': 'admin.security.reason.tries',
  '23019': 'admin.security.reason.state',
  '23020': 'admin.security.reason.provider',
  '23021': 'admin.security.reason.tries',
  '23041': 'admin.security.reason.key',
  '23022': 'admin.security.reason.disabled',
  '23026': 'admin.security.reason.registration',
  '23029': 'admin.security.reason.factor',
  '23030': 'admin.security.reason.factorNeeded',
}

/** The reason of a refusal, by its error code; undefined if there is no text for it. */
export const reasonOf = (code: string): MessageId | undefined => reasons[code]
