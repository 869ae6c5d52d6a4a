import type { IncomingHttpHeaders } from 'node:http';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { sessionDateOf } from '#shared/exchange/trading-day.ts';
import { findFault } from '../contract.ts';
import { createDesk } from '../desk.ts';
import { type Call, type Json, startVendorServer } from '../vendor-server.ts';
import { contract } from './contract.ts';
import { type Account, createFirm, forDesk } from './firm.ts';

const overlap = 3;
const intradayDisable = 3;
const riskPause = 2;

type Options = {
  readonly port?: number;
  readonly now?: () => number;
  readonly apiKey?: string;
  /** How the list of fills treats its rows. */
  readonly shuffle?: <Row>(rows: readonly Row[]) => readonly Row[];
};

const ok = (data: unknown, more: Json = {}) => [200, { success: true, data, ...more }] as const;
const refuse = (message: string) => [200, { success: false, message }] as const;
const table = (data: readonly unknown[]) => ok({ draw: 0, recordsTotal: data.length, recordsFiltered: 0, data });
const timeOf = (text: string) => Date.parse(`${text}Z`);

/** A server that behaves as the vendor's documents say: for tests, and to try the whole firm by hand. */
export async function startEmulator({
  port = 0,
  now: read = Date.now,
  apiKey = 'right',
  shuffle = (rows) => rows,
}: Options = {}) {
  const now = (): number => vendor.now();
  const firm = createFirm(now);
  let version = 0;

  /** A page of rows that happened since a time, by account; the second half is another page. */
  function page<Row extends { readonly accountId: string }>(
    all: readonly Row[],
    at: (row: Row) => number,
    query: URLSearchParams,
  ) {
    const since = Date.parse(query.get('utcStartDt') ?? '');
    const rows = all.filter((row) => at(row) >= since && at(row) <= now() - emulator.lagMs);
    const token = query.get('nextPageToken');
    const half = Math.ceil(rows.length / 2);
    // Pages overlap, because something happens between two of them.
    const shown = token === null ? rows.slice(0, half) : rows.slice(Math.max(0, Number(token) - overlap));
    if (!emulator.pagesLists) return ok(Object.fromEntries(Map.groupBy(shuffle(rows), ({ accountId }) => accountId)));
    const isLast = token !== null || rows.length < 2;
    const lists = Object.fromEntries(Map.groupBy(shuffle(shown), ({ accountId }) => accountId));
    return ok(lists, { nextPageToken: isLast ? null : String(half) });
  }

  function infoOf({ accountId, balance, startBalance, status, tradingPermission, tradingRuleId }: Account): Json {
    const positions = firm.positions(accountId).map(({ name, contractId, quantity }) => {
      const price = emulator.quotes.get(name);
      return { contractId, quantity, openPl: price === undefined ? null : firm.openProfit(accountId, name, price) };
    });
    const open = positions.every(({ openPl }) => openPl !== null)
      ? positions.reduce((sum, { openPl }) => sum + Number(openPl), 0)
      : null;
    const equity = open === null ? null : balance + open;
    const snapshot = { startBalance, balance, equity, stopDrawdownBalance: emulator.floors.get(accountId) ?? null };
    return { status, tradingPermission, tradingRuleId, positions, snapshot };
  }

  function flatten(accountId: unknown): void {
    if (!emulator.closesPositions) return;
    for (const { name, quantity } of firm.positions(String(accountId)))
      firm.trade(String(accountId), {
        ...{ contract: name, action: quantity > 0 ? 'Sell' : 'Buy', qty: Math.abs(quantity) },
        price: emulator.quotes.get(name) ?? 6_000,
      });
  }

  /** Accounts that reached a limit of the day which disables it, with that day. */
  const disabledOn = new Map<string, number>();

  /** The rules' limits of the day; the next session lets an account trade again. */
  function enforceDay(account: Account): void {
    const { accountId, tradingRuleId } = account;
    const today = sessionDateOf(now());
    if ((disabledOn.get(accountId) ?? today) !== today) {
      disabledOn.delete(accountId);
      if (account.tradingPermission === riskPause) account.tradingPermission = 0;
    }
    const rule = firm.rules.find(({ ruleId }) => ruleId === tradingRuleId) ?? {};
    const actions = [rule['maxIntradayDrawdownAction'], rule['maxIntradayRunupAction']];
    if (!actions.includes(intradayDisable) || disabledOn.has(accountId)) return;
    const open = firm.positions(accountId).reduce((sum, { name }) => {
      const price = emulator.quotes.get(name);
      return price === undefined ? sum : sum + firm.openProfit(accountId, name, price);
    }, 0);
    const result = firm.dayResult(accountId) + open;
    const isOver =
      (rule['maxIntradayDrawdownAction'] === intradayDisable && result <= -Number(rule['maxIntradayDrawdownMoney'])) ||
      (rule['maxIntradayRunupAction'] === intradayDisable && result >= Number(rule['maxIntradayRunupMoney']));
    if (!isOver) return;
    disabledOn.set(accountId, today);
    account.tradingPermission = riskPause;
    flatten(accountId);
  }

  const subscribe = (row: Json | undefined, changes: Json) => {
    version += 1;
    if (row) return ok(Object.assign(row, changes, { lastVersionId: version }));
    const created = { subscriptionId: `sub-${firm.newId()}`, ...changes, lastVersionId: version };
    firm.subscriptions.push(created);
    return ok(created);
  };
  const subscriptionOf = (id: unknown) => firm.subscriptions.find((row) => row['subscriptionId'] === id);
  const detailsOf = (body: Json): Json => ({
    ...{ userId: body['userId'], dxDataProducts: body['dataFeedProducts'], status: emulator.subscriptionStatus },
    ...{ confirmationId: 'confirm', dxAgreementLink: 'https://agreement.example/sign' },
    expiration: firm.utcText(Date.parse(String(body['startDate'])) + 30 * 86_400_000),
  });

  type Action = (body: Json, query: URLSearchParams) => readonly [number, unknown];
  const withAccount =
    (act: (account: Account, body: Json) => unknown): Action =>
    (body, query) => {
      const account = firm.find(body['accountId'] ?? query.get('accountId'));
      return account ? ok(act(account, body) ?? {}) : refuse('Account not found');
    };

  const actions: Readonly<Record<string, Action>> = {
    'GET /User/List': (_, query) =>
      table(firm.users.filter((row) => String(row['username']).includes(query.get('filter') ?? ''))),
    'POST /User': (body) => {
      if (firm.users.some(({ email }) => email === body['email'])) return refuse('Email already in use');
      const id = `user-${firm.newId()}`;
      firm.users.push({ ...body, id });
      return ok({ userId: id, username: body['username'], password: body['passwordToSet'] });
    },
    'GET /Symbol/List': () => ok(instrumentCodes.map((name, index) => ({ id: index + 1, name }))),
    'GET /Symbol/ContractName': (_, query) => ok(firm.contractName(Number(query.get('contractId'))) ?? null),
    'GET /TradingRule/List': () => table(firm.rules),
    'POST /TradingRule/Validate': () => ok({ success: true, errors: null }),
    'POST /TradingRule': (body) => {
      const id = body['ruleId'];
      const known = firm.rules.find((row) => row['ruleId'] === id);
      if (known && emulator.changesRules) Object.assign(known, body);
      if (id !== undefined) return known ? ok(known) : refuse('Rule not found');
      const rule = { ...body, ruleId: `rule-${firm.newId()}` };
      firm.rules.push(rule);
      return ok(rule);
    },
    'GET /TradingAccount/ListByUserId': (_, query) =>
      ok({ accounts: firm.accounts.filter(({ userId }) => userId === query.get('userId')), accountDefaultId: null }),
    'POST /TradingAccount': (body) => {
      const account: Account = {
        ...{ accountId: `account-${firm.newId()}`, id: firm.newId(), header: String(body['header']) },
        ...{ userId: String(body['userId']), startBalance: Number(body['balance']), balance: Number(body['balance']) },
        ...{ tradingRuleId: String(body['accountRuleId']), status: 1 },
        tradingPermission: Number(body['tradingPermission']),
      };
      firm.accounts.push(account);
      return ok(account);
    },
    'GET /TradingAccount': withAccount(infoOf),
    'POST /TradingAccount/ChangeTradingRule': withAccount((account, body) => {
      if (emulator.changesRules) account.tradingRuleId = String(body['ruleId']);
    }),
    'POST /TradingAccount/ChangePermission': withAccount((account, body) => {
      account.tradingPermission = Number(body['tradingPermission']);
      if (body['forceClose'] === true) flatten(account.accountId);
    }),
    'POST /TradingAccount/Enable': withAccount((account) => {
      account.status = 1;
    }),
    'POST /TradingAccount/Disable': withAccount((account) => {
      account.status = 8;
      flatten(account.accountId);
    }),
    'POST /TradingAccount/Reset': withAccount((account, body) => {
      firm.reset(account);
      [account.status, account.tradingPermission] = [Number(body['status']), Number(body['permission'])];
    }),
    'POST /TradingAccount/UpdateBalance': withAccount(({ accountId }, body) =>
      firm.move(accountId, body['action'] === 3 ? 2 : 1, Number(body['value'])),
    ),
    'POST /Trading/CancelOrder': withAccount(() => undefined),
    'POST /Trading/FlatPosition': withAccount(({ accountId }) => flatten(accountId)),
    'GET /Bulk/AccountsInfosEnabled': () =>
      ok(
        Object.fromEntries(
          firm.accounts
            .filter(({ status, accountId }) => status === 1 && !emulator.omitted.has(accountId))
            .map((account) => [account.accountId, infoOf(account)]),
        ),
      ),
    'GET /Bulk/FillList': (_, query) => page(firm.fills(), (row) => timeOf(row.executeDtUtc), query),
    'GET /Bulk/TransactionList': (_, query) => page(firm.transactions, (row) => timeOf(row.utc), query),
    'GET /Subscription/List': () => table(firm.subscriptions),
    'GET /Subscription': (_, query) => ok(subscriptionOf(query.get('subscriptionId'))),
    'POST /Subscription': (body) => subscribe(undefined, detailsOf(body)),
    'PUT /Subscription': (body, query) => subscribe(subscriptionOf(query.get('subscriptionId')), detailsOf(body)),
    'POST /Subscription/Active': ({ subscriptionId }) => subscribe(subscriptionOf(subscriptionId), { status: 1 }),
    'POST /Subscription/Confirm': ({ subscriptionId }) => subscribe(subscriptionOf(subscriptionId), { status: 1 }),
    'POST /Subscription/Deactive': ({ subscriptionId }) => subscribe(subscriptionOf(subscriptionId), { status: 0 }),
  };

  function answer({ method, path, body }: Call, query: URLSearchParams, headers: IncomingHttpHeaders) {
    if (headers['x-api-key'] !== apiKey) return [401, null] as const;
    for (const account of firm.accounts) enforceDay(account);
    const row = contract[`${method} ${path}`];
    const fault = row && findFault(row.fields, body);
    if (fault !== undefined) return [400, { success: false, errors: { [fault.split(' ')[0] ?? '']: fault } }] as const;
    if (path.startsWith('/Bulk/') && path.endsWith('List') && Number.isNaN(Date.parse(query.get('utcStartDt') ?? '')))
      return [400, { success: false, errors: { utcStartDt: 'utcStartDt is required' } }] as const;
    return actions[`${method} ${path}`]?.(body, query) ?? ([404, null] as const);
  }

  const vendor = await startVendorServer({
    ...{ port, prefix: '/api/v2/Propsite', now: read, answer, desk: createDesk(forDesk(firm), now) },
    bust: (fillId) => firm.change(fillId, { quantity: 0 }),
  });

  const emulator = {
    ...vendor,
    firm,
    /** Whether it closes positions by itself; a test may play a market that doesn't fill. */
    closesPositions: true,
    /** Whether it carries out changes of limits that it accepts. */
    changesRules: true,
    /** Accounts that the list of enabled accounts leaves out. */
    omitted: new Set<string>(),
    /** Prices by contract; without one, open profit and equity are null. */
    quotes: new Map<string, number>(),
    floors: new Map<string, number>(),
    /** How long a row stays invisible to the lists. */
    lagMs: 0,
    /** Whether lists of everybody’s rows come in pages, which the swagger doesn’t have and a public client reads. */
    pagesLists: false,
    /** What a new subscription waits for; 1: nothing. */
    subscriptionStatus: 1,
  };
  return emulator;
}

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;
