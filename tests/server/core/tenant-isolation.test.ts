import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toJsonSchema } from '#server/core/http/openapi.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { Call } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import { registry } from '#shared/firm/registry.ts';
import { openTicket } from '#shared/support/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';

const streams = new Set(['accountStream', 'marketStream']);
const calls = registry.filter(({ name }) => !streams.has(name));

let server: TestApp;
/** The owner's data: ids that a stranger may know, and texts that no response may contain. */
let ids: string[];
let secrets: string[];
let ownerId: string;
let ownerToken: string;
let accountId: string;
let before: unknown;

function readOwnerRows(): Promise<unknown> {
  const tables = ['session', 'orders', 'trading_account', 'subscription', 'bill', 'notification', 'ticket'] as const;
  const selectOwned = (table: (typeof tables)[number]) =>
    server.deps.db.selectFrom(table).selectAll().where('person_id', '=', ownerId).orderBy('id').execute();
  const person = server.deps.db.selectFrom('person').selectAll().where('id', '=', ownerId).execute();
  return Promise.all([person, ...tables.map(selectOwned)]);
}

beforeAll(async () => {
  server = await startTestApp();
  const owner = await signInPerson(server);
  ownerId = owner.personId;
  const { db } = server.deps;
  ownerToken = owner.token;
  accountId = await buyAccount(server, owner.personId);
  const order = await payOrder(server, owner.personId);
  await db
    .updateTable('person')
    .set({ first_name: 'Ownerfirst', last_name: 'Ownerlast', unread_notifications: 77 })
    .where('id', '=', owner.personId)
    .execute();
  await db
    .insertInto('notification')
    .values({
      id: 'owner-notice',
      person_id: owner.personId,
      dedupe_key: 'owner-notice',
      kind: 'welcome',
      details: JSON.stringify({ secret: 'Ownernotice' }),
      path: '/owner-path',
      created_at: server.clock.now(),
    })
    .execute();
  const ticket = await client(server)(openTicket, {
    token: owner.token,
    idempotencyKey: 'owner-ticket',
    body: { topic: 'other', message: 'Ownerticket' },
  });
  const person = await db.selectFrom('person').selectAll().where('id', '=', owner.personId).executeTakeFirstOrThrow();
  const account = await db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  ids = [
    accountId,
    order.id,
    account.order_id,
    owner.personId,
    owner.sessionId,
    person.email,
    account.platform_account_id,
    ticket.data.ticketId,
  ];
  secrets = [
    'Ownerfirst',
    'Ownerlast',
    'Ownernotice',
    'Ownerticket',
    '/owner-path',
    account.platform_user,
    account.platform_account_id,
  ];
  before = await readOwnerRows();
});

afterAll(() => server.close());

/** A new person for each call, because some calls end their session; reauthenticated, so no call is stopped early. */
async function signInStranger(): Promise<string> {
  const { token, sessionId } = await signInPerson(server);
  await server.deps.db
    .updateTable('session')
    .set({ confirmed_at: server.clock.now() })
    .where('id', '=', sessionId)
    .execute();
  return token;
}

