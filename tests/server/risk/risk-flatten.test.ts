import { afterAll, beforeAll, expect, test } from 'vitest';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import { matchOpenAccounts } from '#server/trading/match.ts';
import { fetchFills } from '#shared/accounts/contract-fills.ts';
import { updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { RiskActionKind } from '#shared/accounts/risk-action.ts';
import { takeRiskAction } from '#shared/risk/contract.ts';
import { decideHalt, requestHalt } from '#shared/risk/contract-halts.ts';
import { knownPrices, startTestApp, type TestApp } from '../support/app.ts';
import { signInStaff } from '../support/funded.ts';
import { findFrame, openTerminal, placed, runUntil } from '../support/terminal.ts';

let server: TestApp;
let other: TestApp;

beforeAll(async () => {
  server = await startTestApp({ environment: knownPrices });
  other = await server.another();
});

afterAll(() => server.close());

/** A terminal that has bought two ES with a bracket, and the actions of the risk managers on its account. */
async function openPosition(bracketTicks: number) {
  const terminal = await openTerminal(server, 'merit-50k');
  const { order } = await placed(
    terminal.place({ quantity: 2, bracket: { targetTicks: bracketTicks, stopTicks: bracketTicks } }),
  );
  const [first, second] = [await signInStaff(server, 'risk_manager'), await signInStaff(server, 'risk_manager')];
  const { account: accountId, ask } = terminal;
  const act = async (kind: RiskActionKind) => {
    const answer = await ask(takeRiskAction, { token: first.token, body: { accountId, kind, cause: 'Unusual size.' } });
    expect(answer.response_status).toBe(200);
  };
  const halt = async () => {
    const text = { textEn: 'Late.', textFr: 'Retard.', textPt: 'Atraso.' };
    const body = { target: 'program:merit', ...text } as const;
    const { haltId } = (await ask(requestHalt, { token: first.token, body })).data;
    const approval = { token: second.token, body: { haltId, decision: 'approve' } } as const;
    expect((await ask(decideHalt, approval)).response_status).toBe(200);
  };
  const setStop = async (lossCents: number) => {
    const body = { ...noLimits, accountId, lossCents };
    expect((await ask(updatePersonalStop, { token: terminal.token, body })).response_status).toBe(200);
  };
  /** The next frame in which the position’s price has moved by the given ticks. */
  const findMove = (ticks: number) =>
    findFrame(server, terminal.now(), ({ bidTicks }) => {
      const move = bidTicks - (order.fillTicks ?? 0);
      return ticks > 0 ? move >= ticks : move <= ticks;
    });
  return { ...terminal, act, halt, setStop, moved: findMove };
}

type OpenPosition = Awaited<ReturnType<typeof openPosition>>;

/** Both servers process everything at the same time; then one does alone what each skipped because the other held it. */
async function settle(position: OpenPosition) {
  const processAll = (at: TestApp) => [tickTraders(at.deps), matchOpenAccounts(at.deps)];
  await Promise.all([server.drain(), ...processAll(server), ...processAll(other)]);
  await server.clock.advance(1_000);
  await Promise.all([...processAll(other), ...processAll(server)]);
  await server.clock.advance(2_000);
  await tickTraders(server.deps);
  await runUntil(server, position.now());
}

/** Checks that one fill closed the position, no matter who closed it, and that no order is left or accepted. */
async function expectClosedOnce(position: OpenPosition) {
  expect([await position.held(), await position.working()]).toEqual([[], []]);
  const { fills } = (await position.ask(fetchFills, { token: position.token, query: { accountId: position.account } }))
    .data;
  expect(fills.map(({ side, quantity }) => [side, quantity])).toEqual([
    ['sell', 2],
    ['buy', 2],
  ]);
  expect((await position.place()).response_status).toBe(409);
}

test.each([
  ['protective stop', -6],
  ['target', 6],
])(
  'an account whose %s is touched before a server checks is flattened by a risk manager once',
  async (_order, ticks) => {
    const position = await openPosition(6);
    const touched = position.moved(ticks);
    await server.clock.advance(touched.at - 500 - position.now());
    await position.act('lock');
    await server.clock.advance(1_500);
    await settle(position);
    await expectClosedOnce(position);
  },
);

test('an account whose bracket fills first isn’t flattened again', async () => {
  const position = await openPosition(6);
  const touched = position.moved(-6);
  await server.clock.advance(touched.at - 500 - position.now());
  await position.act('suspend');
  await server.drain();
  await runUntil(server, touched.at + 250);
  expect(await position.held()).toEqual([]);
  await settle(position);
  await expectClosedOnce(position);
});

test('an account that reaches its personal stop while a risk manager flattens it is closed once', async () => {
  const position = await openPosition(900);
  // Four ticks of two contracts are $100.
  await position.setStop(10_000);
  const lossFrame = position.moved(-4);
  await server.clock.advance(lossFrame.at - 500 - position.now());
  await position.act('lock');
  await server.clock.advance(1_500);
  await settle(position);
  await expectClosedOnce(position);
});

test('an account that has reached its personal stop is closed once, even if a risk manager suspends it first', async () => {
  const position = await openPosition(900);
  await position.setStop(10_000);
  const lossFrame = position.moved(-4);
  await server.clock.advance(lossFrame.at + 250 - position.now());
  await matchOpenAccounts(server.deps);
  await position.act('suspend');
  await settle(position);
  await expectClosedOnce(position);
});

test('an account that a risk manager flattens is closed even if a halt begins first', async () => {
  const position = await openPosition(900);
  await position.act('lock');
  await position.halt();
  await settle(position);
  await expectClosedOnce(position);
});
