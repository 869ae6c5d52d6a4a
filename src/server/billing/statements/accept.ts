import type { Deps, RequestContext } from '#server/core/deps.ts';
import { requireCaptcha } from '#server/people/captcha/require.ts';

/**
 * Accepts a statement that anybody may send, about a contract or a subscription.
 * @throws {ServiceError} 422 on the field `captcha` after several statements from a network or with an address
 */
export async function acceptStatement(
  deps: Deps,
  requestContext: RequestContext,
  { email, captcha }: { readonly email: string; readonly captcha?: string | undefined },
): Promise<void> {
  const keys = [`network:${requestContext.network}`, `email:${email}`];
  const within = await Promise.all(keys.map((key) => deps.limits.isWithin('declaration', key)));
  if (within.includes(false)) await requireCaptcha(deps, captcha, requestContext);
}

/** Whose ticket gets a statement that fits no contract of its address: the address’s or, after many in a day, the network’s. */
export async function findSender(deps: Deps, { network }: RequestContext, email: string): Promise<string> {
  const key = `network:${network}`;
  return (await deps.limits.isWithin('declaration-unknown', key)) ? email : key;
}
