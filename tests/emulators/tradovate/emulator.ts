import type { IncomingHttpHeaders } from 'node:http';
import { sessionDateOf } from '#shared/exchange/trading-day.ts';
import { createDesk } from '../desk.ts';
import { acceptSocket, type Socket } from '../socket.ts';
import { type Call, type Json, startVendorServer } from '../vendor-server.ts';
import { createFirm, forDesk, type Kind } from './firm.ts';

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

type Client = {
  readonly socket: Socket;
  isAuthorized: boolean;
  isSynced: boolean;
  types: readonly string[];
  queue: string[];
  heardAt: number;
};

const sessionMs = 80 * 60_000;
const maxSessions = 2;
const silentMs = 10_000;

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
  const sessions: { readonly token: string; readonly expiresAt: number }[] = [];
  const clients = new Set<Client>();
  const penalties: Json[] = [];
  let signIns = 0;

  const isValid = (token: string) => sessions.some((each) => each.token === token && each.expiresAt > now());
  function startSession(): Json {
    const token = `token-${firm.newId()}`;
    sessions.push({ token, expiresAt: now() + sessionMs });
    // A further session closes the oldest.
    while (sessions.length > maxSessions) sessions.shift();
    return { accessToken: token, expirationTime: new Date(now() + sessionMs).toISOString(), userId: 1 };
  }

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
    if (!limits || !status || status['liquidateOnly'] === true) return;
    if (limits['dailyLossAutoLiq'] === undefined && limits['dailyProfitAutoLiq'] === undefined) return;
    const result = firm.dayResult(accountId);
    const loss = Number(limits['dailyLossAutoLiq'] ?? Number.POSITIVE_INFINITY);
    const profit = Number(limits['dailyProfitAutoLiq'] ?? Number.POSITIVE_INFINITY);
    if (result > -loss && result < profit) return;
    firm.put('accountRiskStatus', { ...status, liquidateOnly: true });
    liquidate(accountId);
  }

  const depsOf = (kind: Kind, field: string, query: URLSearchParams) =>
    firm.list(kind).filter((row) => row[field] === Number(query.get('masterid')));
  const actions: Readonly<Record<string, (body: Json, query: URLSearchParams) => unknown>> = {
    'GET /user/find': (_, query) => firm.find('user', query.get('name') ?? '') ?? null,
    'GET /account/find': (_, query) => firm.find('account', query.get('name') ?? '') ?? null,
    'GET /account/item': () => ({ id: 1, name: 'TEMPLATE' }),
    'GET /contract/item': (_, query) => firm.list('contract').find(({ id }) => id === Number(query.get('id'))) ?? null,
    'GET /userAccountAutoLiq/deps': (_, query) => depsOf('userAccountAutoLiq', 'accountId', query),
    'GET /userAccountPositionLimit/deps': (_, query) => depsOf('userAccountPositionLimit', 'accountId', query),
    'POST /userAccountPositionLimit/update': (body) => firm.put('userAccountPositionLimit', body as never),
    'POST /userAccountPositionLimit/create': (body) =>
      firm.put('userAccountPositionLimit', { ...body, id: firm.newId() }),
    'GET /userPlugin/deps': (_, query) => depsOf('userPlugin', 'userId', query),
    'POST /userPlugin/addentitlementsubscription': (body) =>
      emulator.hasSigned
        ? firm.put('userPlugin', { ...body, id: firm.newId() })
        : { errorText: 'Agreement not signed' },
    'GET /marketDataSubscription/deps': (_, query) => depsOf('marketDataSubscription', 'userId', query),
    'POST /user/addmarketdatasubscription': ({ marketDataSubscriptionPlanIds, ...row }) => {
      for (const marketDataSubscriptionPlanId of marketDataSubscriptionPlanIds as number[])
        firm.put('marketDataSubscription', { ...row, marketDataSubscriptionPlanId, id: firm.newId() });
      return { ok: true };
    },
    'GET /order/item': (_, query) => firm.list('order').find(({ id }) => id === Number(query.get('id'))) ?? null,
    'GET /tradingPermission/deps': (_, query) => depsOf('tradingPermission', 'userId', query),
    'GET /position/deps': (_, query) => depsOf('position', 'accountId', query),
    // Lists hold the current session only.
    'GET /cashBalanceLog/deps': (_, query) =>
      firm
        .list('cashBalanceLog')
        .map((row) => ({ row, at: Date.parse(String(row['timestamp'])) }))
        .filter(({ at }) => sessionDateOf(at) === sessionDateOf(now()) && at <= now() - emulator.logLagMs)
        .flatMap(({ row }) => (row['accountId'] === Number(query.get('masterid')) ? [row] : [])),
    'POST /user/createevaluationusers': ({ users }) => ({
      results: (users as Json[]).map((user) => {
        if (firm.find('user', String(user['name']))) return { errorText: 'UserAlreadyExists' };
        return { userId: firm.put('user', { id: firm.newId(), name: user['name'], email: user['email'] }).id };
      }),
    }),
    'POST /user/createevaluationaccounts': ({ accounts }) => ({
      results: (accounts as Json[]).map((account) => {
        if (!/^[A-Z]+\d+$/.test(String(account['name']))) return { errorText: 'Invalid account name' };
        if (firm.find('account', String(account['name']))) return { errorText: 'Account name is taken' };
        const { id } = firm.openAccount(account);
        return { accountId: id, tradingPermissionId: firm.rowOf('tradingPermission', id)?.id };
      }),
    }),
    'POST /userAccountAutoLiq/create': () => ({ errorText: 'the account has limits already' }),
    'POST /userAccountAutoLiq/update': (body) => {
      const row = firm.rowOf('userAccountAutoLiq', Number(body['accountId']));
      // An omitted field isn't enforced.
      return row ? firm.put('userAccountAutoLiq', { ...body, id: row.id }) : { errorText: 'unknown account' };
    },
    'POST /accountRiskStatus/setadminautoliqaction': (body) => {
      const row = firm.rowOf('accountRiskStatus', Number(body['accountId']));
      if (!row) return { errorText: 'unknown account' };
      firm.put('accountRiskStatus', {
        ...row,
        adminAction: body['adminAction'],
        liquidateOnly: body['adminAction'] === 'LiquidateOnlyModeImmediately',
      });
      if (body['adminAction'] === 'LiquidateImmediately' && emulator.closesPositions)
        liquidate(Number(body['accountId']));
      return { ok: true };
    },
    'POST /account/resetdemoaccountstate': ({ accountIds }) => {
      for (const id of accountIds as number[]) {
        const logs = firm.list('cashBalanceLog').filter((row) => row['accountId'] === id);
        const [first] = logs;
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
  };

  function answer(
    { method, path, body }: Call,
    query: URLSearchParams,
    { authorization }: IncomingHttpHeaders,
  ): readonly [number, unknown] {
    const token = String(authorization ?? '').replace(/^Bearer /, '');
    if (path === '/auth/accesstokenrequest') {
      signIns += 1;
      return [200, body['password'] === password ? startSession() : { errorText: 'Incorrect username or password' }];
    }
    if (!isValid(token)) return [401, { errorText: 'Access is denied' }];
    if (path === '/auth/renewaccesstoken') {
      const index = sessions.findIndex((each) => each.token === token);
      const expiresAt = now() + sessionMs;
      sessions[index] = { token, expiresAt };
      return [200, { accessToken: token, expirationTime: new Date(expiresAt).toISOString(), userId: 1 }];
    }
    const action = actions[`${method} ${path}`];
    return action ? [200, action(body, query)] : [404, null];
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
  const { calls } = vendor;
  vendor.server.on('upgrade', (request, stream) => {
    const client: Client = {
      socket: acceptSocket(request, stream, onText, () => clients.delete(client)),
      isAuthorized: false,
      isSynced: false,
      types: [],
      queue: [],
      heardAt: now(),
    };
    clients.add(client);
    client.socket.send('o');
    function onText(text: string): void {
      client.heardAt = now();
      if (text === '[]') {
        calls.push({ method: 'WS', path: '[]', body: {} });
        if (emulator.sendsHeartbeats) client.socket.send('h');
        return;
      }
      const [endpoint = '', id = '', , body = ''] = text.split('\n');
      calls.push({
        method: 'WS',
        path: endpoint,
        body: endpoint === 'authorize' ? { token: body } : (JSON.parse(body || '{}') as Json),
      });
      if (endpoint === 'authorize') {
        client.isAuthorized = isValid(body);
        client.socket.send(`a${JSON.stringify([{ s: client.isAuthorized ? 200 : 401, i: Number(id) }])}`);
      } else if (endpoint === 'user/syncrequest') sync(client, Number(id), JSON.parse(body) as Json);
    }
  });

  const plural = (kind: string) => (kind.endsWith('s') ? `${kind}es` : `${kind}s`);
  function sync(client: Client, id: number, { splitResponses, entityTypes = [] }: Json): void {
    // Closed without a word, as documented for a firm's connection.
    if (splitResponses !== true) {
      client.socket.cut();
      return;
    }
    const penalty = penalties.shift();
    if (penalty) {
      client.socket.send(`a${JSON.stringify([{ s: 200, i: id, d: penalty }])}`);
      return;
    }
    client.types = emulator.forgetsTypes ? [] : (entityTypes as string[]);
    client.isSynced = true;
    client.queue = [];
    client.socket.send(`a${JSON.stringify([{ s: 200, i: id, d: { users: [] } }])}`);
    for (const kind of client.types)
      client.socket.send(
        `a${JSON.stringify([{ s: 200, i: id, d: { [plural(kind)]: firm.listCurrent(kind as Kind) } }])}`,
      );
  }

  firm.listen((entityType, entity, eventType) => {
    if (entityType === 'fill') setImmediate(() => enforceFill(entity));
    for (const client of clients) {
      if (!client.isSynced || !client.types.includes(entityType)) continue;
      setImmediate(() => flush(client));
      client.queue.push(JSON.stringify({ e: 'props', d: { entityType, eventType, entity } }));
    }
  });

  const enforceFill = ({ orderId }: { readonly [field: string]: unknown }) =>
    enforceDay(Number(firm.list('order').find(({ id }) => id === orderId)?.['accountId']));

  function flush(client: Client): void {
    if (emulator.holdsStream) return;
    const messages = shuffle(client.queue.splice(0));
    // Several messages share a frame.
    for (let from = 0; from < messages.length; from += 7)
      client.socket.send(`a[${messages.slice(from, from + 7).join(',')}]`);
  }

  const dropping = setInterval(() => {
    for (const { socket, heardAt } of clients) if (dropsSilent && now() - heardAt > silentMs) socket.cut();
  }, 100);

  const emulator = {
    ...vendor,
    firm,
    silentMs,
    /** Whether it closes positions by itself; a test may play a market that doesn't fill. */
    closesPositions: true,
    /** Whether users have signed the exchanges’ agreements inside the vendor’s program. */
    hasSigned: true,
    /** `h` stops while data flows. */
    sendsHeartbeats: true,
    /** A sync is answered as if it named no entities. */
    forgetsTypes: false,
    /** How long a row of the cash log stays invisible to `deps`. */
    logLagMs: 0,
    /** Whether the stream keeps what happens to itself for now. */
    holdsStream: false,
    signIns: () => signIns,
    /** Another program signs in as the same user. */
    signInElsewhere: () => startSession(),
    disconnect: () => {
      for (const { socket } of clients) socket.cut();
    },
    say: (text: string) => {
      for (const { socket } of clients) socket.send(text);
    },
    /** Loses what the stream holds. */
    dropQueued: () => {
      for (const client of clients) client.queue = [];
    },
    /** The next sync is answered with a penalty. */
    penalizeSync: (penalty: Json) => void penalties.push(penalty),
    connected: () => [...clients].filter(({ isSynced }) => isSynced).length,
    async stop() {
      clearInterval(dropping);
      for (const { socket } of clients) socket.cut();
      await vendor.stop();
    },
  };
  return emulator;
}

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;
