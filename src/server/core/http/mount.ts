import type * as z from 'zod/mini';
import { type Call, drawnTypes, type Schema } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import type { ErrorCode } from '#shared/core/errors.ts';
import { listErrors } from '#shared/core/list-errors.ts';
import { registry } from '#shared/firm/registry.ts';
import type { Actor, Deps, RequestContext } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { namePerson } from '../work-context.ts';
import type { App, AppContext } from './context.ts';
import { type Answer, sendAnswer, sendCacheable } from './envelope.ts';
import { findUnbounded } from './find-unbounded.ts';
import { readBody, readParams, readQuery } from './read-input.ts';

type Parsed<Input> = Input extends Schema ? z.output<Input> : undefined;

export type CallRequest<C extends Call> = {
  readonly deps: Deps;
  readonly requestContext: RequestContext;
  readonly body: Parsed<C['body']>;
  readonly query: Parsed<C['query']>;
  readonly params: Parsed<C['params']>;
  /** Empty for calls that don't need one. */
  readonly idempotencyKey: string;
  readonly token: string | undefined;
  /** The person of a valid token; null without one or with an invalid one. */
  findActor(): Promise<Actor | null>;
  /** For streams and other responses outside the envelope. */
  readonly context: AppContext;
};

export type PrivateRequest<C extends Call> = CallRequest<C> & { readonly actor: Actor };

/** What a handler returns: nothing is needed from one of a call without data. */
type Handled<C extends Call> = Promise<Answer<DataOf<C>>> | (C['data'] extends Schema ? never : Promise<void>);

type DataOf<C extends Call> = C['data'] extends Schema ? z.output<C['data']> : null;

type PublicOptions = {
  /** For responses that depend only on the language: cached this long, then revalidated by ETag. */
  readonly cacheSeconds?: number;
};

function readBearerToken(c: AppContext): string | undefined {
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

async function readRequest<C extends Call>(c: AppContext, call: C): Promise<CallRequest<C>> {
  const deps = c.get('deps');
  const requestContext = c.get('requestContext');
  if (call.limit) await deps.limits.take(call.limit, requestContext.ip);
  const token = readBearerToken(c);
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
    async findActor() {
      const actor = token ? await deps.access.findActor(deps, token) : null;
      if (actor) namePerson(deps.keys, actor.personId);
      return actor;
    },
    context: c,
  };
}

async function readPrivate<C extends Call>(c: AppContext, call: C): Promise<PrivateRequest<C>> {
  const [deps, token] = [c.get('deps'), readBearerToken(c)];
  const actor = await deps.access.getActor(deps, call, token);
  if (drawnTypes.includes(call.mediaType)) await deps.limits.take('document', actor.personId);
  const request = await readRequest(c, call);
  await deps.access.requireOthersCase(deps, call, actor, request.body);
  return { ...request, actor };
}

type Mounted = { readonly call: Call; readonly isPublic: boolean; readonly isRaw: boolean };

/** An invalid mount stops the server before it listens. */
function checkMount({ call, isPublic, isRaw }: Mounted): void {
  const createError = (problem: string) => new Error(`The call ${call.name} ${problem}`);
  if (!registry.includes(call)) throw createError('is missing from shared/firm/registry.ts');
  if (isPublic !== (call.access === 'any')) throw createError(isPublic ? 'needs a token' : 'needs no token');
  if (isRaw !== (call.mediaType !== null)) throw createError(isRaw ? 'has no media type' : 'has a media type');
  const unbounded = findUnbounded(call);
  if (unbounded.length > 0) throw createError(`accepts ${unbounded.join(' and ')} of any length`);
  if (isPublic && call.method === 'POST' && !call.limit) throw createError('is a public form without a limit');
}

/** `/blog/fetch/{id}` in the router's syntax. */
function toRoutePattern(call: Call): string {
  return `/api/${call.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

function mountRoute(app: App, mounting: Mounted, respond: (c: AppContext) => Promise<Response>): void {
  checkMount(mounting);
  const { call, isRaw } = mounting;
  const declared: ReadonlySet<ErrorCode> = new Set(listErrors(call));
  app.on(call.method, toRoutePattern(call), async (c) => {
    // Independent of the call's own checks, a trader view may make only the calls it is allowed.
    if (c.get('deps').access.isViewOnly(call, readBearerToken(c))) throw new ServiceError(403, 'view_only');
    if (isRaw) c.get('allowMoreTime')();
    try {
      return await respond(c);
    } catch (error) {
      if (error instanceof ServiceError && !declared.has(error.code)) c.get('onUndeclaredError')(call, error);
      throw error;
    }
  });
}

/** @throws if a call of the contract isn't mounted */
export function checkAllMounted(app: App): void {
  const mountedRoutes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
  const missing = registry.filter((call) => !mountedRoutes.has(`${call.method} ${toRoutePattern(call)}`));
  if (missing.length > 0) throw new Error(`Calls without a route: ${missing.map(({ name }) => name).join(', ')}`);
}

/** Mounts a public call that responds with the envelope. */
export function mount<C extends Call>(
  app: App,
  call: C,
  handler: (request: CallRequest<C>) => Handled<C>,
  { cacheSeconds }: PublicOptions = {},
): void {
  mountRoute(app, { call, isPublic: true, isRaw: false }, async (c) => {
    const answer = (await handler(await readRequest(c, call))) ?? {};
    return cacheSeconds === undefined ? sendAnswer(c, answer) : sendCacheable(c, answer, cacheSeconds);
  });
}

/** Mounts a call that needs a token: 401 without one, 498 with an invalid one, 403 if `access` requires more. */
export function mountPrivate<C extends Call>(
  app: App,
  call: C,
  handler: (request: PrivateRequest<C>) => Handled<C>,
): void {
  mountRoute(app, { call, isPublic: false, isRaw: false }, async (c) =>
    sendAnswer(c, (await handler(await readPrivate(c, call))) ?? {}),
  );
}

/** Mounts a public call that responds without the envelope. */
export function mountRaw<C extends Call>(
  app: App,
  call: C,
  handler: (request: CallRequest<C>) => Promise<Response>,
): void {
  mountRoute(app, { call, isPublic: true, isRaw: true }, async (c) => handler(await readRequest(c, call)));
}

/** Mounts a call that needs a token and responds with a stream or a file. */
export function mountPrivateRaw<C extends Call>(
  app: App,
  call: C,
  handler: (request: PrivateRequest<C>) => Promise<Response>,
): void {
  mountRoute(app, { call, isPublic: false, isRaw: true }, async (c) => handler(await readPrivate(c, call)));
}
