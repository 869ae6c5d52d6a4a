import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReader, encode, type Message, numberOf, textOf, type Values } from '#bridge/rithmic/wire.ts';
import { control, type Json } from '../control.ts';
import { createDesk } from '../desk.ts';
import { acceptSocket, type Socket } from '../socket.ts';
import { createBroker, type Execution, rates } from './broker.ts';
import { contract, findFault } from './contract.ts';
import { createStaff, forDesk } from './staff.ts';

export type Call = { readonly template: number; readonly message: Message };
/** What happens to the next request of a template: it is refused with a code, not answered, or cuts the connection. */
export type Fault = { readonly template: number; readonly code?: string; readonly fate?: 'lose' | 'cut' };

type Options = {
  readonly port?: number;
  /** The emulator's clock; `advance` moves it. */
  readonly now?: () => number;
  readonly password?: string;
  /** How many sessions of a plant a user may have; a further one ends the oldest. */
  readonly maxSessions?: number;
  readonly heartbeatSeconds?: number;
  /** Drops clients that send no heartbeats; off where a test's clock jumps. */
  readonly dropsSilent?: boolean;
  /** Sends so many bytes a frame, instead of a message each. */
  readonly frameBytes?: number;
  /** How the stream treats its notices. */
  readonly shuffle?: (notices: readonly Values[]) => readonly Values[];
  /** An account was opened by the broker's staff. */
  readonly onOpened?: (account: string, dollars: number) => void;
};

type Client = {
  readonly socket: Socket;
  plant: number;
  readonly accounts: Set<string>;
  queue: Values[];
  heardAt: number;
};

type Answer = (message: Message) => readonly Values[];

const orderPlant = 2;
const pnlPlant = 4;
const cancelNotice = 3;
/** Newer than any client knows; it arrives unasked. */
const unknownTemplate = 358;
const firm = { fcmId: 'FIRM', ibId: 'BROKER' } as const;
type Owner = { readonly fcmId: string; readonly ibId: string };

