import type * as z from 'zod/mini';

/** What a call asks of the bearer: nothing, a valid token, or a token of somebody whose address is verified. */
export type CallAccess = 'any' | 'token' | 'verified';

export type Schema = z.ZodMiniType;

type MaybeSchema = Schema | null;

/** One call of the API: where it is, what goes in, what `data` comes out, which statuses it may answer besides 200. */
export type Call<
  Body extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Data extends MaybeSchema = MaybeSchema,
  Params extends MaybeSchema = MaybeSchema,
> = {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** Below the API root, without a leading slash; `{id}` is a parameter of `params`. */
  readonly path: string;
  readonly access: CallAccess;
  readonly body: Body;
  readonly query: Query;
  readonly data: Data;
  /** What stands in the path's braces; a path that does not fit names nothing and is a 404. */
  readonly params: Params;
  /** Sent as multipart by our client; the server takes JSON and multipart for every body. */
  readonly multipart: boolean;
  /** Whether the envelope carries `token` or `user` on success. */
  readonly returns: { readonly token: boolean; readonly user: boolean };
  readonly idempotent: boolean;
  readonly errors: readonly ErrorStatus[];
};

export type ErrorStatus = 400 | 401 | 403 | 404 | 406 | 409 | 410 | 422 | 429 | 498 | 503;

type CallInput<
  Body extends MaybeSchema,
  Query extends MaybeSchema,
  Data extends MaybeSchema,
  Params extends MaybeSchema,
> = {
  name: string;
  summary: string;
  method: 'GET' | 'POST';
  path: string;
  access?: CallAccess;
  body?: Body;
  query?: Query;
  data?: Data;
  params?: Params;
  multipart?: boolean;
  returns?: { token?: boolean; user?: boolean };
  /** The call needs an Idempotency-Key header; the same key gives the same answer. */
  idempotent?: boolean;
  errors?: readonly ErrorStatus[];
};

export function defineCall<
  Body extends MaybeSchema = null,
  Query extends MaybeSchema = null,
  Data extends MaybeSchema = null,
  Params extends MaybeSchema = null,
>(call: CallInput<Body, Query, Data, Params>): Call<Body, Query, Data, Params> {
  const { access = 'any', multipart = false, returns, errors = [] } = call;
  const implied: ErrorStatus[] = access === 'any' ? [] : [401, 498];
  return {
    name: call.name,
    summary: call.summary,
    method: call.method,
    path: call.path,
    access,
    body: (call.body ?? null) as Body,
    query: (call.query ?? null) as Query,
    data: (call.data ?? null) as Data,
    params: (call.params ?? null) as Params,
    multipart,
    returns: { token: returns?.token ?? false, user: returns?.user ?? false },
    idempotent: call.idempotent ?? false,
    errors: [...implied, ...(access === 'verified' ? ([403] as const) : []), ...errors],
  };
}

export type BodyOf<C extends Call> = C['body'] extends Schema ? z.input<C['body']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends Schema ? z.input<C['query']> : undefined;
export type DataOf<C extends Call> = C['data'] extends Schema ? z.output<C['data']> : undefined;
export type ParamsOf<C extends Call> = C['params'] extends Schema ? z.input<C['params']> : undefined;

/** A call's path with its parameters in place, escaped. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
