import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  $countries,
  $exposure,
  $filter,
  $isOrderHeld,
  $riskStatus,
  $riskTotals,
  $visibleRows,
  filterBy,
  followRisk,
  type RiskRow,
  sortBy,
  sortRows,
} from '#app/risk/stores/risk.ts';
import { $openId, hideAccount, reloadAccount, showAccount } from '#app/risk/stores/risk-account.ts';
import { $riskSort } from '#app/risk/stores/risk-order.ts';
import { toColumns } from '#shared/core/columns.ts';
import { riskRow } from '#shared/risk/contract.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, openPage, resetPage, signIn, until } from '../support.ts';

let server: TestApp;
let disconnect: () => void = () => undefined;
let leave: () => void = () => undefined;
let send: (delta: { readonly rows?: readonly object[]; readonly [name: string]: unknown }) => void;

const rowOf = (id: string, roomCents: number, more: object = {}) => ({
  id,
  account: `RI-${id}`,
  name: 'Ada Lima',
  country: 'PT',
  program: 'classic',
  size: '50k',
  platform: 'rithmic',
  phase: 'evaluation',
  status: 'active',
  equityCents: 5_000_000,
  floorCents: 4_800_000,
  remainingCents: roomCents,
  limitCents: 200_000,
  todayCents: 0,
  positions: [],
  lastEventAt: null,
  ...more,
});

const columnsOf = (rows: readonly object[]) => toColumns(riskRow, rows as readonly RiskRow[]);

const first = [
  rowOf('a', 30_000, { positions: [['ES', 2]] }),
  rowOf('b', 10_000, { positions: [['ES', -1]] }),
  rowOf('c', 20_000, { country: 'FR' }),
];

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

