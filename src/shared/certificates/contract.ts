import * as z from 'zod/mini';
import { programs, sizes } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { formatted, opaqueId, optionalCheckbox } from '#shared/core/fields.ts';
import { certificateKinds } from './claims.ts';
import { nameStyles } from './name.ts';

const certificateId = formatted(22, /^[A-Za-z0-9_-]{22}$/, 'not_found', 'invalid');
const nameStyle = z.enum(nameStyles);

const certificate = z.object({
  id: z.string(),
  kind: z.enum(certificateKinds),
  accountId: z.string(),
  /** As printed. */
  name: z.string(),
  nameStyle,
  program: z.enum(programs),
  size: z.enum(sizes),
  /** The trading day of the pass or the day of the payment: YYYY-MM-DD. */
  day: z.string(),
  /** The profit at the pass, or the payout that arrived; null if the amount is hidden. */
  amountCents: z.nullable(z.int()),
  showsAmount: z.boolean(),
  /** Trading days until the pass; for evaluations only. */
  tradingDays: z.nullable(z.int()),
  issuedAt: z.int(),
  /** The public page that verifies it. */
  url: z.string(),
});

export const fetchCertificates = defineCall({
  summary: 'Lists your valid certificates, newest achievement first',
  get: 'certificates',
  limit: null,
  /** `accountId` limits the list to the payouts of one account. */
  query: z.object({ accountId: z.optional(opaqueId) }),
  data: z.object({
    certificates: z.array(certificate),
    /** Your name as each option prints it. */
    names: z.object({ full: z.string(), initials: z.string() }),
  }),
  errors: ['not_found'],
});

export const reissueCertificate = defineCall({
  summary: 'Replaces a certificate with one that shows another name or no amount, and revokes the old one',
  post: 'certificates/reissue',
  body: z.object({ certificateId, nameStyle, showsAmount: optionalCheckbox }),
  data: z.object({ id: z.string() }),
  errors: ['not_found'],
});

export const certificatePicture = defineCall({
  summary: 'Returns your certificate as a picture to post, in the language of the request',
  get: 'certificates/picture',
  query: z.object({ certificateId }),
  mediaType: 'image/png',
  errors: ['not_found'],
});

export const certificateFile = defineCall({
  summary: 'Returns your certificate as a signed PDF with the credential attached, in the language of the request',
  get: 'certificates/document',
  query: z.object({ certificateId }),
  mediaType: 'application/pdf',
  errors: ['not_found'],
});

export const certificateIssuer = defineCall({
  summary: 'Returns the issuer’s Open Badges profile, which the credentials reference',
  get: 'certificates/issuer',
  access: 'any',
  mediaType: 'application/json',
});

export const certificateKeys = defineCall({
  summary: 'Returns every public key that ever signed a certificate, under each of its ids, as a JWK set (RFC 7517)',
  get: 'certificates/keys',
  access: 'any',
  mediaType: 'application/json',
});

export const certificateKey = defineCall({
  summary: 'Returns one public key as a JWK. The `kid` of a credential points here',
  get: 'certificates/keys/{kid}',
  access: 'any',
  limit: null,
  params: z.object({ kid: formatted(43, /^[A-Za-z0-9_-]{43}$/) }),
  mediaType: 'application/json',
});

export const certificateStatus = defineCall({
  summary: 'Returns a revocation list as a signed credential (W3C Bitstring Status List)',
  get: 'certificates/status/{list}',
  access: 'any',
  params: z.object({ list: formatted(6, /^\d{1,6}$/) }),
  mediaType: 'application/vc+jwt',
});

export const fetchCertificate = defineCall({
  summary: 'Returns a certificate as anyone with its number may see it. A revoked one shows only when and why',
  get: 'certificates/public/{certificateId}',
  access: 'any',
  params: z.object({ certificateId }),
  data: z.discriminatedUnion('status', [
    z.object({ status: z.literal('valid'), credential: z.string() }),
    z.object({
      status: z.literal('revoked'),
      revokedAt: z.int(),
      reason: z.enum(['replaced', 'corrected', 'payout-returned', 'account-deleted', 'operator']),
    }),
  ]),
});
