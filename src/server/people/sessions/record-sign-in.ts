import { createHmac } from 'node:crypto';
import { type Db, type Deps, type RequestContext, type Trx, writeAudit } from '#server/core/deps.ts';

/** Audit actions with network address and browser, deleted after a year as stated in the privacy policy. */
export const signInActions = ['signed-in', 'sign-in-failed', 'second-factor-failed'] as const;

type Failure = {
  readonly person: { readonly id: string } | undefined;
  readonly email: string;
  readonly action: Exclude<(typeof signInActions)[number], 'signed-in'>;
};

export function describeSignIn({ ip, userAgent }: RequestContext): { ip: string; userAgent: string } {
  return { ip, userAgent };
}

/** The network address and browser of an open session. */
export async function describeSession(executor: Db | Trx, sessionId: string): Promise<object> {
  const session = await executor
    .selectFrom('session')
    .select(['ip', 'user_agent as userAgent'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return session ?? {};
}

/**
 * Audits a failed attempt. Unknown addresses are stored as a keyed hash: that takes the same time, and an operator can
 * detect someone trying a list.
 */
export async function recordFailedSignIn(
  deps: Deps,
  executor: Db | Trx,
  { person, email, action }: Failure,
  requestContext: RequestContext,
): Promise<void> {
  const addressHash = createHmac('sha256', deps.keys.derive('audit-address')).update(email).digest('base64url');
  await writeAudit(
    deps,
    executor,
    'visitor',
    action,
    [person ? 'person' : 'address', person?.id ?? addressHash],
    describeSignIn(requestContext),
  );
}
