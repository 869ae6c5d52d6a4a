import type { Deps, LimitName, RequestContext } from '../../deps.ts';
import { invalid } from '../../errors.ts';

/**
 * Counts a stranger's attempt on an address and, above the limit, requires a solved captcha for each further one:
 * the owner gets in, guessing becomes slow.
 * @throws {ServiceError} 422 on the field `captcha`
 */
export async function requireCaptchaPast(
  deps: Deps,
  limit: Extract<LimitName, `${string}-address`>,
  email: string,
  captcha: string | undefined,
  { ip }: RequestContext,
): Promise<void> {
  if (await deps.limits.isWithin(limit, `email:${email}`)) return;
  if (!captcha || !(await deps.captcha.verify(captcha, ip))) throw invalid({ captcha: ['captcha'] });
}
