import type { Deps, Trx } from '../../deps.ts';
import type { SecurityNews } from '../../mails/identity-templates.ts';
import { queueMail } from '../mail/queue.ts';

type Told = { readonly id: string; readonly email: string; readonly first_name: string; readonly locale: string };

/** Mails the person that something about their sign-in, address or money has changed, whoever did it. */
export async function tellSecurityNews(
  deps: Deps,
  trx: Trx,
  person: Told,
  what: SecurityNews,
  /** Tells this change from another of its kind. */
  changeId: string,
): Promise<void> {
  await queueMail(deps, trx, {
    dedupeKey: `security:${what}:${changeId}`,
    recipient: person.email,
    locale: person.locale,
    template: 'security-news',
    values: { firstName: person.first_name, what, at: deps.clock().getTime() },
  });
}
