import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptSocket, refuseSocket, type Socket } from '../socket.ts';
import type { Call, Json } from '../vendor-server.ts';
import { contract } from './contract.ts';
import type { Firm, Kind } from './firm.ts';
import type { Sessions } from './sessions.ts';

type Client = {
  readonly socket: Socket;
  token: string | undefined;
  types: readonly string[];
  queue: string[];
  heardAt: number;
  saidAt: number;
};

type Options = {
  readonly now: () => number;
  readonly firm: Firm;
  readonly sessions: Sessions;
  readonly calls: Call[];
  /** Answers a request as over REST. */
  readonly answer: (call: Call, query: URLSearchParams, token: string) => readonly [status: number, body: unknown];
  /** The status with which an upgrade is refused; undefined if it isn't. */
  readonly refusal: (request: IncomingMessage) => number | undefined;
  readonly dropsSilent: boolean;
  readonly shuffle: (messages: readonly string[]) => readonly string[];
};

export const silentMs = 10_000;
const heartbeatMs = 2_500;
const firmUser = 1;
const plural = (kind: string) => (kind.endsWith('s') ? `${kind}es` : `${kind}s`);

/** The vendor's WebSocket: frames `o`, `h`, `a` and `c`, and requests of four fields, a line each but the last. */
export function attachStream(server: Server, options: Options) {
  const { now, firm, sessions, calls, dropsSilent, shuffle } = options;
  const clients = new Set<Client>();
  const penalties: Json[] = [];
  const refused: number[] = [];

  function say(client: Client, text: string): void {
    client.saidAt = now();
    client.socket.send(text);
  }
  const reply = (client: Client, id: number, status: number, data?: unknown) =>
    say(client, `a${JSON.stringify([{ s: status, i: id, ...(data === undefined ? {} : { d: data }) }])}`);

  /** Heartbeats come by themselves, but not while data flows. */
  function beat(client: Client): void {
    if (stream.sendsHeartbeats && now() - client.saidAt >= heartbeatMs) say(client, 'h');
  }

  function take(client: Client, text: string): unknown {
    client.heardAt = now();
    if (text === '[]') {
      calls.push({ method: 'WS', path: '[]', body: {} });
      return beat(client);
    }
    const [endpoint = '', idText = '', query = '', ...lines] = text.split('\n');
    const [id, body] = [Number(idText), lines.join('\n')];
    const isAuthorizing = endpoint === 'authorize';
    let json: Json;
    try {
      // A public client sends the token as a JSON text.
      json = isAuthorizing ? { token: body.replace(/^"|"$/g, '') } : (JSON.parse(body || '{}') as Json);
    } catch {
      return reply(client, id, 400);
    }
    calls.push({ method: 'WS', path: endpoint, body: json });
    if (idText === '' || Number.isNaN(id)) return say(client, 'c[1002,"Bad request"]');
    const status = refused.shift();
    if (status !== undefined) return reply(client, id, status);
    if (isAuthorizing) {
      const token = String(json['token']);
      const found = sessions.statusOf(token);
      if (found === 200) client.token = token;
      return reply(client, id, found, found === 200 ? undefined : 'Access is denied');
    }
    if (client.token === undefined) return reply(client, id, 401, 'Not authorized');
    const method = contract[`POST /${endpoint}`] ? 'POST' : 'GET';
    const call = { method, path: `/${endpoint}`, body: json };
    const [code, data] = options.answer(call, new URLSearchParams(query), client.token);
    if (code === 200 && endpoint === 'user/syncrequest') return sync(client, id, json);
    return reply(client, id, code, data ?? undefined);
  }

  function sync(client: Client, id: number, { splitResponses, entityTypes }: Json): unknown {
    const isFirm = sessions.find(client.token ?? '')?.userId === firmUser;
    // Closed without a word, as documented for a firm's connection.
    if (isFirm && splitResponses !== true) return client.socket.cut();
    const penalty = penalties.shift();
    if (penalty) return reply(client, id, 200, penalty);
    if (!sessions.count('syncs'))
      return reply(client, id, 200, { 'p-ticket': 'sync', 'p-time': 15, 'p-captcha': false });
    const all = isFirm ? [] : firm.kinds;
    client.types = stream.forgetsTypes ? [] : ((entityTypes as string[] | undefined) ?? all);
    client.queue = [];
    const lists = client.types.map((kind) => ({ [plural(kind)]: firm.listCurrent(kind as Kind) }));
    if (splitResponses !== true) return reply(client, id, 200, Object.assign({ users: [] }, ...lists));
    return [{ users: [] }, ...lists].map((part) => reply(client, id, 200, part));
  }

  firm.listen((entityType, entity, eventType) => {
    for (const client of clients) {
      if (!client.types.includes(entityType)) continue;
      setImmediate(() => flush(client));
      client.queue.push(JSON.stringify({ e: 'props', d: { entityType, eventType, entity } }));
    }
  });

  function flush(client: Client): void {
    if (stream.holdsStream) return;
    const messages = shuffle(client.queue.splice(0));
    // Several messages share a frame.
    for (let from = 0; from < messages.length; from += 7) say(client, `a[${messages.slice(from, from + 7).join(',')}]`);
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex): unknown => {
    const status = options.refusal(request);
    calls.push({ method: 'WS', path: 'upgrade', body: { status: status ?? 101 } });
    if (status !== undefined) return refuseSocket(socket, status);
    const client: Client = {
      socket: acceptSocket(
        request,
        socket,
        (text) => take(client, text),
        () => clients.delete(client),
      ),
      ...{ token: undefined, types: [], queue: [], heardAt: now(), saidAt: now() },
    };
    clients.add(client);
    return say(client, 'o');
  });
  const watching = setInterval(() => {
    for (const client of clients) {
      if (dropsSilent && now() - client.heardAt > silentMs) client.socket.cut();
      else beat(client);
    }
  }, 100);

  const each = (act: (client: Client) => void) => {
    for (const client of clients) act(client);
  };
  const stream = {
    sendsHeartbeats: true,
    /** A sync is answered as if it named no entities. */
    forgetsTypes: false,
    /** Whether the stream keeps what happens to itself for now. */
    holdsStream: false,
    disconnect: () => each(({ socket }) => socket.cut()),
    say: (text: string) => each((client) => say(client, text)),
    /** Loses what the stream holds. */
    dropQueued: () =>
      each((client) => {
        client.queue = [];
      }),
    /** The next sync is answered with a penalty. */
    penalizeSync: (penalty: Json) => void penalties.push(penalty),
    /** The next requests on the stream are refused with these. */
    refuseRequests: (...statuses: readonly number[]) => void refused.push(...statuses),
    connected: () => [...clients].filter(({ types }) => types.length > 0).length,
    stopStream() {
      clearInterval(watching);
      each(({ socket }) => socket.cut());
    },
  };
  return stream;
}
