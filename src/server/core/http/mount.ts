import type * as z from 'zod/mini';
import { type Call, drawnTypes, type Schema } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import type { ErrorCode } from '#shared/core/errors.ts';
import { listErrors } from '#shared/core/list-errors.ts';
import { registry } from '#shared/firm/registry.ts';
import { Answer } from '../answer.ts';
import { type Actor, type Deps, type RequestContext, ServiceError } from '../deps.ts';
import type { ResponseKey } from '../translations.ts';
import { namePerson } from '../work-context.ts';
import type { App, AppContext } from './context.ts';
import { sendAnswer, sendCacheable } from './envelope.ts';
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

type RequestOf<C extends Call> = C['access'] extends 'any' ? CallRequest<C> : PrivateRequest<C>;

type Given<Result> = Result | Promise<Result>;

type DataOf<C extends Call> = C['data'] extends Schema ? z.output<C['data']> : never;

/** A call's data if it has any, or an `answer` that says more; a file, text or stream from a call with a media type. */
type Handled<C extends Call> = C['mediaType'] extends null
  ? Given<DataOf<C> | Answer<DataOf<C>>> | (C['data'] extends Schema ? never : Promise<void>)
  : Given<Response>;

type Handler<C extends Call> = (request: RequestOf<C>) => Handled<C>;

type Options = {
  /** For responses that depend only on the language: cached this long, then revalidated by ETag. */
  readonly cacheSeconds?: number;
  /** What an answer says that the handler gave no message. */
  readonly message?: ResponseKey;
};

/** Mounts a call: one that isn't for anyone needs a token, and answers 401 without one, 498 to an invalid one. */
export type Mount = <C extends Call>(call: C, handle: Handler<C>, options?: Options) => void;

/** A routes file adds its calls, and to the app what isn't a call of the contract. */
export type Routes = (server: { readonly mount: Mount; readonly app: App; readonly deps: Deps }) => void;

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

/** An invalid mount stops the server before it listens. */
function checkMount(call: Call): void {
  const createError = (problem: string) => new Error(`The call ${call.path} ${problem}`);
  if (!registry.some((each) => each === call)) throw createError('is missing from shared/firm/registry.ts');
  const unbounded = findUnbounded(call);
  if (unbounded.length > 0) throw createError(`accepts ${unbounded.join(' and ')} of any length`);
  if (call.access === 'any' && call.method === 'POST' && !call.limit) {
    throw createError('is a public form without a limit');
  }
}

/** `/blog/fetch/{id}` in the router's syntax. */
function toRoutePattern(call: Call): string {
  return `/api/${call.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

export function mountOn(app: App): Mount {
  return (call, handle, { cacheSeconds, message } = {}) => {
    checkMount(call);
    const declared: ReadonlySet<ErrorCode> = new Set(listErrors(call));
    const isPublic = call.access === 'any';
    app.on(call.method, toRoutePattern(call), async (c) => {
      // Independent of the call's own checks, a trader view may make only the calls it is allowed.
      if (c.get('deps').access.isViewOnly(call, readBearerToken(c))) throw new ServiceError(403, 'view_only');
      if (call.mediaType !== null) c.get('allowMoreTime')();
      try {
        const request = await (isPublic ? readRequest(c, call) : readPrivate(c, call));
        const handled: unknown = await handle(request as RequestOf<typeof call>);
        if (handled instanceof Response) return handled;
        const given = handled instanceof Answer ? handled : new Answer({ data: handled, ...(message && { message }) });
        return cacheSeconds === undefined ? sendAnswer(c, given) : sendCacheable(c, given, cacheSeconds);
      } catch (error) {
        if (error instanceof ServiceError && !declared.has(error.code)) c.get('onUndeclaredError')(call, error);
        throw error;
      }
    });
  };
}

/** @throws if a call of the contract isn't mounted */
export function checkAllMounted(app: App): void {
  const mountedRoutes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
  const missing = registry.filter((call) => !mountedRoutes.has(`${call.method} ${toRoutePattern(call)}`));
  if (missing.length > 0) throw new Error(`Calls without a route: ${missing.map(({ name }) => name).join(', ')}`);
}
