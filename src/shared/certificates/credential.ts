import { dayMs } from '#lib/durations.ts';
import { formatDecimal } from '#lib/money/format.ts';
import { type CertificateClaims, parseClaims } from './claims.ts';
import { type Signer, signJws } from './jws.ts';
import { locateStatus, statusListBytes } from './status-list.ts';

export const credentialType = 'vc+jwt';

/** The issuer's name and the base URLs of its site and API, without trailing slashes. */
export type Issuer = { readonly name: string; readonly url: string; readonly apiUrl: string };

const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const;

export function issuerId({ apiUrl }: Issuer): string {
  return `${apiUrl}/certificates/issuer`;
}

export function keyUrl({ apiUrl }: Issuer, kid: string): string {
  return `${apiUrl}/certificates/keys/${kid}`;
}

export function issuerProfile(issuer: Issuer): object {
  return { id: issuerId(issuer), type: ['Profile'], name: issuer.name, url: issuer.url };
}

/** Signs a certificate as an Open Badges 3.0 credential in JWT form. */
export function signCredential(signer: Signer, issuer: Issuer, claims: CertificateClaims): Promise<string> {
  const { id, kind, name, program, size, day, amountCents, tradingDays, issuedAt, statusIndex } = claims;
  const issuerUrl = issuerId(issuer);
  const account = `${program.charAt(0).toUpperCase()}${program.slice(1)} ${size}`;
  const results = [
    ...(amountCents === null
      ? []
      : [{ resultName: 'amount', title: amountTitles[kind], value: formatDecimal(amountCents) }]),
    ...(tradingDays === null
      ? []
      : [{ resultName: 'trading-days', title: 'Trading days', value: String(tradingDays) }]),
  ];
  const { list, index } = locateStatus(statusIndex);
  const statusList = `${issuer.apiUrl}/certificates/status/${list}`;
  const address = `${issuer.apiUrl}/certificates/public/${id}`;
  return signJws(
    signer,
    { typ: credentialType, kid: keyUrl(issuer, signer.kid) },
    {
      '@context': contexts,
      id: address,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: issuerProfile(issuer),
      validFrom: isoSeconds(issuedAt),
      name: `${titles[kind]}: ${account}`,
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [{ type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' }],
        activityEndDate: `${day}T00:00:00Z`,
        achievement: {
          id: `${issuerUrl}#${kind}-${program}-${size}`,
          type: ['Achievement'],
          achievementType: kind === 'evaluation' ? 'Certification' : 'Award',
          name: `${titles[kind]}: ${account}`,
          description: descriptions[kind],
          criteria: { narrative: criteria[kind] },
          ...(results.length === 0
            ? {}
            : {
                resultDescription: results.map(({ resultName, title }) => ({
                  id: `${issuerUrl}#${resultName}`,
                  type: ['ResultDescription'],
                  name: title,
                  resultType: 'Result',
                })),
              }),
        },
        ...(results.length === 0
          ? {}
          : {
              result: results.map(({ resultName, value }) => ({
                type: ['Result'],
                resultDescription: `${issuerUrl}#${resultName}`,
                value,
              })),
            }),
      },
      credentialStatus: {
        id: `${statusList}#${index}`,
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: String(index),
        statusListCredential: statusList,
      },
      iss: issuerUrl,
      jti: address,
      nbf: issuedAt / 1_000,
      iat: issuedAt / 1_000,
    },
  );
}

const titles = { evaluation: 'Evaluation passed', payout: 'Payout received' } as const;
const amountTitles = { evaluation: 'Profit in US dollars', payout: 'Amount paid in US dollars' } as const;
const descriptions = {
  evaluation: 'Reached the profit target of a simulated evaluation without breaking its rules.',
  payout: 'Received a payout from a funded account.',
} as const;
const criteria = {
  evaluation:
    'The account reached its profit target within its drawdown, on the required number of trading days, in a simulated environment.',
  payout: 'The payout met every condition of the account’s rules and was paid.',
} as const;

/** @returns undefined if the payload isn't one of our certificates */
export function readCredential(payload: Readonly<Record<string, unknown>>): CertificateClaims | undefined {
  const subject = asObject(payload['credentialSubject']);
  const [identity] = asList(subject['identifier']);
  const achievement = String(asObject(subject['achievement'])['id']);
  const [kind, program, size] = achievement.slice(achievement.lastIndexOf('#') + 1).split('-');
  const status = asObject(payload['credentialStatus']);
  const list = /\/(\d+)$/.exec(String(status['statusListCredential']))?.[1];
  const id = String(payload['id']);
  const resultOf = (resultName: string) =>
    asList(subject['result']).find((each) => String(each['resultDescription']).endsWith(`#${resultName}`))?.['value'];
  const nbf = payload['nbf'];
  return parseClaims({
    id: id.slice(id.lastIndexOf('/') + 1),
    kind,
    name: asObject(identity)['identityHash'],
    program,
    size,
    day: String(subject['activityEndDate']).slice(0, 10),
    amountCents: resultOf('amount') === undefined ? null : Math.round(Number(resultOf('amount')) * 100),
    tradingDays: resultOf('trading-days') === undefined ? null : Number(resultOf('trading-days')),
    issuedAt: typeof nbf === 'number' ? nbf * 1_000 : undefined,
    statusIndex:
      list === undefined ? undefined : Number(list) * statusListBytes * 8 + Number(status['statusListIndex']),
  });
}

type StatusList = { readonly list: number; readonly encodedList: string; readonly at: number; readonly ttlMs: number };

/** Signs a revocation list as a credential (W3C Bitstring Status List 1.0). It is valid for 24 hours. */
export function signStatusList(signer: Signer, issuer: Issuer, { list, encodedList, at, ttlMs }: StatusList) {
  const id = `${issuer.apiUrl}/certificates/status/${list}`;
  const until = at + dayMs;
  return signJws(
    signer,
    { typ: credentialType, kid: keyUrl(issuer, signer.kid) },
    {
      '@context': [contexts[0]],
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: issuerId(issuer),
      validFrom: isoSeconds(at),
      validUntil: isoSeconds(until),
      credentialSubject: {
        id: `${id}#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList,
        ttl: ttlMs,
      },
      iss: issuerId(issuer),
      nbf: Math.floor(at / 1_000),
      exp: Math.floor(until / 1_000),
    },
  );
}

function isoSeconds(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asList(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}
