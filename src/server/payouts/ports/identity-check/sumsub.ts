import * as z from 'zod/mini';
import { ServiceError } from '#server/core/deps.ts';
import type { IdentitySettings } from '#server/core/env-identity-check.ts';
import type { IdentityEvent, IdentityReason, IdentityStatus } from '#shared/payouts/payees/identity-check.ts';
import { hmacHex, parseBody, requestJson, requireSignature } from './http.ts';
import { type Identity, nameOf } from './identity-check.ts';

/** ISO 3166-1 codes of the countries with a right to cancel; what a document from elsewhere says is only that. */
const codes =
  'AUT:AT BEL:BE BGR:BG HRV:HR CYP:CY CZE:CZ DNK:DK EST:EE FIN:FI FRA:FR DEU:DE D:DE GRC:GR HUN:HU ISL:IS IRL:IE ITA:IT ' +
  'LVA:LV LIE:LI LTU:LT LUX:LU MLT:MT NLD:NL NOR:NO POL:PL PRT:PT ROU:RO SVK:SK SVN:SI ESP:ES SWE:SE GBR:GB BRA:BR ' +
  'ALA:AX GUF:GF GLP:GP MAF:MF MTQ:MQ MYT:YT REU:RE USA:US CAN:CA CHE:CH';

const alpha2 = new Map(codes.split(' ').map((pair) => pair.split(':') as [alpha3: string, alpha2: string]));

const linkSeconds = 1_800;

