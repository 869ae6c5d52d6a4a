import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { listAccounts } from '#server/accounts/details/list.ts';
import { activateAccount } from '#server/accounts/lifecycle/activate.ts';
import { endAccount, expireAccounts } from '#server/accounts/lifecycle/end.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { getRow } from '#server/core/database/rows.ts';
import { accountEventLog, breachReport, disputeBreach } from '#shared/accounts/contract-breach.ts';
import { accountCredentials, accountDetails, accountFills } from '#shared/accounts/contract-details.ts';
import { replay } from '#shared/accounts/engine.ts';
import { readEventLog } from '#shared/accounts/event-log.ts';
import { decideDispute } from '#shared/firm/contract-corrections.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';
import { lose, pass, play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

async function subjectsTo(personId: string): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', `${personId.toLowerCase()}@example.com`)
    .orderBy('created_at')
    .execute();
  return rows.map(({ subject }) => subject);
}

async function notificationsTo(personId: string): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom('notification')
    .select('kind')
    .where('person_id', '=', personId)
    .orderBy('number')
    .execute();
  return rows.map(({ kind }) => kind.replace('account_', ''));
}

describe('account lifecycle', () => {
  test('a pass is announced once, activated once, and its funded account has no profit target', async () => {
    const { personId } = await signInPerson(server);
    const evaluationId = await buyAccount(server, personId);
    expect((await pass(server, evaluationId)).state.status).toBe('passed');
    await pass(server, evaluationId);
    expect(await subjectsTo(personId)).toEqual(['Classic 50K: evaluation passed']);

    const order = await payOrder(server, personId);
    const opened = await Promise.all([1, 2, 3].map(() => activateAccount(server.deps, order, evaluationId)));
    expect(new Set(opened.map(({ accountId }) => accountId)).size).toBe(1);
    const other = await payOrder(server, personId);
    await expect(activateAccount(server.deps, other, evaluationId)).rejects.toMatchObject({ status: 409 });

    const [funded, evaluation] = await listAccounts(server.deps, personId);
    expect(funded?.stage).toBe('funded');
    expect(funded?.view.objectives).toEqual([]);
    expect(evaluation?.stage).toBe('activated');
    expect(await subjectsTo(personId)).toContain('Classic 50K: funded');
    expect(await notificationsTo(personId)).toEqual(['opened', 'passed', 'funded']);
  });

  test('an evaluation that has not passed, or belongs to someone else, cannot be activated', async () => {
    const { personId } = await signInPerson(server);
    const stranger = await signInPerson(server);
    const evaluationId = await buyAccount(server, personId);
    const order = await payOrder(server, personId);
    await expect(activateAccount(server.deps, order, evaluationId)).rejects.toMatchObject({ status: 409 });
    await pass(server, evaluationId);
    const theirs = await payOrder(server, stranger.personId);
    await expect(activateAccount(server.deps, theirs, evaluationId)).rejects.toMatchObject({ status: 409 });
  });

  test('a reset restarts a breached account once, however often it is requested', async () => {
    const { personId } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    expect((await lose(server, accountId)).state.status).toBe('breached');
    await Promise.all([1, 2, 3].map(() => resetAccount(server.deps, accountId, 'order-7')));
    const [card] = await listAccounts(server.deps, personId);
    expect(card?.view).toMatchObject({ status: 'active', breach: null, balanceCents: 5_000_000 });
    expect(card?.stage).toBe('evaluation');
    const subjects = await subjectsTo(personId);
    expect(subjects.sort()).toEqual(['Classic 50K: floor reached', 'Classic 50K: reset']);
    expect(await notificationsTo(personId)).toEqual(['opened', 'breached', 'reset']);
  });

  test('a verdict reversed by a late event is corrected by email', async () => {
    const { personId } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await lose(server, accountId, testStart + dayMs);
    await play(server, accountId, trade(testStart + dayMs - 60 * minuteMs, 40));
    expect((await listAccounts(server.deps, personId))[0]?.view.status).toBe('active');
    // $437.50 of the $2,000 is left, which is less than the quarter at which an alert is due.
    expect((await subjectsTo(personId)).sort()).toEqual([
      'Classic 50K: corrected',
      'Classic 50K: floor reached',
      'Classic 50K: little room left',
    ]);
  });

  test('a trial ends on its own, and a canceled account stays canceled and cannot be reset', async () => {
    const { personId } = await signInPerson(server);
    const trialId = await buyAccount(server, personId, server.deps.catalog.packages.trial.id);
    const accountId = await buyAccount(server, personId);
    expect(await expireAccounts(server.deps)).toBe(0);
    await server.clock.advance(15 * dayMs);
    expect(await expireAccounts(server.deps)).toBe(1);
    expect(await expireAccounts(server.deps)).toBe(0);
    expect(await endAccount(server.deps, accountId, 'canceled')).toBe(true);
    expect(await endAccount(server.deps, accountId, 'expired')).toBe(false);
    const stages = (await listAccounts(server.deps, personId)).map(({ id, stage }) => [id, stage]);
    expect(Object.fromEntries(stages)).toEqual({ [trialId]: 'expired', [accountId]: 'canceled' });
    await expect(resetAccount(server.deps, accountId, 'late')).rejects.toMatchObject({ status: 409 });
    expect(await notificationsTo(personId)).toEqual(['opened', 'opened', 'expired', 'canceled']);
  });
});

