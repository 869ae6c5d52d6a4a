import * as z from 'zod/mini';
import { ServiceError } from '#server/core/deps.ts';
import type { IdentitySettings } from '#server/core/env-identity-check.ts';
import type { IdentityEvent, IdentityReason, IdentityStatus } from '#shared/payouts/payees/identity-check.ts';
import { hmacHex, parseBody, requestJson, requireSignature } from './http.ts';
import { type Identity, nameOf } from './identity-check.ts';

type Settings = Extract<IdentitySettings, { provider: 'veriff' }>;

const statuses: Readonly<Record<number, IdentityStatus>> = {
  9001: 'approved',
  9102: 'declined',
  9103: 'retry',
  9104: 'expired',
  9121: 'expired',
};

/** Veriff's reason codes that the person can act on. */
const reasons: Readonly<Record<number, IdentityReason>> = {
  102: 'face-differs',
  106: 'document-not-accepted',
  108: 'face-differs',
  201: 'document-incomplete',
  203: 'document-incomplete',
  204: 'document-unreadable',
  205: 'document-expired',
  206: 'document-not-accepted',
  207: 'document-unreadable',
};

const verification = z.object({
  id: z.string(),
  code: z.int(),
  reasonCode: z.nullish(z.int()),
  vendorData: z.nullish(z.string()),
  /** Null if a session ended without a decision. */
  decisionTime: z.nullish(z.string()),
  /** When the session was opened. */
  acceptanceTime: z.nullish(z.string()),
  person: z.nullish(z.object({ firstName: z.nullish(z.string()), lastName: z.nullish(z.string()) })),
  /** Its country is alpha-2. */
  document: z.nullish(z.object({ country: z.nullish(z.string()) })),
});

const decision = z.object({ verification: z.nullish(verification) });
const session = z.object({ verification: z.object({ id: z.string(), url: z.url({ protocol: /^https?$/ }) }) });

function readDecision(body: unknown): { readonly checkId: string | null; readonly event: IdentityEvent } | null {
  const read = decision.safeParse(body);
  const found = read.success ? read.data.verification : null;
  const status = found ? statuses[found.code] : undefined;
  const at = Date.parse(found?.decisionTime ?? found?.acceptanceTime ?? '');
  if (!found || !status || !Number.isSafeInteger(at)) return null;
  const needsReason = status === 'declined' || status === 'retry';
  return {
    checkId: found.vendorData ?? null,
    event: {
      status,
      at,
      reason: needsReason ? (reasons[found.reasonCode ?? 0] ?? 'not-accepted') : null,
      name: nameOf(found.person ?? {}),
      country: /^[A-Z]{2}$/.exec(found.document?.country ?? '')?.[0] ?? null,
    },
  };
}

/** Veriff's hosted check. Our check id is its `vendorData`; each start opens a new session. */
export function createVeriff({ apiKey, sharedSecret, baseUrl }: Settings): Identity {
  const headersOf = (signed: string) => ({
    'Content-Type': 'application/json',
    'X-AUTH-CLIENT': apiKey,
    'X-HMAC-SIGNATURE': hmacHex('sha256', sharedSecret, signed),
  });
  return {
    provider: 'veriff',
    async start({ checkId, firstName, lastName, returnUrl }) {
      const body = JSON.stringify({
        verification: { callback: returnUrl, person: { firstName, lastName }, vendorData: checkId },
      });
      const init = { method: 'POST', headers: headersOf(body), body };
      const answer = session.safeParse(await requestJson(`${baseUrl}/v1/sessions`, init));
      if (!answer.success) throw new ServiceError(503, 'identity_unavailable', { cause: answer.error });
      const { id, url } = answer.data.verification;
      return { ref: id, url };
    },
    async receive(headers, rawBody) {
      if (headers.get('x-auth-client') !== apiKey) throw new ServiceError(401, 'bad_signature');
      requireSignature(hmacHex('sha256', sharedSecret, rawBody), headers.get('x-hmac-signature'));
      const read = readDecision(parseBody(rawBody));
      return read?.checkId ? { checkId: read.checkId, event: read.event } : null;
    },
    async fetch({ ref }) {
      if (ref === null) return null;
      const path = `/v1/sessions/${encodeURIComponent(ref)}/decision`;
      const answer = await requestJson(`${baseUrl}${path}`, { headers: headersOf(ref) });
      return readDecision(answer)?.event ?? null;
    },
  };
}