/** SHA-1 digests, which Sumsub still offers, are refused. */
const algorithms = { HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' } as const;

const reviewResult = z.optional(
  z.object({
    reviewAnswer: z.optional(z.string()),
    reviewRejectType: z.optional(z.string()),
    rejectLabels: z.optional(z.array(z.string())),
  }),
);

const webhook = z.object({
  type: z.string(),
  externalUserId: z.optional(z.string()),
  createdAtMs: z.optional(z.union([z.string(), z.number()])),
  reviewResult,
});

const applicant = z.object({
  info: z.optional(
    z.object({
      firstName: z.optional(z.string()),
      lastName: z.optional(z.string()),
      /** Alpha-3. */
      country: z.optional(z.string()),
      idDocs: z.optional(z.array(z.object({ country: z.optional(z.string()) }))),
    }),
  ),
  review: z.object({ reviewStatus: z.string(), reviewDate: z.optional(z.string()), reviewResult }),
});

/** Sumsub's labels that the person can act on; all others are reported without a reason. */
const reasons: readonly (readonly [RegExp, IdentityReason])[] = [
  [/EXPIR/, 'document-expired'],
  [/SELFIE|FACE|LIVENESS/, 'face-differs'],
  [/UNSATISFACTORY|LOW_QUALITY|DAMAGED|BLACK_AND_WHITE|SCREENSHOT|GLARE|BLUR/, 'document-unreadable'],
  [/MISSING|PAGE|SIDE|INCOMPLETE/, 'document-incomplete'],
  [/NAME|MISMATCH|PROBLEMATIC_APPLICANT_DATA/, 'name-differs'],
  [/DOCUMENT|IDENTITY/, 'document-not-accepted'],
];

function findReason(labels: readonly string[] = []): IdentityReason {
  return reasons.find(([pattern]) => labels.some((label) => pattern.test(label)))?.[1] ?? 'not-accepted';
}

/** Formats: `2026-03-11 15:00:00.321` (UTC), `2026-03-11 15:00:00+0000`, or a number. */
function readTime(value: string | number | undefined): number {
  if (typeof value === 'number') return value;
  const text = (value ?? '')
    .trim()
    .replace(' ', 'T')
    .replace(/\+0000$/, 'Z');
  return /^\d+$/.test(text) ? Number(text) : Date.parse(/Z$/.test(text) ? text : `${text}Z`);
}

const statusOfType: Readonly<Record<string, IdentityStatus>> = {
  applicantCreated: 'started',
  applicantReset: 'started',
  applicantPending: 'review',
  applicantOnHold: 'review',
};

function toOutcome(result: z.output<typeof reviewResult>): Pick<IdentityEvent, 'status' | 'reason'> | null {
  if (result?.reviewAnswer === 'GREEN') return { status: 'approved', reason: null };
  if (result?.reviewAnswer !== 'RED') return null;
  const reason = findReason(result.rejectLabels);
  return result.reviewRejectType === 'RETRY' ? { status: 'retry', reason } : { status: 'declined', reason };
}

/** Sumsub's hosted check. Our check id is its `externalUserId`. Its `clientComment` is never read. */
export function createSumsub(settings: Extract<IdentitySettings, { provider: 'sumsub' }>, clock: () => Date): Identity {
  const send = (method: 'GET' | 'POST', path: string, body = '') => {
    const seconds = Math.floor(clock().getTime() / 1000).toString();
    return requestJson(`${settings.baseUrl}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-App-Token': settings.appToken,
        'X-App-Access-Ts': seconds,
        'X-App-Access-Sig': hmacHex('sha256', settings.secretKey, `${seconds}${method}${path}${body}`),
      },
      ...(body === '' ? {} : { body }),
    });
  };
  return {
    provider: 'sumsub',
    async start({ checkId, email, locale, returnUrl }) {
      const body = JSON.stringify({
        levelName: settings.level,
        userId: checkId,
        applicantIdentifiers: { email },
        ttlInSecs: linkSeconds,
        lang: locale,
        redirect: { successUrl: returnUrl, rejectUrl: returnUrl },
      });
      const answer = z
        .object({ url: z.url({ protocol: /^https?$/ }) })
        .safeParse(await send('POST', '/resources/sdkIntegrations/levels/-/websdkLink', body));
      if (!answer.success) throw new ServiceError(503, 'identity_unavailable', { cause: answer.error });
      return { ref: checkId, url: answer.data.url };
    },
    async receive(headers, rawBody) {
      const name = headers.get('x-payload-digest-alg') ?? '';
      const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name as keyof typeof algorithms] : undefined;
      if (!algorithm) throw new ServiceError(401, 'bad_signature');
      requireSignature(hmacHex(algorithm, settings.webhookSecret, rawBody), headers.get('x-payload-digest'));
      const read = webhook.safeParse(parseBody(rawBody));
      if (!read.success) throw new ServiceError(400, 'bad_body', { cause: read.error });
      const { type, externalUserId, createdAtMs, reviewResult: result } = read.data;
      const at = readTime(createdAtMs);
      if (externalUserId === undefined || !Number.isSafeInteger(at)) return null;
      const plain = statusOfType[type];
      const verdict = type === 'applicantReviewed' ? toOutcome(result) : plain ? { status: plain, reason: null } : null;
      return verdict && { checkId: externalUserId, event: { ...verdict, at, name: null } };
    },
    async fetch({ id }) {
      const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(id)}/one`;
      const read = applicant.safeParse(await send('GET', path));
      if (!read.success) throw new ServiceError(503, 'identity_unavailable', { cause: read.error });
      const { info, review } = read.data;
      const verdict = review.reviewStatus === 'completed' ? toOutcome(review.reviewResult) : null;
      const at = readTime(review.reviewDate);
      if (!verdict || !Number.isSafeInteger(at)) return null;
      const { country, idDocs = [] } = info ?? {};
      const issuer = idDocs.find((each) => each.country !== undefined)?.country ?? country;
      return { ...verdict, at, name: nameOf(info ?? {}), country: issuer === undefined ? null : readAlpha3(issuer) };
    },
  };
}

/** An alpha-3 code as alpha-2; ZZ for other countries, and null for no code. */
function readAlpha3(code: string): string | null {
  if (!/^[A-Z]{1,3}$/.test(code)) return null;
  return alpha2.get(code) ?? 'ZZ';
}