describe('blocked actions', () => {
  const stages = {
    evaluation: async (accountId: string) =>
      void (await play(server, accountId, trade(server.clock.now().getTime() - hourMs, 4))),
    passed: async (accountId: string) => void (await pass(server, accountId)),
    breached: async (accountId: string) => void (await lose(server, accountId)),
    canceled: async (accountId: string) => void (await endAccount(server.deps, accountId, 'canceled')),
    'breached and canceled': async (accountId: string) => {
      await lose(server, accountId);
      await endAccount(server.deps, accountId, 'canceled');
    },
    'passed and canceled': async (accountId: string) => {
      await pass(server, accountId);
      await endAccount(server.deps, accountId, 'canceled');
    },
  };
  type Stage = keyof typeof stages;
  const rows: readonly [Stage, { reset: boolean; activate: boolean; end: boolean }][] = [
    ['evaluation', { reset: true, activate: false, end: true }],
    ['passed', { reset: false, activate: true, end: true }],
    ['breached', { reset: true, activate: false, end: true }],
    ['canceled', { reset: false, activate: false, end: false }],
    ['breached and canceled', { reset: false, activate: false, end: false }],
    ['passed and canceled', { reset: false, activate: true, end: false }],
  ];

  test.each(rows)('an account that is %s rejects exactly the actions it lists as blocked', async (stage, possible) => {
    const { personId, token } = await signInPerson(server);
    const openInStage = async () => {
      const accountId = await buyAccount(server, personId);
      await stages[stage](accountId);
      return accountId;
    };
    const isAllowed = (action: Promise<unknown>) =>
      action.then(Boolean, ({ status }: { status?: number }) => status !== 409);
    const [resettable, activatable, endable] = [await openInStage(), await openInStage(), await openInStage()];
    const { data } = await client(server)(accountDetails, { token, query: { accountId: resettable } });
    const isPossible = Object.fromEntries(
      data.actions.map(({ action, blockedReason }) => [action, blockedReason === null]),
    );
    expect(isPossible).toMatchObject({ reset: possible.reset, activate: possible.activate });

    const order = await payOrder(server, personId);
    expect({
      reset: await isAllowed(resetAccount(server.deps, resettable, 'any').then(() => true)),
      activate: await isAllowed(activateAccount(server.deps, order, activatable)),
      end: await isAllowed(endAccount(server.deps, endable, 'canceled')),
    }).toEqual(possible);
  });
});