async function request(call: Call, id: string): Promise<string> {
  const stranger = await signInStranger();
  const query = call.query ? (fill(toJsonSchema(call.query, 'input'), id) as Record<string, string>) : {};
  const path = call.path.replace(/\{\w+\}/g, encodeURIComponent(id));
  const body = call.body ? JSON.stringify(fill(toJsonSchema(call.body, 'input'), id)) : undefined;
  const response = await server.app.request(`/api/${path}?${new URLSearchParams(query)}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${stranger}`,
      'Content-Type': 'application/json',
      [idempotencyHeader]: `two-people-${ids.indexOf(id)}`,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  expect(response.status).toBeLessThan(500);
  expect([401, 498], 'the stranger is signed in').not.toContain(response.status);
  expect(text, 'the stranger is reauthenticated').not.toContain('"confirm":1');
  return text;
}

describe('a signed-in stranger who knows every id', () => {
  test.each(calls.map((call) => [call.path, call] as const))(
    'reads nothing about another person from %s',
    async (_, call) => {
      for (const id of ids) {
        const text = await request(call, id);
        const leaked = secrets.filter((secret) => secret !== id && text.includes(secret));
        expect(leaked).toEqual([]);
      }
    },
  );

  test('changes nothing that belongs to the owner', async () => {
    expect(await readOwnerRows()).toEqual(before);
  });
});

type OwnInput = { readonly query?: Record<string, string>; readonly body?: object };

/** Requests by the owner that succeed: without them, a call that refuses everyone would pass the test above. */
const ownRequests: Readonly<Record<string, () => OwnInput>> = {
  checkAuth: () => ({}),
  fetchSessions: () => ({}),
  fetchNotifications: () => ({}),
  myOrders: () => ({}),
  fetchCertificates: () => ({}),
  billingPending: () => ({}),
  billingCsv: () => ({}),
  billingCalendar: () => ({}),
  accountData: () => ({}),
  accountDetails: () => ({ query: { accountId } }),
  accountFills: () => ({ query: { accountId, day: '2026-03-11' } }),
  fetchFills: () => ({ query: { accountId } }),
  fillsFile: () => ({ query: { accountId } }),
  accountCredentials: () => ({ body: { accountId } }),
  startSimulation: () => ({ body: { accountId } }),
  renameAccount: () => ({ body: { accountId, nickname: 'Mine' } }),
  resumeMarketData: () => ({ body: { accountId } }),
  fetchAlerts: () => ({ query: { accountId } }),
  updateAlerts: () => ({
    body: {
      ...{ accountId, roomBps: 2_500, dailyTargetCents: null, contractsBps: null },
      ...{ mail: true, push: true, pushAmounts: false },
    },
  }),
  fetchAnnualStatements: () => ({}),
  annualStatementCsv: () => ({ query: { year: '2026' } }),
  annualStatementPdf: () => ({ query: { year: '2026' } }),
  fetchPersonalStop: () => ({ query: { accountId } }),
  updatePersonalStop: () => ({ body: { ...noLimits, accountId, lossCents: 50_000 } }),
  lockAccountNow: () => ({ body: { accountId, period: '15' } }),
  fetchJournalEntry: () => ({ query: { accountId, day: '2026-03-11' } }),
  saveJournalEntry: () => ({ body: { accountId, day: '2026-03-11', revision: 0, tags: ['news'], notes: 'Late.' } }),
  listJournal: () => ({ query: { accountId } }),
  journalCsv: () => ({ query: { accountId } }),
  journalJson: () => ({ query: { accountId } }),
  fetchCopier: () => ({}),
  fetchTrading: () => ({ query: { account: accountId } }),
  cancelTradingOrders: () => ({ body: { account: accountId } }),
  fetchCopyLog: () => ({}),
  copyLogFile: () => ({}),
  subscribePush: () => ({
    body: { endpoint: 'https://fcm.googleapis.com/fcm/send/owner', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  }),
  unsubscribePush: () => ({ body: { endpoint: 'https://fcm.googleapis.com/fcm/send/owner' } }),
  accountStatistics: () => ({ query: { accountId } }),
  tradesFile: () => ({ query: { accountId } }),
  exportProfile: () => ({}),
  updateProfile: () => ({ body: { first_name: 'Ownerfirst', last_name: 'Ownerlast', country: 'PT' } }),
  fetchPayee: () => ({}),
  addDestination: () => ({
    body: { kind: 'wise', payee_name: 'Ownerfirst Ownerlast', wise_recipient: 'owner@example.com' },
  }),
  startIdentityCheck: () => ({}),
  startCheckWithoutFace: () => ({}),
  fetchAgreement: () => ({}),
  payoutAccounts: () => ({}),
  payoutQuoteCall: () => ({ query: { accountId } }),
  fetchPayouts: () => ({}),
  affiliateData: () => ({}),
  commissionsFile: () => ({}),
  affiliateStatement: () => ({}),
  updateMessageStatus: () => ({ body: {} }),
  requestEmailChange: () => ({ body: { email: 'owner-new@example.com' } }),
  startTwoFactor: () => ({}),
  fetchPasskeys: () => ({}),
  startPasskey: () => ({}),
  startPasskeyConfirmation: () => ({}),
  endOtherSessions: () => ({}),
  fetchTickets: () => ({}),
  fetchOwnOutages: () => ({}),
  fetchClaims: () => ({}),
  fetchTicketSubjects: () => ({}),
  latestOrder: () => ({}),
};

/** Calls that need more setup to succeed, and the test file that covers them. */
const testedElsewhere: Readonly<Record<string, string>> = {
  accountStream: 'stream.test.ts',
  marketStream: 'market.test.ts',
  breachReport: 'account-lifecycle.test.ts',
  breachReportPdf: 'account-lifecycle.test.ts',
  accountEventLog: 'account-lifecycle.test.ts',
  disputeBreach: 'account-lifecycle.test.ts',
  resendPayout: 'owed-payouts.test.ts',
  listAnnouncements: 'halts.test.ts',
  createReadToken: 'read-tokens.test.ts',
  cancelSubscription: 'billing.test.ts',
  changeBillingIdentity: 'billing-identity.test.ts',
  previewBillingIdentity: 'billing-identity.test.ts',
  changeCard: 'billing.test.ts',
  resumeSubscription: 'canceled-renewals.test.ts',
  fetchDocument: 'billing.test.ts',
  documentFile: 'billing.test.ts',
  profilePicture: 'profile.test.ts',
  deleteProfile: 'profile.test.ts',
  changePassword: 'password.test.ts',
  confirmIdentity: 'identity-order.test.ts',
  confirmEmailChange: 'identity-order.test.ts',
  confirmTwoFactor: 'security.test.ts',
  renewRecoveryCodes: 'security.test.ts',
  requirePasskey: 'passkeys.test.ts',
  addPasskey: 'passkeys.test.ts',
  renamePasskey: 'passkeys.test.ts',
  removePasskey: 'passkeys.test.ts',
  endTwoFactor: 'security.test.ts',
  endSessionById: 'security.test.ts',
  removeDestination: 'payee-destinations.test.ts',
  signTaxForm: 'payee-forms.test.ts',
  signAgreement: 'payee-forms.test.ts',
  agreementPdf: 'payee-forms.test.ts',
  taxFormPdf: 'payee-forms.test.ts',
  requestPayout: 'payouts.test.ts',
  fetchPayout: 'payouts.test.ts',
  closeDxfeedPayout: 'payouts.test.ts',
  closeRithmicPayout: 'payouts.test.ts',
  closeTradovatePayout: 'payouts.test.ts',
  uploadDocument: 'identity-check.test.ts',
  ownDocument: 'identity-check.test.ts',
  submitIdentityCheck: 'identity-check.test.ts',
  affiliateSignup: 'affiliates.test.ts',
  acceptAffiliateAgreement: 'agreed-terms.test.ts',
  updateAffiliateCoupon: 'affiliates.test.ts',
  fetchAffiliatePayouts: 'affiliate-payouts.test.ts',
  requestAffiliatePayout: 'affiliate-payouts.test.ts',
  closeAffiliatePayout: 'affiliate-payouts.test.ts',
  fetchCreatives: 'creatives.test.ts',
  creativePicture: 'creatives.test.ts',
  fetchPostbacks: 'postbacks.test.ts',
  savePostbackUrl: 'postbacks.test.ts',
  rotatePostbackSecret: 'postbacks.test.ts',
  removePostbackUrl: 'postbacks.test.ts',
  testPostback: 'postbacks.test.ts',
  fetchWebhooks: 'webhooks-own.test.ts',
  saveWebhookUrl: 'webhooks-own.test.ts',
  rotateWebhookSecret: 'webhooks-own.test.ts',
  removeWebhookUrl: 'webhooks-own.test.ts',
  testWebhook: 'webhooks-own.test.ts',
  answerConduct: 'conduct.test.ts',
  addJournalPicture: 'journal.test.ts',
  removeJournalPicture: 'journal.test.ts',
  journalPicture: 'journal.test.ts',
  saveCopier: 'copier.test.ts',
  armFollowers: 'copier.test.ts',
  disarmFollowers: 'copier.test.ts',
  flattenFollowers: 'copier.test.ts',
  placeTradingOrder: 'trading.test.ts',
  changeTradingOrder: 'trading.test.ts',
  cancelTradingOrder: 'trading.test.ts',
  flattenPositions: 'trading.test.ts',
  reversePosition: 'trading.test.ts',
  uploadRequestedDocument: 'document-requests.test.ts',
  fetchPerformanceReview: 'performance-review.test.ts',
  performanceReviewFile: 'performance-review.test.ts',
  certificatePicture: 'certificates.test.ts',
  certificateFile: 'certificates.test.ts',
  reissueCertificate: 'certificates.test.ts',
  openTicket: 'tickets.test.ts',
};

describe('the owner', () => {
  // Calls of staff are tested role by role in access-matrix.test.ts.
  const guarded = registry.filter(({ access }) => access !== 'any' && typeof access !== 'object');

  test('has a request or a test file for every call that needs a token', () => {
    const rows = [...Object.keys(ownRequests), ...Object.keys(testedElsewhere)];
    expect(rows.sort()).toEqual(guarded.map(({ name }) => name).sort());
  });

  test.each(guarded.filter(({ name }) => name in ownRequests).map((call) => [call.path, call] as const))(
    'gets a 200 from %s',
    async (_, call) => {
      await server.deps.db
        .updateTable('session')
        .set({ confirmed_at: server.clock.now() })
        .where('person_id', '=', ownerId)
        .execute();
      const { query = {}, body } = ownRequests[call.name]?.() ?? {};
      const response = await server.app.request(`/api/${call.path}?${new URLSearchParams(query)}`, {
        method: call.method,
        headers: { Authorization: `Bearer ${ownerToken}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status, await response.text()).toBe(200);
    },
  );
});
