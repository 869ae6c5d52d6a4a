import { type Deps, invalid, type RequestContext } from '#server/core/deps.ts';
import type { LimitName } from '#shared/core/limit-names.ts';

/**
 * Counts a stranger's attempts on an address. Above the limit, each further attempt needs a solved captcha: the owner
 * still gets in, but guessing becomes slow.
 * @throws {ServiceError} 422 on the field `captcha`
 */
export async function requireCaptchaPast(
  deps: Deps,
  limit: Extract<LimitName, `${string}-address`>,
  key: string,
  captcha: string | undefined,
  requestContext: RequestContext,
): Promise<void> {
  if (!(await deps.limits.isWithin(limit, key))) await requireCaptcha(deps, captcha, requestContext);
}

/** @throws {ServiceError} 422 on the field `captcha` */
export async function requireCaptcha(deps: Deps, captcha: string | undefined, { ip }: RequestContext): Promise<void> {
  if (!captcha || !(await deps.captcha.verify(captcha, ip))) throw invalid({ captcha: ['captcha'] });
}
