import type { MailTemplate } from '#server/core/mail/values.ts';
import { mailCauses } from './limits.ts';

/** The order in which waiting mail goes out: what lets someone in, what is theirs, what goes to every subscriber. */
export const mailLanes = ['code', 'own', 'bulk'] as const;
export type MailLane = (typeof mailLanes)[number];

export const priorityOf: Readonly<Record<MailLane, number>> = { code: 1, own: 0, bulk: -1 };

export function laneOf(template: MailTemplate): MailLane {
  if (template === 'incident-update') return 'bulk';
  return mailCauses[template] === 'code' || template === 'set-password' ? 'code' : 'own';
}