beforeEach(async () => {
  const { token } = await signInPerson(server, { roles: ['risk_manager'] });
  resetPage();
  openPage('/risk-manager');
  signIn(token);
  let isOpen = false;
  disconnect = connectFetch(server, async (path) => {
    if (path.endsWith('/get/risk-manager-dashboard')) {
      return Response.json({
        response_status: 200,
        response_message: '',
        data: { run: 'one', number: 0, rows: columnsOf(first) },
      });
    }
    if (!path.endsWith('/admin/risk/stream')) return undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = ({ rows = [], ...delta }) => {
          const data = JSON.stringify({ rows: columnsOf(rows), gone: [], ...delta });
          controller.enqueue(new TextEncoder().encode(`event: delta\ndata: ${data}\n\n`));
        };
        isOpen = true;
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  // The list re-sorts itself every few seconds, except while the pointer is over it.
  $isOrderHeld.set(true);
  leave = followRisk();
  await until(() => isOpen && $riskStatus.get() === 'live');
});

afterEach(() => {
  leave();
  $isOrderHeld.set(false);
  filterBy(Object.fromEntries(Object.keys($filter.get()).map((name) => [name, ''])));
  disconnect();
});

const sumOf = () => $exposure.get().map(({ instrument, long, short, accounts }) => [instrument, long, short, accounts]);

test('rows keep their places while their remaining drawdown changes, until they are sorted', async () => {
  expect($visibleRows.get()).toEqual(['b', 'c', 'a']);
  expect(sumOf()).toEqual([['ES', 2, 1, 2]]);
  send({ number: 1, rows: [rowOf('a', 5_000, { positions: [['ES', 5]] })] });
  await until(() => $exposure.get()[0]?.long === 5);
  expect($visibleRows.get()).toEqual(['b', 'c', 'a']);
  sortRows();
  expect($visibleRows.get()).toEqual(['a', 'b', 'c']);
});

test('accounts enter and leave a filter as they change, and leave the list when they end', async () => {
  filterBy({ status: 'locked' });
  expect($visibleRows.get()).toEqual([]);
  send({ number: 1, rows: [rowOf('c', 20_000, { status: 'locked' }), rowOf('d', 1_000, { status: 'locked' })] });
  await until(() => $visibleRows.get().length > 0);
  expect($visibleRows.get()).toEqual(['c', 'd']);
  send({ number: 2, rows: [rowOf('c', 20_000)] });
  await until(() => $visibleRows.get().length === 1);
  filterBy({ status: '' });
  expect($visibleRows.get()).toEqual(['b', 'c', 'a', 'd']);
  send({ number: 3, gone: ['b'] });
  await until(() => $visibleRows.get().length === 3);
  expect($visibleRows.get()).toEqual(['c', 'a', 'd']);
  expect(sumOf()).toEqual([['ES', 2, 0, 1]]);
});

test('rows are sorted by room as a share of the limit, then by ticks at the position, and by any column', async () => {
  const rows = [
    // 10% of its limit, although more dollars than the others.
    rowOf('a', 30_000, { limitCents: 300_000, positions: [['NQ', 1]] }),
    // 20%: 40 ticks of $10 with one CL; c has 20% too and 32 ticks of $12.50 with one ES.
    rowOf('b', 40_000, { positions: [['CL', 1]], todayCents: -500, lastEventAt: 2_000 }),
    rowOf('c', 40_000, { positions: [['ES', 1]], todayCents: 700, lastEventAt: 3_000 }),
    rowOf('d', 1_000, { floorCents: null, remainingCents: null, limitCents: null }),
  ];
  send({ number: 1, rows });
  await until(() => $visibleRows.get().length === 4);
  sortRows();
  expect($visibleRows.get()).toEqual(['a', 'c', 'b', 'd']);
  sortBy('ticks');
  expect($visibleRows.get()).toEqual(['c', 'b', 'a', 'd']);
  expect(location.search).toBe('?sort=ticks');
  sortBy('ticks');
  // Rows without a value stay last.
  expect($visibleRows.get()).toEqual(['a', 'b', 'c', 'd']);
  expect($riskSort.get()).toEqual({ key: 'ticks', isDescending: true });
  sortBy('event');
  expect($visibleRows.get().slice(0, 2)).toEqual(['c', 'b']);
  sortBy('room');
  expect(location.search).toBe('');
});

test('the list can be limited to accounts in the market, or with little room', async () => {
  expect($riskTotals.get()).toEqual({ accounts: 3, inMarket: 2 });
  filterBy({ only: 'market' });
  expect($visibleRows.get()).toEqual(['b', 'a']);
  send({ number: 1, rows: [rowOf('c', 70_000)] });
  filterBy({ only: 'low' });
  await until(() => $visibleRows.get().length === 2);
  expect($visibleRows.get()).toEqual(['b', 'a']);
});

test('filters combine, and the country options are those of the live accounts', async () => {
  filterBy({ q: 'ri-', instrument: 'ES' });
  expect($visibleRows.get()).toEqual(['b', 'a']);
  filterBy({ q: 'RI-a' });
  expect($visibleRows.get()).toEqual(['a']);
  expect($countries.get()).toEqual(['FR', 'PT']);
  send({ number: 1, rows: [rowOf('d', 1_000, { country: 'DE' })] });
  await until(() => $countries.get().length === 3);
  expect($countries.get()).toEqual(['DE', 'FR', 'PT']);
  send({ number: 2, gone: ['d'] });
  await until(() => $countries.get().length === 2);
  expect($countries.get()).toEqual(['FR', 'PT']);
});

test('a message that violates the contract ends the list with an error instead of a retry', async () => {
  send({ number: 1, rows: [rowOf('a', 5_000, { equityCents: 'a lot' })] });
  await until(() => $riskStatus.get() === 'failed');
});

test('closing the drawer returns the focus to the row opened last, unless it has left the page', async () => {
  const focused: string[] = [];
  const row = (name: string, isConnected = true) => ({ isConnected, focus: () => void focused.push(name) });
  await showAccount('a', row('a'));
  await showAccount('b', row('b'));
  // Reloaded after an action.
  await showAccount('b');
  hideAccount();
  expect(focused).toEqual(['b']);
  hideAccount();
  await showAccount('c', row('c', false));
  hideAccount();
  expect(focused).toEqual(['b']);
});

test('moving on while an account loads shows the last one, and an action’s reload doesn’t switch back', async () => {
  const seen: (string | null)[] = [];
  const stop = $openId.subscribe((id) => void seen.push(id));
  // `j` three times, before any of them has loaded.
  const shown = ['a', 'b', 'c'].map((id) => showAccount(id));
  expect($openId.get()).toBe('c');
  await Promise.all(shown);
  await reloadAccount('a');
  expect(seen).toEqual([null, 'a', 'b', 'c']);
  hideAccount();
  await reloadAccount('c');
  expect($openId.get()).toBeNull();
  stop();
});
