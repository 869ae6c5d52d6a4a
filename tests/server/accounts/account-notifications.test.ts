import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountRules } from '#content/catalog.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { liftSuspension, suspendAccount } from '#server/accounts/access/suspend.ts';
import { defaultAlertSettings, updateAlertSettings } from '#server/accounts/alerts/settings.ts';
import { compareBalance } from '#server/accounts/balance-differences/compare.ts';
import { settleDifference } from '#server/accounts/balance-differences/settle.ts';
import { decideBreachDispute } from '#server/accounts/breach/decide-dispute.ts';
import { disputeBreach } from '#server/accounts/breach/dispute.ts';
import { activateAccount } from '#server/accounts/lifecycle/activate.ts';
import { checkInactivity } from '#server/accounts/lifecycle/check-inactivity.ts';
import { endAccount, expireAccounts } from '#server/accounts/lifecycle/end.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import type { AccountNotificationKind } from '#server/accounts/mails.ts';
import { setPersonalStop } from '#server/accounts/personal-stop/change.ts';
import type { AlertSettings } from '#server/accounts/tables.ts';
import { getTranslate } from '#server/core/translations.ts';
import { answerConductCase } from '#server/risk/conduct/answer.ts';
import { checkConductDeadlines } from '#server/risk/conduct/check-deadlines.ts';
import { decideConductCase } from '#server/risk/conduct/decide.ts';
import { openConductCase } from '#server/risk/conduct/open.ts';
import { requestDocuments } from '#server/risk/document-requests/request.ts';
import { decideRiskAction, takeRiskAction } from '#server/risk/take-action.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { RiskActionKind } from '#shared/accounts/risk-action.ts';
import { sessionCloseAt, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { officeIncidentOpen, officeIncidentUpdate } from '#shared/status/contract-office.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';
import { lose, pass, play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 8 * dayMs });
});

afterAll(() => server.close());

/** A Classic 50K may hold five contracts. */
const buySix = {
  type: 'fill',
  instrument: 'ES',
  month: '2026-03',
  side: 'buy',
  quantity: 6,
  priceTicks: 24_000,
  feeCents: 0,
} as const;

/** The server of a firm whose Classic 50K may hold no position over the close. */
function withFlatTime(): TestApp {
  const { deps } = server;
  const catalog = { ...deps.catalog, rules: structuredClone(deps.catalog.rules) };
  const rules = getAccountRules(catalog, catalog.packages.rulesVersion, 'classic', '50K');
  Object.assign(rules, { flatBy: { before: 'close', minutes: 10 } });
  return { ...server, deps: { ...deps, catalog } };
}

type Owner = Awaited<ReturnType<typeof signInPerson>>;
/** What happens to the account, and the title of the notification that results. */
type Scenario = {
  readonly packageId?: string;
  readonly title: string;
  run(owner: Owner, accountId: string): Promise<unknown>;
};

const actor = ({ personId, sessionId }: Owner) => ({
  personId,
  sessionId,
  email: '',
  verified: true,
  roles: [],
  hasSecondFactor: false,
});

async function openCase(owner: Owner, accountId: string) {
  const evidence = 'Two fills on opposite sides.';
  return openConductCase(server.deps, actor(owner), { accountId, cause: 'opposite-trades', evidence, sourceIds: [] });
}

async function decideCase(owner: Owner, accountId: string, decision: 'upheld' | 'lifted') {
  const { caseId } = await openCase(owner, accountId);
  await answerConductCase(server.deps, actor(owner), { caseId, answer: 'They were mine.' });
  await decideConductCase(server.deps, actor(owner), { caseId, decision, reason: 'The fills say so.' });
}

const suspend = (accountId: string) =>
  server.deps.db
    .transaction()
    .execute((trx) => suspendAccount(server.deps, trx, { accountId, source: `bill:${accountId}`, reason: 'past-due' }));

function act(owner: Owner, accountId: string, kind: RiskActionKind) {
  return takeRiskAction(server.deps, actor(owner), { accountId, kind, cause: 'Unusual size.' });
}

async function dispute(
  owner: Owner,
  accountId: string,
  decision: 'upheld' | 'rejected',
  meanwhile: () => Promise<void> = async () => undefined,
) {
  await lose(server, accountId);
  await disputeBreach(server.deps, actor(owner), { accountId, message: 'The last price was off the market.' });
  const { id: disputeId } = await server.deps.db
    .selectFrom('account_dispute')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  await meanwhile();
  await decideBreachDispute(server.deps, actor(owner), { disputeId, decision, reason: 'The tape says so.' });
}

function wantAlerts(personId: string, accountId: string, wanted: Partial<AlertSettings>) {
  return updateAlertSettings(server.deps, personId, { accountId, ...defaultAlertSettings, ...wanted });
}