describe('account/data', () => {
  test('blocked actions carry their reason', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const { data } = await ask(accountDetails, { token, query: { accountId } });
    expect(Object.fromEntries(data.actions.map(({ action, blockedReason }) => [action, blockedReason]))).toEqual({
      reset: 'untouched',
      renew: 'paid-once',
      activate: 'not-passed',
      review: 'no-trades',
      withdraw: 'not-funded',
    });
    expect(data.payout.reasons).toEqual([{ name: 'not-funded' }]);
    expect(data.rules.find(({ field }) => field === 'maxLoss')).toMatchObject({ value: 200_000, today: 200_000 });
    expect(data.orders).toHaveLength(1);
    expect(data.nextBill).toBeNull();
  });

  test('credentials require reauthentication, and each request is audited and emailed', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const unconfirmed = await ask(accountCredentials, { token, body: { accountId } });
    expect(unconfirmed).toMatchObject({ response_status: 403, error_code: 'confirm_first' });
    expect(JSON.stringify(unconfirmed.data)).not.toContain('secret');
    await server.deps.db
      .updateTable('session')
      .set({ confirmed_at: server.deps.clock() })
      .where('person_id', '=', personId)
      .execute();
    const { data } = await ask(accountCredentials, { token, body: { accountId } });
    await server.drain();
    const mails = await server.mails(`${personId.toLowerCase()}@example.com`);
    expect(mails.map(({ subject }) => subject)).toContain('Your platform password was shown');
    expect(data.secret).toHaveLength(14);
    const audits = await server.deps.db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('entity_id', '=', accountId)
      .where('action', '=', 'account-credentials-shown')
      .execute();
    expect(audits).toEqual([{ actor: `person:${personId}`, action: 'account-credentials-shown' }]);
  });

  test('an account’s fills can be read day by day', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await play(server, accountId, [...trade(testStart, 10), ...trade(testStart + dayMs, 20)]);
    const { data } = await ask(accountFills, { token, query: { accountId, day: '2026-03-11' } });
    expect(data.fills.map(({ at }) => at)).toEqual([testStart, testStart + 10 * minuteMs]);
    expect(data.more).toBe(false);
    const none = await ask(accountFills, { token, query: { accountId, day: '2026-03-14' } });
    expect(none.response_status).toBe(404);
  });

  test('another person can read none of the account’s data', async () => {
    const ask = client(server);
    const { personId } = await signInPerson(server);
    const { token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await lose(server, accountId);
    const answers = [
      await ask(accountDetails, { token, query: { accountId } }),
      await ask(accountFills, { token, query: { accountId, day: '2026-03-11' } }),
      await ask(accountCredentials, { token, body: { accountId } }),
      await ask(breachReport, { token, query: { accountId } }),
      await ask(accountEventLog, { token, query: { accountId } }),
      await ask(disputeBreach, { token, body: { accountId, message: 'not mine' } }),
    ];
    expect(answers.map(({ response_status: status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });
});

describe('a breach', () => {
  test('can be reproduced from the event log in its report', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await lose(server, accountId);
    const { data: report } = await ask(breachReport, { token, query: { accountId } });
    expect(report.moments.at(-1)).toMatchObject({ status: 'breached', equityCents: 4_787_500, floorCents: 4_800_000 });
    expect(report.moments.at(-2)?.status).toBe('active');
    const response = await server.app.request(`/api/account/inputs?accountId=${accountId}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const record = await response.text();
    expect(createHash('sha256').update(record).digest('hex')).toBe(report.inputsSha256);
    const { rules, inputs } = readEventLog(record);
    expect(inputs).toHaveLength(report.inputCount);
    const { breach } = replay(
      rules,
      inputs.map(({ event }) => event),
    );
    const { rule, at, floorCents, equityCents } = report;
    expect(breach).toMatchObject({ rule, at, floorCents, equityCents });
  });

  test('ends its report, whatever was filled in the same millisecond', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const [buy, sell] = trade(testStart, -180);
    if (!buy || !sell) throw new Error('no trade');
    await play(server, accountId, [buy, sell, { ...buy, at: sell.at }, { ...sell, at: sell.at }]);
    const { data: report } = await ask(breachReport, { token, query: { accountId } });
    expect(report.moments.map(({ status }) => status)).toEqual(['active', 'breached']);
    expect(report.inputCount).toBe(4);
  });

  test('has the same figures in report, chart and account view, whatever is traded after it', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await lose(server, accountId);
    const { data: report } = await ask(breachReport, { token, query: { accountId } });
    const summary = (await listAccounts(server.deps, personId, accountId)).find(({ id }) => id === accountId);
    const { at, equityCents, floorCents } = report;
    expect(equityCents).toBe(4_787_500);
    expect(summary?.view).toMatchObject({ equityCents, nearestFloorCents: floorCents, remainingDailyDrawdownCents: 0 });
    expect(summary?.view.breach).toMatchObject({ at, equityCents, floorCents });
    expect(summary?.history?.series.at(-1)?.slice(0, 3)).toEqual([at, equityCents, floorCents]);
    expect(report.moments.at(-1)).toMatchObject({ at, equityCents, floorCents });
    // The ticks of profit that came later are booked, but they are in no figure of the breach.
    expect(summary?.view.balanceCents).toBe(4_793_750);
    expect(report.trader).toBe('Ada Ferreira');
  });

  test('has a PDF that is identical each time, and that only the account’s owner can read', async () => {
    const { personId, token } = await signInPerson(server);
    const stranger = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await lose(server, accountId);
    const fetchPdf = (bearer: string, locale: string) =>
      server.app.request(`/api/account/breach.pdf?accountId=${accountId}`, {
        headers: { Authorization: `Bearer ${bearer}`, 'Accept-Language': locale },
      });
    const answers = await Promise.all([fetchPdf(token, 'en'), fetchPdf(token, 'en'), fetchPdf(token, 'fr')]);
    const pdfs = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(answers.map((answer) => answer.headers.get('Content-Type'))).toEqual(Array(3).fill('application/pdf'));
    expect(pdfs.map((pdf) => pdf.subarray(0, 5).toString())).toEqual(Array(3).fill('%PDF-'));
    expect(pdfs[0]?.equals(pdfs[1] ?? Buffer.of())).toBe(true);
    expect(pdfs[0]?.equals(pdfs[2] ?? Buffer.of())).toBe(false);
    expect((await fetchPdf(stranger.token, 'en')).status).toBe(404);
  });

  test('can be disputed once, and only within the dispute window', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const now = server.clock.now().getTime();
    const [first, second] = [await buyAccount(server, personId), await buyAccount(server, personId)];
    await lose(server, first, now);
    await lose(server, second, now);
    const body = { accountId: first, message: 'My platform shows another price.' };
    const answers = await Promise.all([1, 2, 3].map(() => ask(disputeBreach, { token, body })));
    expect(answers.map(({ response_status: status }) => status).sort()).toEqual([200, 409, 409]);
    const { data } = await ask(breachReport, { token, query: { accountId: first } });
    // Ten bank days from March 26 at 17:00 in Chicago: Good Friday and Easter Monday don't count.
    expect(data.dispute).toMatchObject({ filedAt: now, dueAt: Date.UTC(2026, 3, 13, 22), decision: null });
    await server.drain();
    const [mail] = (await server.mails(`${personId.toLowerCase()}@example.com`)).filter(({ text }) =>
      text.includes('received your dispute'),
    );
    expect(mail?.text).toMatch(/We decide by.*April 13, 2026/);
    const risk = await signInStaff(server, 'risk_manager');
    const { id } = await getRow(server.deps.db, 'account_dispute', { account_id: first }, ['id']);
    const reason = 'The exchange traded at that price.';
    await ask(decideDispute, { token: risk.token, body: { disputeId: id, decision: 'rejected', reason } });
    expect((await ask(breachReport, { token, query: { accountId: first } })).data.dispute).toMatchObject({
      decision: { status: 'rejected', at: now, reason },
    });
    await server.clock.advance(15 * dayMs);
    const fresh = await signInAgain(personId);
    const late = await ask(disputeBreach, { token: fresh, body: { accountId: second, message: 'Too late' } });
    expect(late.response_status).toBe(410);
  });
});

async function signInAgain(personId: string): Promise<string> {
  const { sessionId, token } = await signInPerson(server);
  await server.deps.db.updateTable('session').set({ person_id: personId }).where('id', '=', sessionId).execute();
  return token;
}
