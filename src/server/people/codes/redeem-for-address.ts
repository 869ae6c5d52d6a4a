import type { Deps, RequestContext, Trx } from '#server/core/deps.ts';
import { findPersonByEmail, type Person } from '../find-person.ts';
import { requireCaptchaPast } from '../require-captcha.ts';
import type { CodePurpose } from '../tables.ts';
import { isTypedPurpose } from './issue.ts';
import { redeemCode } from './redeem.ts';

type SubmittedForAddress = {
  readonly email: string;
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly captcha?: string | undefined;
  /** Whether this person's code may be used; if not, the response is that for an unknown address. */
  readonly mayUse?: (person: Person) => boolean;
  /** What the person must prove besides the code; asked once the code is right, which stays unused if it throws. */
  readonly prove?: (person: Person) => Promise<void>;
};

/**
 * Checks a code that someone submits together with an address: the only place that does. Known and unknown addresses
 * meet the same limits in the same order, and cost the same statements. Guesses at typed codes count per address,
 * whatever network they come from; links are too long to guess, so their owner always gets in.
 * @throws {ServiceError} as `redeemCode`; 422 on the field `captcha`, then 429, after too many guesses
 */
export async function redeemCodeForAddress<Result>(
  deps: Deps,
  { email, code: entered, purpose, captcha, mayUse = () => true, prove }: SubmittedForAddress,
  requestContext: RequestContext,
  within: (trx: Trx, person: Person) => Promise<Result>,
): Promise<Result> {
  const key = `${purpose}:${email}`;
  const isTyped = isTypedPurpose(purpose);
  if (isTyped) await requireCaptchaPast(deps, 'code-address', key, captcha, requestContext);
  const attemptsLeft = isTyped ? await deps.limits.take('code-hour', key) : undefined;
  const found = await findPersonByEmail(deps.db, email);
  const person = found && mayUse(found) ? found : undefined;
  const onRight = async () => {
    if (isTyped) await Promise.all([deps.limits.forgive('code-address', key), deps.limits.forgive('code-hour', key)]);
    await prove?.(person as Person);
  };
  const submitted = { personId: person?.id ?? '', purpose, code: entered.replace(/\s/g, ''), attemptsLeft, onRight };
  return redeemCode(deps, submitted, (trx) => within(trx, person as Person));
}
