import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStaffByOperator } from '#server/people/staff/change-by-operator.ts';
import type { Call } from '#shared/core/call.ts';
import { registry } from '#shared/firm/registry.ts';
import { register } from '#shared/people/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { confirmNow } from '../support/funded.ts';
import { easyCaptcha, registerVerified, registration } from '../support/identity.ts';
import { giveRoles, signInPerson } from '../support/people.ts';
import { orderForm } from '../support/shop.ts';

/** Addresses that a stranger must not tell apart; `nobody` is the unknown one. */
const kinds = ['nobody', 'verified', 'two-factor', 'waiting', 'guest', 'invited'] as const;
type Kind = (typeof kinds)[number];

let server: TestApp;
let statements = 0;
let waits: number[] = [];

beforeAll(async () => {
  const base = await startTestApp({
    replace: { captcha: easyCaptcha, wait: async (ms) => waits.push(ms) },
    limits: 'on',
    environment: { TRUST_PROXY: '1' },
  });
  // Counts the statements of each call, which say what it did, unlike its milliseconds.
  const db = base.deps.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  server = { ...(await base.another({ db })), close: base.close };
});

afterAll(() => server.close());

const wrong = { password: 'wrong-password-1', confirm_password: 'wrong-password-1' };

type Case = {
  /** What a stranger sends in the given round; `withCaptcha` once the server has asked for it. */
  readonly body: (email: string, round: number, withCaptcha: boolean) => object;
  /** Whether each round also costs the same statements. Otherwise a fixed time step hides the work. */
  readonly isSameWork: boolean;
  /** Answers that depend on what the person owns, not on the address alone. */
  readonly excluded?: readonly Kind[];
};

const solved = (withCaptcha: boolean) => (withCaptcha ? { captcha: 'solved' } : {});

/** Every call that takes an address without a session. A new one needs an entry. */
const cases: Readonly<Record<string, Case>> = {
  submitLogin: {
    body: (email, _, isAsked) => ({ email, password: wrong.password, ...solved(isAsked) }),
    isSameWork: true,
  },
  register: { body: (email) => registration(email, wrong), isSameWork: false },
  resendEmail: { body: (email) => ({ email }), isSameWork: true },
  verifyEmail: {
    body: (email, round, isAsked) => ({ email, code: String(100_000 + round), ...solved(isAsked) }),
    isSameWork: true,
  },
  setPassword: { body: (email, round) => ({ email, code: `guess-${round}`, ...wrong }), isSameWork: true },
  submitForgotEmail: { body: (email) => ({ email }), isSameWork: true },
  requestPayoutAccess: { body: (email) => ({ email }), isSameWork: true },
  confirmPayoutAccess: {
    body: (email, round, isAsked) => ({ email, code: String(100_000 + round), ...solved(isAsked) }),
    isSameWork: true,
  },
  subscribeNewsletter: { body: (email) => ({ email, termsUse: 1, share: 0, captcha: 'solved' }), isSameWork: true },
  subscribeStatus: { body: (email) => ({ email, captcha: 'solved' }), isSameWork: true },
  sendContact: {
    body: (email, round) => ({ name: 'Ada', email, topic: 'other', message: `Hello ${round}`, captcha: 'solved' }),
    isSameWork: true,
  },
  sendFeature: {
    body: (email, round) => ({ name: 'Ada', email, title: `T ${round}`, message: `M ${round}`, captcha: 'solved' }),
    isSameWork: true,
  },
  cancelContract: {
    body: (email, round, isAsked) => ({ name: 'Ada', email, order: `O2026-${100_000 + round}`, ...solved(isAsked) }),
    isSameWork: true,
  },
  declareSubscriptionEnd: {
    body: (email, round, isAsked) => ({ name: 'Ada', email, order: `O2026-${100_000 + round}`, ...solved(isAsked) }),
    isSameWork: true,
  },
  createOrder: { body: (email) => orderForm({ email, browserSessionId: `browser-${email}` }), isSameWork: true },
  resendOrderMails: {
    body: (email) => ({ orderId: email.slice(0, 20), sessionId: 'none', browserSessionId: 'none', email }),
    isSameWork: true,
  },
};

const takesAddress = registry.filter(({ access, body }) => {
  const shape = (body as { shape?: Record<string, unknown> } | null)?.shape ?? {};
  return access === 'any' && 'email' in shape;
});

