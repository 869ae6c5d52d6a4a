import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { sessionDateOf } from '#shared/exchange/trading-day.ts';
import { findFault } from '../contract.ts';
import { createDesk } from '../desk.ts';
import { type Call, type Json, startVendorServer } from '../vendor-server.ts';
import { contract, isLive, maxNamesLength, queries } from './contract.ts';
import { createFirm, forDesk, isKind, masters } from './firm.ts';
import { createSessions } from './sessions.ts';
import { attachStream, silentMs } from './stream.ts';

type Options = {
  readonly port?: number;
  /** The emulator's clock; `advance` moves it. */
  readonly now?: () => number;
  readonly password?: string;
  /** Drops clients that send no `[]`; off where a test's clock jumps. */
  readonly dropsSilent?: boolean;
  /** How the stream treats its messages. */
  readonly shuffle?: (messages: readonly string[]) => readonly string[];
};

const firmUser = 1;
const templateAccount = 1;
const template = { id: templateAccount, name: 'TEMPLATE', active: false };

/** A server that behaves as the vendor's documents say: for tests, and to try the whole firm by hand. */
export async function startEmulator({
  port = 0,
  now: read = Date.now,
  password = 'right',
  dropsSilent = false,
  shuffle = (all) => all,
}: Options = {}) {
  const now = (): number => vendor.now();
  const firm = createFirm(now);
  const sessions = createSessions(now, firm.newId);
  let signIns = 0;
  /** The host of the organization's demo environment, if the shared one no longer serves it. */
  let ownHost: string | undefined;
  const utcNow = () => new Date(now()).toISOString();

  function liquidate(accountId: number): void {
    for (const row of firm.list('position')) {
      if (row['accountId'] !== accountId || row['netPos'] === 0) continue;
      const contract = firm.list('contract').find(({ id }) => id === row['contractId']);
      const net = Number(row['netPos']);
      const order = {
        accountId,
        contract: String(contract?.['name']),
        action: net > 0 ? 'Sell' : 'Buy',
        qty: Math.abs(net),
        price: 6_000,
      } as const;
      firm.trade(order);
    }
  }

  /** The vendor's own limits of the day: flat, and closing orders only. It stays so until somebody sends Normal. */
  function enforceDay(accountId: number): void {
    const [limits, status] = [firm.rowOf('userAccountAutoLiq', accountId), firm.rowOf('accountRiskStatus', accountId)];
    if (!limits || !status || status['liquidateOnly']) return;
    if (limits['dailyLossAutoLiq'] === undefined && limits['dailyProfitAutoLiq'] === undefined) return;
    const result = firm.dayResult(accountId);
    const loss = Number(limits['dailyLossAutoLiq'] ?? Number.POSITIVE_INFINITY);
    const profit = Number(limits['dailyProfitAutoLiq'] ?? Number.POSITIVE_INFINITY);
    if (result > -loss && result < profit) return;
    firm.put('accountRiskStatus', { ...status, liquidateOnly: utcNow() });
    liquidate(accountId);
  }

  /** The row or rows of an entity that a query asks for. */
  function readEntity(kind: keyof typeof masters, how: string, value: string): readonly [number, unknown] {
    // Templates are the vendor staff's.
    if (kind === 'account' && how === 'item' && Number(value) === templateAccount) return [200, template];
    const rows = firm.list(kind);
    if (how === 'list') return [200, rows];
    if (how === 'items') return [200, rows.filter((row) => value.split(',').map(Number).includes(row.id))];
    if (how === 'deps') {
      const own = rows.filter((row) => row[masters[kind]] === Number(value));
      return [200, kind === 'cashBalanceLog' ? own.filter(isInSession) : own];
    }
    const row = how === 'item' ? rows.find(({ id }) => id === Number(value)) : firm.find(kind, value);
    return row ? [200, row] : [404, null];
  }

  /** Lists of the log hold the current session only. */
  function isInSession({ timestamp }: Json): boolean {
    const at = Date.parse(String(timestamp));
    return sessionDateOf(at) === sessionDateOf(now()) && at <= now() - emulator.logLagMs;
  }

  const actions: Readonly<Record<string, (body: Json) => unknown>> = {
    'POST /userAccountPositionLimit/update': (body) => firm.put('userAccountPositionLimit', body as never),
    'POST /userAccountPositionLimit/create': (body) =>
      firm.put('userAccountPositionLimit', { ...body, id: firm.newId() }),
    'POST /userPlugin/addentitlementsubscription': (body) =>
      emulator.hasSigned
        ? firm.put('userPlugin', { ...body, id: firm.newId() })
        : { errorText: 'Agreement not signed' },
    'POST /user/addmarketdatasubscription': ({ marketDataSubscriptionPlanIds, ...row }) => {
      for (const marketDataSubscriptionPlanId of marketDataSubscriptionPlanIds as number[])
        firm.put('marketDataSubscription', { ...row, marketDataSubscriptionPlanId, id: firm.newId() });
      return { ok: true };
    },
    'POST /user/createevaluationusers': ({ users }) => ({ results: (users as Json[]).map(createUser) }),
    'POST /user/createevaluationaccounts': ({ accounts }) => ({ results: (accounts as Json[]).map(createAccount) }),
    'POST /userAccountAutoLiq/update': (body) =>
      // An omitted field isn't enforced.
      firm.rowOf('userAccountAutoLiq', Number(body['id']))
        ? firm.put('userAccountAutoLiq', body as never)
        : { errorText: 'unknown account' },
    'POST /accountRiskStatus/setadminautoliqaction': ({ accountId, adminAction }) => {
      const row = firm.rowOf('accountRiskStatus', Number(accountId));
      if (!row) return { errorText: 'unknown account' };
      const { liquidateOnly: _, ...rest } = row;
      const since = adminAction === 'LiquidateOnlyModeImmediately' ? { liquidateOnly: utcNow() } : {};
      const accountRiskStatus = firm.put('accountRiskStatus', {
        ...rest,
        adminAction,
        adminTimestamp: utcNow(),
        ...since,
      });
      if (adminAction === 'LiquidateImmediately' && emulator.closesPositions) liquidate(Number(accountId));
      return { accountRiskStatus };
    },
    'POST /account/resetdemoaccountstate': ({ accountIds }) => {
      if ((accountIds as number[]).length === 0) return { errorText: 'Empty accountIds', ok: false };
      for (const id of accountIds as number[]) {
        const [first] = firm.list('cashBalanceLog').filter((row) => row['accountId'] === id);
        const cash = firm.rowOf('cashBalance', id);
        firm.addCash(id, Number(first?.['delta']) - Number(cash?.['amount']), { cashChangeType: 'ManualAdjustment' });
      }
      return { ok: true };
    },
    'POST /fundTransaction/adjustcash': ({ accountId, cashChange, cashChangeType, comment }) => {
      firm.addCash(Number(accountId), Number(cashChange), { cashChangeType, comment });
      return { ok: true };
    },
    'POST /user/revoketradingpermissions': ({ tradingPermissionIds }) => {
      for (const id of tradingPermissionIds as number[]) {
        const permission = firm.list('tradingPermission').find((row) => row.id === id);
        if (!permission) return { errorText: `no trading permission ${id}` };
        firm.put('tradingPermission', { ...permission, status: 'Revoked' });
      }
      return { ok: true };
    },
    'POST /order/placeorder': ({ accountId, symbol, action, orderQty, price }) => {
      const account = firm.list('account').find(({ id }) => id === accountId);
      try {
        const order = { contract: String(symbol), action: action as 'Buy' | 'Sell', qty: Number(orderQty) };
        desk.place({ ...order, account: String(account?.['name']), ...(price ? { price: Number(price) } : {}) });
        return { orderId: firm.list('order').at(-1)?.id };
      } catch (error) {
        return { failureReason: (error as Error).message, failureText: (error as Error).message };
      }
    },
    'POST /cashBalance/getcashbalancesnapshot': ({ accountId }) => {
      const amount = Number(firm.rowOf('cashBalance', Number(accountId))?.['amount']);
      return {
        totalCashValue: amount,
        totalPnL: 0,
        netLiq: amount,
        openPnL: 0,
        realizedPnL: firm.dayResult(Number(accountId)),
      };
    },
    'POST /user/syncrequest': () => ({}),
  };

  function createUser({ name, email, firstName, lastName, password: secret, entitlementIds = [] }: Json): Json {
    if (firm.find('user', String(name))) return { errorText: 'UserAlreadyExists' };
    if (String(firstName).length + String(lastName).length > maxNamesLength) return { errorText: 'Names are too long' };
    if ((entitlementIds as number[]).includes(22)) return { errorText: 'Entitlement 22 is deprecated' };
    return { userId: firm.put('user', { id: firm.newId(), name, email, password: secret, status: 'Active' }).id };
  }

  function createAccount(account: Json): Json {
    const { name, userId, templateAccountId, initialBalance } = account;
    if (!/^[A-Z]+\d+$/.test(String(name))) return { errorText: 'Invalid account name' };
    if (firm.find('account', String(name))) return { errorText: 'Account name is taken' };
    if (!firm.list('user').some(({ id }) => id === userId)) return { errorText: `no user ${userId}` };
    if (templateAccountId !== templateAccount) return { errorText: 'no such template account' };
    if (Number(initialBalance) < 0) return { errorText: 'Initial balance is negative' };
    const { id } = firm.openAccount(account);
    return { errorText: '', accountId: id, tradingPermissionId: firm.rowOf('tradingPermission', id)?.id };
  }

  const withHosts = (answer: Json): Json => {
    const { host } = new URL(vendor.url);
    return 'accessToken' in answer
      ? { ...answer, apiHosts: { live: host, demo: ownHost ?? host, mdLive: host } }
      : answer;
  };

  function signIn({ name, password: secret }: Json): readonly [number, unknown] {
    signIns += 1;
    const user = firm.list('user').find((each) => each['name'] === name && each['password'] === secret);
    if (user || secret === password) return [200, withHosts(sessions.start(user?.id ?? firmUser))];
    return sessions.count('failedSignIns')
      ? [200, { errorText: 'Incorrect username or password' }]
      : [200, { 'p-ticket': 'sign-in', 'p-time': 15, 'p-captcha': true }];
  }

  /** Answers a request whose session is good, over REST or the stream. */
  function answerCall({ method, path, body }: Call, query: URLSearchParams, token: string): readonly [number, unknown] {
    if (!sessions.count('requests')) return [429, null];
    if (path === '/auth/me')
      return [200, { userId: sessions.find(token)?.userId, fullName: 'Firm', email: 'firm@example.com' }];
    if (path === '/auth/renewaccesstoken')
      return sessions.count('renewals')
        ? [200, withHosts(sessions.renew(token))]
        : [200, { 'p-ticket': 'renew', 'p-time': 15, 'p-captcha': false }];
    const row = contract[`${method} ${path}`];
    const fault = row && findFault(row.fields, body);
    if (fault !== undefined) return [400, { errorText: fault }];
    const act = actions[`${method} ${path}`];
    if (act) return [200, act(body)];
    const [, kind = '', how = ''] = path.split('/');
    if (method !== 'GET' || !isKind(kind) || !Object.hasOwn(queries, how)) return [404, null];
    const name = queries[how];
    const value = name === undefined ? '' : query.get(name);
    const isWrong = value === null || (how !== 'find' && how !== 'list' && !/^\d+(?:,\d+)*$/.test(value));
    return isWrong ? [400, { errorText: `${name} is required` }] : readEntity(kind, how, value);
  }

  function answer(call: Call, query: URLSearchParams, { authorization, host }: IncomingHttpHeaders) {
    const { path, method } = call;
    if (ownHost !== undefined && host !== ownHost && !isLive(path))
      return [307, null, { location: `http://${ownHost}/v1${path}${query.size > 0 ? `?${query}` : ''}` }] as const;
    if (path === '/auth/accesstokenrequest') {
      const fault = findFault(contract[`${method} ${path}`]?.fields ?? {}, call.body);
      return fault === undefined ? signIn(call.body) : ([400, { errorText: fault }] as const);
    }
    const token = String(authorization ?? '').replace(/^Bearer /, '');
    const status = sessions.statusOf(token);
    return status === 200
      ? answerCall(call, query, token)
      : ([status, status === 401 ? { errorText: 'Access is denied' } : null] as const);
  }

  const desk = createDesk(forDesk(firm), now);
  const vendor = await startVendorServer({
    port,
    prefix: '/v1',
    now: read,
    answer,
    desk,
    bust: (fillId) => firm.amend(fillId, null),
  });
  const stream = attachStream(vendor.server, {
    ...{ now, firm, sessions, calls: vendor.calls, dropsSilent, shuffle, answer: answerCall },
    refusal: ({ headers }: IncomingMessage) =>
      emulator.upgradeStatus ?? (ownHost !== undefined && headers.host !== ownHost ? 421 : undefined),
  });

  firm.listen((entityType, { orderId }) => {
    if (entityType !== 'fill') return;
    const order = firm.list('order').find(({ id }) => id === orderId);
    setImmediate(() => enforceDay(Number(order?.['accountId'])));
  });

  const emulator = Object.assign(stream, {
    ...vendor,
    firm,
    silentMs,
    /** Whether it closes positions by itself; a test may play a market that doesn't fill. */
    closesPositions: true,
    /** Whether users have signed the exchanges’ agreements inside the vendor’s program. */
    hasSigned: true,
    /** How long a row of the cash log stays invisible to `deps`. */
    logLagMs: 0,
    /** With what an upgrade is refused, if it is. */
    upgradeStatus: undefined as number | undefined,
    signIns: () => signIns,
    /** Another program signs in as the same user. @param closedStatus what a token gets that this closes */
    signInElsewhere: (closedStatus?: number) => sessions.start(firmUser, closedStatus),
    /** From now on the organization's demo environment is at another host: the same machine by another name. */
    moveOrganization(name: string): void {
      ownHost = `${name}:${new URL(vendor.url).port}`;
    },
    async stop() {
      stream.stopStream();
      await vendor.stop();
    },
  });
  return emulator;
}

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;
