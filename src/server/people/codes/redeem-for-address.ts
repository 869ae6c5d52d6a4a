import type { Deps, RequestContext, Trx } from '#server/core/deps.ts';
import { requireCaptchaPast } from '../captcha/require.ts';
import { findPersonByEmail, type Person } from '../find-person.ts';
import { isKnownDevice } from '../sessions/remember-device.ts';
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
 * meet the same limits in the same order, and cost the same statements. Guesses of strangers at typed codes count per
 * address, whatever network they come from. Nobody is locked out by them: a browser in which the person has signed in
 * has its own count, and links are too long to guess.
 * @throws {ServiceError} as `redeemCode`; 422 on the field `captcha`, then 429, after too many guesses
 */
export async function redeemCodeForAddress<Result>(
  deps: Deps,
  { email, code: entered, purpose, captcha, mayUse = () => true, prove }: SubmittedForAddress,
  requestContext: RequestContext,
  within: (trx: Trx, person: Person) => Promise<Result>,
): Promise<Result> {
  const { deviceHash } = requestContext;
  const found = await findPersonByEmail(deps.db, email);
  const person = found && mayUse(found) ? found : undefined;
  const isKnown = await isKnownDevice(deps.db, person?.id ?? '', deviceHash);
  const key = `${purpose}:${email}${isKnown ? `:${deviceHash}` : ''}`;
  const isTyped = isTypedPurpose(purpose);
  if (isTyped && !isKnown) await requireCaptchaPast(deps, 'code-address', key, captcha, requestContext);
  const attemptsLeft = isTyped ? await deps.limits.take('code-hour', key) : undefined;
  const onRight = async () => {
    if (isTyped) await Promise.all([deps.limits.forgive('code-address', key), deps.limits.forgive('code-hour', key)]);
    await prove?.(person as Person);
  };
  const code = entered.replace(/\s/g, '');
  const submitted = { personId: person?.id ?? '', purpose, code, isKnown, attemptsLeft, onRight };
  return redeemCode(deps, submitted, (trx) => within(trx, person as Person));
}
