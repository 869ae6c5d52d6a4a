import * as z from 'zod/mini';
import type { VatSettings } from '#server/core/env-services.ts';
import { requestJson, type VatAnswer } from './tax-numbers.ts';

const answer = z.object({
  valid: z.optional(z.boolean()),
  requestIdentifier: z.nullish(z.string()),
  errorWrappers: z.optional(z.array(z.object({ error: z.string() }))),
});

/** What an error of VIES means: it refuses the number, or it couldn't be asked. */
export function readViesError(code: string): VatAnswer {
  return code === 'INVALID_INPUT' ? { status: 'invalid' } : { status: 'unavailable', reason: code };
}

const split = (vatNumber: string) => [vatNumber.slice(0, 2), vatNumber.slice(2)] as const;

/**
 * Asks VIES, the European Commission's REST service
 * (https://ec.europa.eu/taxation_customs/vies/#/technical-information). It names its answer only to a requester.
 */
export async function askVies({ viesUrl, viesRequester }: VatSettings, vatNumber: string): Promise<VatAnswer> {
  const [countryCode, number] = split(vatNumber);
  const [requesterMemberStateCode, requesterNumber] = split(viesRequester ?? '');
  const requester = viesRequester === undefined ? {} : { requesterMemberStateCode, requesterNumber };
  const { body } = await requestJson(`${viesUrl}/check-vat-number`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ countryCode, vatNumber: number, ...requester }),
  });
  const { valid, requestIdentifier, errorWrappers = [] } = answer.parse(body);
  if (valid === undefined) return readViesError(errorWrappers[0]?.error ?? 'SERVICE_UNAVAILABLE');
  return valid ? { status: 'valid', id: requestIdentifier || null } : { status: 'invalid' };
}