async function activate(owner: Owner, accountId: string) {
  await pass(server, accountId);
  return activateAccount(server.deps, await payOrder(server, owner.personId), accountId);
}

async function stayIdle(...days: readonly number[]) {
  for (const each of days) {
    await server.clock.advance(each * dayMs);
    await checkInactivity(server.deps);
    await server.drain();
  }
}

/** Waits exactly until the announced closing is due: one missed by more than six hours is announced again. */
async function stayIdleUntilClosing(accountId: string) {
  await stayIdle(26, 8, 22);
  const { close_at: closeAt } = await server.deps.db
    .selectFrom('account_inactivity')
    .select('close_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  await stayIdle(((closeAt?.getTime() ?? 0) - server.clock.now().getTime()) / dayMs);
}

const scenarios: Readonly<Record<AccountNotificationKind, Scenario>> = {
  passed: { title: 'evaluation passed', run: (_, id) => pass(server, id) },
  breached: { title: 'floor reached', run: (_, id) => lose(server, id) },
  locked: {
    packageId: 'merit-25k',
    title: 'locked for today',
    run: (_, id) => play(server, id, trade(testStart, -60)),
  },
  flat: {
    title: 'positions closed',
    async run(_, id) {
      const at = sessionCloseAt(tradingDayOf(testStart)) - minuteMs;
      await play(withFlatTime(), id, [{ ...buySix, quantity: 1, at }]);
    },
  },
  over_limit: {
    title: 'too many contracts',
    run: (_, id) => play(server, id, [{ ...buySix, at: testStart }]),
  },
  alert_room: { title: 'little room left', run: (_, id) => play(server, id, trade(testStart, -120)) },
  personal_stop: {
    title: 'locked by your own limit',
    async run(owner, id) {
      await setPersonalStop(server.deps, owner, { ...noLimits, accountId: id, profitCents: 50_000 });
      await play(server, id, trade(server.clock.now().getTime(), 40));
    },
  },
  alert_target: {
    title: 'daily target reached',
    async run({ personId }, id) {
      await wantAlerts(personId, id, { dailyTargetCents: 50_000 });
      await play(server, id, trade(testStart, 40));
    },
  },
  alert_contracts: {
    title: 'close to the contract limit',
    async run({ personId }, id) {
      await wantAlerts(personId, id, { contractsBps: 8_000 });
      await play(server, id, [{ ...buySix, at: testStart, quantity: 4 }]);
    },
  },
  difference: {
    title: 'balance differs from the platform',
    run: (_, id) => compareBalance(server.deps, id, { at: testStart, balanceCents: 4_999_786 }),
  },
  difference_settled: {
    title: 'balance corrected',
    async run(_, id) {
      await compareBalance(server.deps, id, { at: testStart, balanceCents: 4_999_786 });
      const { id: differenceId } = await server.deps.db
        .selectFrom('balance_difference')
        .select('id')
        .where('account_id', '=', id)
        .executeTakeFirstOrThrow();
      await settleDifference(server.deps, 'person:operator', { differenceId, reason: 'A late exchange fee.' });
    },
  },
  outage_remedied: {
    title: 'what you get for the outage',
    async run(_, id) {
      const staff = await signInStaff(server, 'support');
      const ask = client(server);
      const body = { component: 'platforms', impact: 'outage', title: 'Orders are late', text: 'We look.' } as const;
      const { incidentId } = (await ask(officeIncidentOpen, { token: staff.token, body })).data;
      const at = server.clock.now().getTime();
      const ofTrade = { instrument: 'ES', month: '2026-12' } as const;
      await play(server, id, [
        { type: 'fill', at: at - minuteMs, side: 'buy', quantity: 1, priceTicks: 24_000, feeCents: 0, ...ofTrade },
        { type: 'mark', at: at + 2 * minuteMs + 1, priceTicks: 23_990, ...ofTrade },
      ]);
      await server.clock.advance(2 * minuteMs);
      const resolved = { incidentId, status: 'resolved', text: 'It works.', outage: 'all' } as const;
      await ask(officeIncidentUpdate, { token: staff.token, body: resolved });
      await server.drain();
    },
  },
  dispute_restored: { title: 'the breach is void', run: (owner, id) => dispute(owner, id, 'upheld') },
  dispute_upheld: {
    title: 'you were right about the breach',
    run: (owner, id) => dispute(owner, id, 'upheld', () => resetAccount(server.deps, id, `reset-${id}`)),
  },
  dispute_rejected: { title: 'the breach stands', run: (owner, id) => dispute(owner, id, 'rejected') },
  risk_liquidate_only: { title: 'closing only', run: (owner, id) => act(owner, id, 'liquidate_only') },
  risk_lock: { title: 'locked for today', run: (owner, id) => act(owner, id, 'lock') },
  risk_liquidate: { title: 'positions closed', run: (owner, id) => act(owner, id, 'liquidate') },
  risk_suspend: { title: 'suspended', run: (owner, id) => act(owner, id, 'suspend') },
  risk_restore: {
    title: 'active again',
    async run(owner, id) {
      await act(owner, id, 'suspend');
      const { actionId } = await act(owner, id, 'restore');
      const second = await signInPerson(server);
      await decideRiskAction(server.deps, actor(second), { actionId, decision: 'approve' });
    },
  },
  risk_terminate: { title: 'closed', run: (owner, id) => act(owner, id, 'terminate') },
  corrected: {
    title: 'corrected',
    async run(_, id) {
      await lose(server, id, testStart + dayMs);
      await play(server, id, trade(testStart + dayMs - 60 * minuteMs, 40));
    },
  },
  reset: { title: 'reset', run: (_, id) => resetAccount(server.deps, id, 'once') },
  funded: { title: 'funded', run: activate },
  canceled: { title: 'canceled', run: (_, id) => endAccount(server.deps, id, 'canceled') },
  expired: {
    packageId: 'trial-classic-50k',
    title: 'trial ended',
    async run() {
      await server.clock.advance(15 * dayMs);
      await expireAccounts(server.deps);
    },
  },
  inactivity_pause_announced: { title: 'inactive for a while', run: () => stayIdle(26) },
  inactivity_paused: { title: 'market data paused', run: () => stayIdle(26, 8) },
  inactivity_close_announced: { title: 'closes unless you trade', run: () => stayIdle(26, 8, 22) },
  inactivity: { title: 'closed for inactivity', run: (_, id) => stayIdleUntilClosing(id) },
  disputed: {
    title: 'dispute received',
    async run({ personId, sessionId }, id) {
      const now = server.clock.now().getTime();
      await lose(server, id, now - 60 * minuteMs);
      await disputeBreach(
        server.deps,
        { personId, sessionId, email: '', verified: true, roles: [], hasSecondFactor: false },
        { accountId: id, message: 'No such price.' },
      );
    },
  },
  suspended: {
    title: 'suspended',
    async run(_, id) {
      await suspend(id);
      await server.drain();
    },
  },
  resumed: {
    title: 'active again',
    async run(_, id) {
      await suspend(id);
      await server.drain();
      await server.deps.db.transaction().execute((trx) => liftSuspension(server.deps, trx, `bill:${id}`));
      await server.drain();
    },
  },
  documents_requested: {
    title: 'we need documents from you',
    run: (owner, id) => requestDocuments(server.deps, actor(owner), { accountId: id, text: 'Your statement.' }),
  },
  conduct_opened: { title: 'conduct case opened', run: openCase },
  conduct_answered: {
    title: 'answer received',
    async run(owner, id) {
      const { caseId } = await openCase(owner, id);
      await answerConductCase(server.deps, actor(owner), { caseId, answer: 'They were mine.' });
    },
  },
  conduct_upheld: { title: 'closed after the conduct case', run: (owner, id) => decideCase(owner, id, 'upheld') },
  conduct_lifted: { title: 'suspension lifted', run: (owner, id) => decideCase(owner, id, 'lifted') },
  conduct_reminder: {
    title: 'your answer is due soon',
    async run(owner, id) {
      await openCase(owner, id);
      await server.clock.advance(9 * dayMs);
      await checkConductDeadlines(server.deps);
    },
  },
};

describe('every account event is announced by email and on the notifications page', () => {
  test.each(Object.entries(scenarios))('%s is announced', async (kind, { packageId, title, run }) => {
    const owner = await signInPerson(server);
    const accountId = await buyAccount(server, owner.personId, packageId);
    await run(owner, accountId);
    const notifications = await server.deps.db
      .selectFrom('notification')
      .select(['kind', 'details', 'path'])
      .where('person_id', '=', owner.personId)
      .orderBy('number', 'desc')
      .execute();
    expect(notifications[0]).toMatchObject({ kind: `account_${kind}`, path: '/my-account' });
    const sentTitle = getTranslate('notification-messages', 'en')(`account_${kind as AccountNotificationKind}_title`, {
      ...notifications[0]?.details,
    });
    expect(sentTitle).toContain(title);
    await server.drain();
    const mails = await server.mails(`${owner.personId.toLowerCase()}@example.com`);
    const mail = mails.find(({ subject }) => subject === sentTitle);
    expect(mail?.text, mails.map(({ subject }) => subject).join()).toContain('/my-account');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/\{\{|undefined|account_/);
  });
});