/** Creates the person of each kind. @returns their addresses, of the same length */
async function prepare(name: string): Promise<Readonly<Record<Kind, string>>> {
  const emailOf = (kind: Kind) => `${kind}-${name.toLowerCase()}@example.org`;
  const { db, clock } = server.deps;
  for (const kind of ['verified', 'two-factor'] as const) await registerVerified(server, emailOf(kind));
  await db.updateTable('person').set({ two_factor_at: clock() }).where('email', '=', emailOf('two-factor')).execute();
  await client(server)(register, { body: registration(emailOf('waiting')) });
  const guest = await signInPerson(server);
  await db
    .updateTable('person')
    .set({ email: emailOf('guest'), password_hash: null, email_verified_at: null })
    .where('id', '=', guest.personId)
    .execute();
  const operator = await signInPerson(server);
  await giveRoles(server, operator.personId, ['admin']);
  await confirmNow(server, operator.personId);
  await changeStaffByOperator(server.deps, {
    email: emailOf('invited'),
    operatorEmail: `${operator.personId.toLowerCase()}@example.com`,
    change: { change: 'appoint', role: 'support' },
  });
  await server.drain();
  return Object.fromEntries(kinds.map((kind) => [kind, emailOf(kind)])) as Record<Kind, string>;
}

/** Rounds past every threshold: captcha after 5, a pause after 10, sign-in after 20. */
const rounds = 30;

/** All answers to one stranger who changes network with each round, with the statements that each one cost. */
async function collect(call: Call, { body }: Case, email: string, network: number) {
  const { limits, catalog } = server.deps;
  // Our own mailbox has had enough of the case before; that says nothing about an address.
  await limits.forgive('mail-to-staff', catalog.site.supportEmail);
  const answers: { answer: string; statements: number; waits: readonly number[] }[] = [];
  let isAsked = false;
  for (let round = 0; round < rounds; round += 1) {
    statements = 0;
    waits = [];
    const response = await server.app.request(`/api/${call.path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': `${email}-${round}-key`,
        'X-Forwarded-For': `10.${network}.${round % 60}.1`,
      },
      body: JSON.stringify(body(email, round, isAsked && round % 2 === 0)),
    });
    const { response_status, error_code, response_message, validation_errors, data, user, token } =
      await response.json();
    isAsked ||= validation_errors?.captcha !== undefined;
    const shown = { response_status, error_code, response_message, validation_errors, user, hasToken: Boolean(token) };
    const keys = data === null || typeof data !== 'object' ? data : Object.keys(data);
    const count = error_code === undefined ? data?.attemptsLeft : (data?.attemptsLeft ?? null);
    answers.push({ answer: JSON.stringify({ ...shown, keys, count }), statements, waits });
  }
  return answers;
}

test('every call that takes an address without a session is covered here', () => {
  expect(takesAddress.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort());
});

describe.each(takesAddress.map((call) => [call.name, call] as const))('%s', (name, call) => {
  test('answers known and unknown addresses alike, before and after each threshold, across networks', async () => {
    const asked = cases[name] as Case;
    const emails = await prepare(name);
    const unknown = await collect(call, asked, emails.nobody, 1);
    for (const [index, kind] of kinds.slice(1).entries()) {
      if (asked.excluded?.includes(kind)) continue;
      const known = await collect(call, asked, emails[kind], index + 2);
      expect(
        known.map(({ answer }) => answer),
        kind,
      ).toEqual(unknown.map(({ answer }) => answer));
      if (asked.isSameWork)
        expect(
          known.map(({ statements: count }) => count),
          kind,
        ).toEqual(unknown.map(({ statements: count }) => count));
      else
        expect(
          known.every((each) => each.waits.length === 1),
          kind,
        ).toBe(true);
    }
  });
});

test('the thresholds are passed: a captcha, then a pause, whether or not someone has the address', async () => {
  const call = takesAddress.find(({ name }) => name === 'confirmPayoutAccess') as Call;
  const answers = await collect(call, cases['confirmPayoutAccess'] as Case, 'thresholds@example.org', 9);
  const seen = answers.map(({ answer }) => JSON.parse(answer));
  expect(seen[4]).toMatchObject({ response_status: 422, validation_errors: { code: [expect.any(String)] } });
  expect(seen[5]).toMatchObject({ response_status: 422, validation_errors: { captcha: [expect.any(String)] } });
  expect(seen.at(-2)).toMatchObject({ response_status: 429 });
});