/** A gateway that behaves as a public client’s sources say, with the bridge's own codec. */
export async function startEmulator({
  port = 0,
  now: read = Date.now,
  password = 'right',
  maxSessions = 1,
  heartbeatSeconds = 60,
  dropsSilent = false,
  frameBytes,
  shuffle = (all) => all,
  onOpened,
}: Options = {}) {
  let offsetMs = 0;
  const now = () => read() + offsetMs;
  const broker = createBroker(now);
  const calls: Call[] = [];
  const faults: Fault[] = [];
  const clients = new Set<Client>();
  /** Those whose sign-in isn't answered yet. */
  const signingIn = new Map<Client, () => void>();
  const times = (at = now()) => ({ seconds: Math.floor(at / 1_000), microseconds: (at % 1_000) * 1_000 });

  function send({ socket }: Client, values: Values): void {
    const bytes = encode(values);
    const size = frameBytes ?? bytes.length;
    for (let from = 0; from < bytes.length; from += size) socket.sendBytes(bytes.subarray(from, from + size));
  }

  const owners = new Map<string, Owner>();
  const ownerOf = (account: string): Owner => owners.get(account) ?? firm;

  const noticeOf = (each: Execution, isSnapshot: boolean): Values => ({
    ...{ templateId: 352, notifyType: each.quantity === 0 ? 9 : 5, accountId: each.account, symbol: each.symbol },
    ...{ exchange: 'CME', basketId: each.basketId, fillId: each.fillId, sequenceNumber: each.sequence },
    ...{ transactionType: each.side === 'buy' ? 1 : 2, fillPrice: each.price, fillSize: each.quantity },
    ...(each.corrects === '' ? {} : { correctedSequence: each.corrects }),
    ...(isSnapshot ? { isSnapshot: 1 } : {}),
    ...ownerOf(each.account),
    ...times(each.at),
  });

  function pnlOf(accountId: string, isSnapshot: boolean, at = now()): readonly Values[] {
    const { net, balance } = broker.book(accountId);
    const common = { accountId, ...ownerOf(accountId), ...(isSnapshot ? { isSnapshot: 1 } : {}), ...times(at) };
    const openProfit = String(broker.accounts.get(accountId)?.openProfit ?? 0);
    return [
      ...[...net].map(([symbol, netQuantity]) => ({
        templateId: 450,
        symbol,
        exchange: 'CME',
        netQuantity,
        ...common,
      })),
      { templateId: 451, accountBalance: String(balance), cashOnHand: String(balance), openProfit, ...common },
    ];
  }

  const answers: Readonly<Record<number, Answer>> = {
    16: () => [{ systemName: ['Rithmic Test', 'Rithmic Paper Trading'] }],
    18: () => [times()],
    300: () => [{ ...firm, maxOrderSessions: maxSessions, userType: 3 }],
    302: () => [...broker.accounts.keys()].map((accountId) => ({ accountId, ...ownerOf(accountId), rowCode: '0' })),
    304: () => [...broker.accounts.keys()].map((accountId) => ({ accountId, ...ownerOf(accountId), rowCode: '0' })),
    306: (message) =>
      Object.entries(rates).map(([productCode, commissionFillRate]) => ({
        ...{ accountId: textOf(message, 'accountId'), productCode, commissionFillRate, rowCode: '0' },
        ...ownerOf(textOf(message, 'accountId')),
      })),
    310: () => [{ ...firm, exchange: 'CME', rowCode: '0' }],
    // Nothing is working: orders are filled at once.
    320: () => [],
    336: () => [],
    3512: (message) =>
      executionsOf(message).map(({ account, symbol, basketId, fillId, sequence, side, price, quantity, at }) => ({
        ...{ accountId: account, symbol, exchange: 'CME', basketId, fillId, sequenceNumber: sequence, rowCode: '0' },
        ...{ transactionType: side === 'buy' ? '1' : '2', fillPrice: price, fillSize: quantity },
        ...{ ...ownerOf(account), ...times(at) },
      })),
    308: () => [],
    3506: () => [],
    400: () => [],
    402: () => [],
  };

  function answer(client: Client, message: Message): void {
    const template = numberOf(message, 'templateId');
    calls.push({ template, message });
    client.heardAt = now();
    const index = faults.findIndex((each) => each.template === template);
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    if (fault?.fate === 'lose') return;
    if (fault?.fate === 'cut') {
      // Half of what was asked for is on its way.
      if (template === 3506) replay(client, message);
      client.socket.cut();
      return;
    }
    const id = textOf(message, 'userMsg');
    const reply = (values: Values) =>
      send(client, { templateId: template + 1, ...(id ? { userMsg: id } : {}), ...values });
    const rejection = findRejection(client, message);
    const known = answers[template] ?? (() => []);
    if (rejection !== undefined) send(client, { templateId: 75, ...(id ? { userMsg: id } : {}), code: rejection });
    else if (fault?.code !== undefined) reply({ code: [fault.code, 'an error occurred'] });
    else if (template === 10) beginSignIn(client, () => signIn(client, message, reply));
    else if (template === 12) client.socket.close();
    else serve(client, message, known, reply);
  }

  /** Why a request is rejected: unknown, before a sign-in, on a plant that doesn't have it, incomplete, or not this user's. */
  function findRejection(client: Client, message: Message): readonly string[] | undefined {
    const row = contract[numberOf(message, 'templateId')];
    if (!row) return ['9', 'unknown request'];
    if (row.plants !== 'any' && client.plant === 0) return ['13', 'permission denied: not signed in'];
    if (row.plants !== 'any' && !row.plants.includes(client.plant)) return ['9', 'not a request of this plant'];
    const fault = findFault(row, message);
    if (fault !== undefined) return ['6', `bad input: ${fault}`];
    const account = textOf(message, 'accountId');
    if (account === '') return undefined;
    const { fcmId, ibId } = ownerOf(account);
    const isOwn =
      broker.accounts.has(account) && textOf(message, 'fcmId') === fcmId && textOf(message, 'ibId') === ibId;
    return isOwn ? undefined : ['13', 'permission denied'];
  }

  function serve(client: Client, message: Message, known: Answer, reply: (values: Values) => void): void {
    const template = numberOf(message, 'templateId');
    const accountId = textOf(message, 'accountId');
    const isSubscription = template === 308 || template === 400;
    // The notices of a replay or a snapshot come before its acknowledgment.
    if (isSubscription) client.accounts.add(accountId);
    if (template === 3506) replay(client, message);
    if (template === 402) for (const each of pnlOf(accountId, true, emulator.snapshotAt ?? now())) send(client, each);
    const rows = known(message);
    const isList = rows.some((row) => row.rowCode !== undefined);
    if (isList) for (const row of rows) reply(row);
    reply({ ...(isList ? {} : rows[0]), code: ['0'] });
  }

  function replay(client: Client, message: Message): void {
    for (const each of shuffle(executionsOf(message).map((execution) => noticeOf(execution, true)))) send(client, each);
  }

  function executionsOf(message: Message): readonly Execution[] {
    const [from, until] = [numberOf(message, 'startIndex'), numberOf(message, 'finishIndex')];
    return broker.executions.filter(
      ({ account, at }) => account === textOf(message, 'accountId') && at >= from * 1_000 && at <= until * 1_000,
    );
  }

  /** A user whose sign-ins overlap loses both sessions, as firms have reported. */
  function beginSignIn(client: Client, finish: () => void): void {
    if (signingIn.size > 0) {
      for (const each of [...signingIn.keys(), client]) forceOut(each);
      signingIn.clear();
      return;
    }
    signingIn.set(client, finish);
    if (!emulator.holdsSignIns) finishSignIn();
  }

  function finishSignIn(): void {
    const [finish] = signingIn.values();
    signingIn.clear();
    finish?.();
  }

  function signIn(client: Client, message: Message, reply: (values: Values) => void): void {
    if (textOf(message, 'password') !== password) {
      reply({ code: ['13', 'permission denied'] });
      return;
    }
    client.plant = numberOf(message, 'plant');
    const same = [...clients].filter(({ plant }) => plant === client.plant);
    for (const oldest of same.slice(0, Math.max(0, same.length - maxSessions))) forceOut(oldest);
    reply({ code: ['0'], heartbeatInterval: heartbeatSeconds });
    send(client, { templateId: unknownTemplate, accountId: 'anything' });
  }

  function forceOut(client: Client): void {
    send(client, { templateId: 77 });
    client.socket.close();
    clients.delete(client);
  }

  function push(plant: number, accountId: string, notices: readonly Values[]): void {
    for (const client of clients) {
      if (client.plant !== plant || !client.accounts.has(accountId)) continue;
      if (client.queue.length === 0) setImmediate(() => flush(client));
      client.queue.push(...notices);
    }
  }

  function flush(client: Client): void {
    for (const each of shuffle(client.queue.splice(0))) send(client, each);
  }

  broker.listen((execution) => {
    push(orderPlant, execution.account, [noticeOf(execution, false)]);
    if (emulator.pushesPnl) push(pnlPlant, execution.account, pnlOf(execution.account, false));
  });

  broker.listenCancels(({ account, symbol, side, basketId, sequence, at }) =>
    push(orderPlant, account, [
      {
        ...{ templateId: 352, notifyType: cancelNotice, accountId: account, symbol, exchange: 'CME', basketId },
        ...{ sequenceNumber: sequence, transactionType: side === 'buy' ? 1 : 2, ...ownerOf(account), ...times(at) },
      },
    ]),
  );

  const desk = createDesk(forDesk(broker), now);
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text || '{}') as Json;
    const bust = (fillId: number) => {
      const execution = broker.executions.find((each) => each.fillId === String(fillId));
      if (execution) broker.bust(execution);
    };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(control({ ...emulator, desk, bust, staff }, request.url ?? '', body) ?? {}));
  });
  const hands = createStaff(broker, (dollars) => emulator.open(dollars));
  function staff({ verb, account, dollars }: Json): string {
    const said = hands(String(verb), account as string | undefined, Number(dollars));
    for (const id of broker.accounts.keys()) push(pnlPlant, id, pnlOf(id, false));
    return said;
  }
  server.on('upgrade', (request, stream) => {
    const client: Client = {
      ...{ plant: 0, accounts: new Set(), queue: [], heardAt: now() },
      socket: acceptSocket(
        request,
        stream,
        () => undefined,
        () => {
          clients.delete(client);
          signingIn.delete(client);
        },
        (bytes) => take(bytes),
      ),
    };
    const take = createReader((message) => answer(client, message));
    clients.add(client);
  });
  const dropping = setInterval(() => {
    for (const { socket, heardAt } of clients)
      if (dropsSilent && now() - heardAt > 2 * heartbeatSeconds * 1_000) socket.cut();
  }, 100);

  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const { port: actual } = server.address() as AddressInfo;
  const emulator = {
    url: `ws://127.0.0.1:${actual}`,
    ...{ broker, calls, now },
    /** The vendor's time of its snapshots, if they are stale. */
    snapshotAt: undefined as number | undefined,
    /** Whether a sign-in is answered only once `finishSignIn` is called. */
    holdsSignIns: false,
    finishSignIn,
    /** Whether positions and balances follow fills by themselves. */
    pushesPnl: true,
    advance: (ms: number) => {
      offsetMs += ms;
      return now();
    },
    fault: (fault: Fault) => void faults.push(fault),
    /** @returns the name of a new account, which the firm learns from the broker; it may be cleared by another firm */
    open(dollars: number, owner?: Owner): string {
      const account = `RTH-${100_001 + broker.accounts.size}`;
      if (owner) owners.set(account, owner);
      broker.openAccount(account, dollars);
      onOpened?.(account, dollars);
      return account;
    },
    disconnect: () => {
      for (const { socket } of clients) socket.cut();
    },
    /** Another program signs in as the same user. */
    signInElsewhere: () => {
      for (const client of [...clients]) if (client.plant !== 0) forceOut(client);
    },
    /** Open profit changes with the market. */
    quote(accountId: string, openProfit: number): void {
      const account = broker.accounts.get(accountId);
      if (account) account.openProfit = openProfit;
      push(pnlPlant, accountId, pnlOf(accountId, false));
    },
    opened: () => clients.size,
    connected: () => [...clients].filter(({ plant }) => plant !== 0).length,
    callsOf: (template: number) => calls.filter((call) => call.template === template),
    async stop() {
      clearInterval(dropping);
      for (const { socket } of clients) socket.cut();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return emulator;
}

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;
