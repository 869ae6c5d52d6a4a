import * as z from 'zod/mini';
import type { VatSettings } from '#server/core/env-services.ts';
import { requestJson, type VatAnswer } from './tax-numbers.ts';

const token = z.object({ access_token: z.string() });
const found = z.object({ consultationNumber: z.optional(z.string()) });
const error = z.object({ code: z.string() });

/**
 * Asks HMRC's API “Check a UK VAT number”, version 2.0
 * (https://developer.service.hmrc.gov.uk/api-documentation/docs/api/service/vat-registered-companies-api/2.0). It gives a
 * consultation number only to a requester.
 */
export async function askHmrc({ hmrcUrl, hmrc, hmrcRequester }: VatSettings, vatNumber: string): Promise<VatAnswer> {
  if (hmrc === undefined) return { status: 'unavailable', reason: 'HMRC_CLIENT_ID' };
  const [client_id, client_secret] = hmrc;
  const credentials = { client_id, client_secret, grant_type: 'client_credentials', scope: 'read:vat' };
  const login = await requestJson(`${hmrcUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(credentials) });
  const { access_token } = token.parse(login.body);
  const path = [vatNumber.slice(2), hmrcRequester].filter((part) => part !== undefined).join('/');
  const { status, body } = await requestJson(`${hmrcUrl}/organisations/vat/check-vat-number/lookup/${path}`, {
    headers: { Accept: 'application/vnd.hmrc.2.0+json', Authorization: `Bearer ${access_token}` },
  });
  if (status === 200) return { status: 'valid', id: found.parse(body).consultationNumber ?? null };
  const { code } = error.parse(body);
  return status === 404 && code === 'NOT_FOUND' ? { status: 'invalid' } : { status: 'unavailable', reason: code };
}
