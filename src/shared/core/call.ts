import type * as z from 'zod/mini';
import type { CallAccess, ReadScope } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limit-names.ts';
import type { SubjectField } from './subject-fields.ts';

export type Schema = z.ZodMiniType;

export const drawnTypes: readonly (MediaType | null)[] = ['application/pdf', 'image/png'];

type MaybeSchema = Schema | null;

/** The media type of a response that isn't the envelope: a file, a text or a stream. */
export type MediaType =
  | 'application/json'
  | 'application/octet-stream'
  | 'application/pdf'
  | 'application/vc+jwt'
  | 'image/png'
  | 'image/webp'
  | 'text/calendar'
  | 'text/csv'
  | 'text/event-stream'
  | 'text/plain';

/** Whether a call takes something away: always, never, or with these values of a field. */
export type Destruction = boolean | readonly [field: string, values: readonly string[]];

/** One call of the API: its path, access, inputs, output data and errors. */
export type Call<
  Body extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Data extends MaybeSchema = MaybeSchema,
  Params extends MaybeSchema = MaybeSchema,
  Code extends ErrorCode = ErrorCode,
  Access extends CallAccess = CallAccess,
  Media extends MediaType | null = MediaType | null,
> = {
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** Relative to the API root, without a leading slash; `{id}` is a parameter of `params`. */
  readonly path: string;
  readonly access: Access;
  /** The scope with which a read token may make it too; null if none does. */
  readonly readScope: ReadScope | null;
  readonly body: Body;
  readonly query: Query;
  readonly data: Data;
  /** The path's parameters; a path that doesn't match the schema is a 404. */
  readonly params: Params;
  /** Whether our client sends multipart. The server accepts JSON and multipart for every body. */
  readonly multipart: boolean;
  /** Null if the response is the envelope. */
  readonly mediaType: Media;
  /** Whether a successful envelope carries `token` or `user`. */
  readonly returns: { readonly token: boolean; readonly user: boolean };
  readonly idempotent: boolean;
  /** Counted per network before anything else; null without a limit. */
  readonly limit: LimitName | null;
  /** What the body's `ids` are: the subject field that names one of them. Null where they concern nobody. */
  readonly idsName: SubjectField | null;
  /** Whether it takes away what doesn't come back by itself: its button is rust. */
  readonly destructive: Destruction;
  /** Errors of the call's own service; `listErrors` adds those implied by access and input. */
  readonly errors: readonly Code[];
};

type CallInput<
  Body extends MaybeSchema,
  Query extends MaybeSchema,
  Data extends MaybeSchema,
  Params extends MaybeSchema,
  Code extends ErrorCode,
  Access extends CallAccess,
  Media extends MediaType | null,
> = {
  summary: string;
  /** A person with a verified address unless stated. */
  access?: Access;
  readScope?: ReadScope;
  body?: Body;
  query?: Query;
  data?: Data;
  params?: Params;
  multipart?: boolean;
  mediaType?: Media;
  returns?: { token?: boolean; user?: boolean };
  /** Requires an Idempotency-Key header; repeating the key returns the same response. */
  idempotent?: boolean;
  idsName?: SubjectField | null;
  destructive?: Destruction;
  /** `read` for a GET and `write` for a POST unless stated; null where nothing is to be limited. */
  limit?: LimitName | null;
  errors?: readonly Code[];
} & ({ get: string; post?: never } | { post: string; get?: never });

export function defineCall<
  Body extends MaybeSchema = null,
  Query extends MaybeSchema = null,
  Data extends MaybeSchema = null,
  Params extends MaybeSchema = null,
  Code extends ErrorCode = never,
  const Access extends CallAccess = 'verified',
  const Media extends MediaType | null = null,
>(
  call: CallInput<Body, Query, Data, Params, Code, Access, Media>,
): Call<Body, Query, Data, Params, Code, Access, Media> {
  const { multipart = false, returns, errors = [] } = call;
  return {
    summary: call.summary,
    method: call.get === undefined ? 'POST' : 'GET',
    path: call.get ?? call.post,
    access: (call.access ?? 'verified') as Access,
    readScope: call.readScope ?? null,
    body: (call.body ?? null) as Body,
    query: (call.query ?? null) as Query,
    data: (call.data ?? null) as Data,
    params: (call.params ?? null) as Params,
    multipart,
    mediaType: (call.mediaType ?? null) as Media,
    returns: { token: returns?.token ?? false, user: returns?.user ?? false },
    idempotent: call.idempotent ?? false,
    idsName: call.idsName ?? null,
    limit: call.limit === undefined ? (call.get === undefined ? 'write' : 'read') : call.limit,
    destructive: call.destructive ?? false,
    errors,
  };
}

export type BodyOf<C extends Call> = C['body'] extends Schema ? z.input<C['body']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends Schema ? z.input<C['query']> : undefined;
export type DataOf<C extends Call> = C['data'] extends Schema ? z.output<C['data']> : undefined;
export type ParamsOf<C extends Call> = C['params'] extends Schema ? z.input<C['params']> : undefined;

/** Whether a call with this input takes something away. */
export function isDestructive({ destructive }: Call, input: Readonly<Record<string, unknown>>): boolean {
  return typeof destructive === 'boolean' ? destructive : destructive[1].includes(String(input[destructive[0]]));
}

export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
