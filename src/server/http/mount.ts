import type * as z from 'zod/mini';
import type { Call, Schema } from '../../contract/call.ts';
import { idempotencyHeader } from '../../contract/constants.ts';
import type { Actor, Deps, LimitName, RequestContext } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { findActor, getActor } from '../services/session/find-actor.ts';
import type { App, AppContext } from './context.ts';
import { type Answer, sendAnswer, sendCacheable } from './envelope.ts';
import { readBody, readParams, readQuery } from './read-input.ts';

type Parsed<Input> = Input extends Schema ? z.output<Input> : undefined;

export type CallRequest<C extends Call> = {
  readonly deps: Deps;
  readonly requestContext: RequestContext;
  readonly body: Parsed<C['body']>;
  readonly query: Parsed<C['query']>;
  readonly params: Parsed<C['params']>;
  /** Empty for a call that needs none. */
  readonly idempotencyKey: string;
  readonly token: string | undefined;
  /** Whose valid token came along, if any; a wrong one counts as none. */
  findActor(): Promise<Actor | null>;
  /** For streams and other answers outside the envelope. */
  readonly context: AppContext;
};

export type PrivateRequest<C extends Call> = CallRequest<C> & { readonly actor: Actor };

type DataOf<C extends Call> = C['data'] extends Schema ? z.output<C['data']> : null;

type Options = {
  /** Counted per address of the network, before anything else is done. */
  readonly limit?: LimitName;
};

type PublicOptions = Options & {
  /** The same for everybody who reads the language: kept for so long, then asked for anew by its ETag. */
  readonly cacheSeconds?: number;
};

function bearerOf(c: AppContext): string | undefined {
  const header = c.req.header('authorization');
  if (header === undefined) return undefined;
  const [, token] = /^Bearer +(\S+)$/i.exec(header.trim()) ?? [];
  return token ?? '';
}

function readIdempotencyKey(c: AppContext, call: Call): string {
  if (!call.idempotent) return '';
  const key = c.req.header(idempotencyHeader) ?? '';
  if (!/^[\x21-\x7e]{8,128}$/.test(key)) throw new ServiceError(400, 'idempotency_key');
  return key;
}

async function readRequest<C extends Call>(c: AppContext, call: C, options: Options): Promise<CallRequest<C>> {
  const deps = c.get('deps');
  const requestContext = c.get('requestContext');
  if (options.limit) await deps.limits.take(options.limit, requestContext.ip);
  const token = bearerOf(c);
  const body = call.body === null ? undefined : await readBody(c, call.body);
  const query = call.query === null ? undefined : readQuery(c, call.query);
  const params = call.params === null ? undefined : readParams(c, call.params);
  return {
    deps,
    requestContext,
    body: body as Parsed<C['body']>,
    query: query as Parsed<C['query']>,
    params: params as Parsed<C['params']>,
    idempotencyKey: readIdempotencyKey(c, call),
    token,
    findActor: async () => (token ? await findActor(deps, token) : null),
    context: c,
  };
}

async function readPrivate<C extends Call>(c: AppContext, call: C, options: Options): Promise<PrivateRequest<C>> {
  const actor = await getActor(c.get('deps'), bearerOf(c));
  if (call.access === 'verified' && !actor.verified) throw new ServiceError(403, 'not_verified');
  return { ...(await readRequest(c, call, options)), actor };
}

function on(app: App, call: Call, respond: (c: AppContext) => Promise<Response>): void {
  app.on(call.method, `/api/${call.path.replace(/\{(\w+)\}/g, ':$1')}`, respond);
}

/** Serves a call that anybody may make. The answer goes out in the envelope. */
export function mount<C extends Call>(
  app: App,
  call: C,
  handler: (request: CallRequest<C>) => Promise<Answer<DataOf<C>>>,
  options: PublicOptions = {},
): void {
  if (call.access !== 'any') throw new Error(`${call.name} needs a token: use mountPrivate`);
  const { cacheSeconds } = options;
  on(app, call, async (c) => {
    const answer = await handler(await readRequest(c, call, options));
    return cacheSeconds === undefined ? sendAnswer(c, answer) : sendCacheable(c, answer, cacheSeconds);
  });
}

/** Serves a call that needs a token; without one 401, with a wrong one 498, unverified 403 where the call says so. */
export function mountPrivate<C extends Call>(
  app: App,
  call: C,
  handler: (request: PrivateRequest<C>) => Promise<Answer<DataOf<C>>>,
  options: Options = {},
): void {
  if (call.access === 'any') throw new Error(`${call.name} needs no token: use mount`);
  on(app, call, async (c) => sendAnswer(c, await handler(await readPrivate(c, call, options))));
}

/** Serves a call that anybody may make and whose answer is not an envelope. */
export function mountRaw<C extends Call>(
  app: App,
  call: C,
  handler: (request: CallRequest<C>) => Promise<Response>,
  options: Options = {},
): void {
  if (call.access !== 'any') throw new Error(`${call.name} needs a token: use mountPrivateRaw`);
  on(app, call, async (c) => handler(await readRequest(c, call, options)));
}

/** Serves a call that needs a token and whose answer is a stream or a file. */
export function mountPrivateRaw<C extends Call>(
  app: App,
  call: C,
  handler: (request: PrivateRequest<C>) => Promise<Response>,
  options: Options = {},
): void {
  if (call.access === 'any') throw new Error(`${call.name} needs no token: use mountRaw`);
  on(app, call, async (c) => handler(await readPrivate(c, call, options)));
}
