import { createHmac } from 'node:crypto';
import type { Db, Deps, RequestContext, Trx } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** Actions that say who tried to sign in and from where. They are deleted after a year, as the privacy policy says. */
export const signInActions = ['signed-in', 'sign-in-failed', 'second-factor-failed'] as const;

type Failure = {
  readonly person: { readonly id: string } | undefined;
  readonly email: string;
  readonly action: Exclude<(typeof signInActions)[number], 'signed-in'>;
};

/** Network address and browser, as the audit log keeps them. */
export function describeSignIn({ ip, userAgent }: RequestContext): { ip: string; userAgent: string } {
  return { ip, userAgent };
}

/** The same for a session that is open. */
export async function describeSession(executor: Db | Trx, sessionId: string): Promise<object> {
  const session = await executor
    .selectFrom('session')
    .select(['ip', 'user_agent as userAgent'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return session ?? {};
}

/**
 * Writes a failed attempt down. An address nobody has is recorded as well, by a keyed hash: it takes as long, and an
 * operator can see that someone tries a list.
 */
export async function recordFailedSignIn(
  deps: Deps,
  executor: Db | Trx,
  { person, email, action }: Failure,
  requestContext: RequestContext,
): Promise<void> {
  const addressHash = createHmac('sha256', deps.keys.derive('audit-address')).update(email).digest('base64url');
  await writeAudit(deps, executor, {
    actor: 'visitor',
    action,
    entity: person ? 'person' : 'address',
    entityId: person?.id ?? addressHash,
    details: describeSignIn(requestContext),
  });
}
