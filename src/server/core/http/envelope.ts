import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Locale } from '#i18n/locales.ts';
import type { Envelope } from '#shared/core/envelope.ts';
import type { ErrorCode, ServerErrorCode } from '#shared/core/errors.ts';
import type { Answer } from '../answer.ts';
import { WrongClockError } from '../clock/skew.ts';
import { isDeadlock } from '../database/errors.ts';
import { isDatabaseUnavailable } from '../database/timeouts.ts';
import { type Deps, type FieldProblems, ServiceError, TemporaryError } from '../deps.ts';
import { StuckDrawingError } from '../drawing/draw.ts';
import { getTranslate, hasString } from '../translations.ts';
import { acceptsEncoding } from './accepts-encoding.ts';
import type { AppContext } from './context.ts';
import { isFresh } from './is-fresh.ts';
import { LateAnswerError } from './limit-time.ts';
import { NotReadyError } from './require-ready.ts';

const secrets: readonly (readonly [path: string, variables: string])[] = [
  ['/api/webhooks/payments', 'STRIPE_WEBHOOK_SECRET'],
  ['/api/webhooks/identity', 'SUMSUB_WEBHOOK_SECRET or VERIFF_SHARED_SECRET'],
  ['/api/bridge/', 'PLATFORM_BRIDGE_SECRET'],
];

const intervalMs = 60_000;

const loggedAt = new WeakMap<Deps['log'], Map<string, number>>();

function fillEnvelope({ parts }: Answer, locale: Locale): Envelope {
  const { data, message, token, user } = parts;
  return {
    response_status: 200,
    response_message: getTranslate('responses', locale)(message ?? 'done'),
    validation_errors: {},
    data: data ?? null,
    ...(token !== undefined && { token }),
    ...(user !== undefined && { user }),
  };
}

/** Smaller responses fit into a few packets uncompressed. */
const minCompressedBytes = 4_096;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Levels whose time is less than that of sending what they save. */
const encoders = {
  br: (body: string) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body: string) => compressGzip(body, { level: 1 }),
};

function findEncoding(accepted = ''): keyof typeof encoders | undefined {
  return (['br', 'gzip'] as const).find((encoding) => acceptsEncoding(accepted, encoding));
}

/** Sends a response in the envelope, compressed if it is long and the client supports it. */
export async function sendAnswer(c: AppContext, given: Answer): Promise<Response> {
  const body = JSON.stringify(fillEnvelope(given, c.get('requestContext').locale));
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  const encoding = body.length < minCompressedBytes ? undefined : findEncoding(c.req.header('accept-encoding'));
  if (encoding === undefined) return c.body(body, 200, headers);
  const compressed = new Uint8Array(await encoders[encoding](body));
  return c.body(compressed, 200, { ...headers, 'Content-Encoding': encoding });
}

/** Sends a response that depends only on the language, so browsers and CDNs may cache it. */
export function sendCacheable(c: AppContext, given: Answer, seconds: number): Response {
  const { locale } = c.get('requestContext');
  const body = JSON.stringify(fillEnvelope(given, locale));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  c.header('ETag', etag);
  c.header('Cache-Control', `public, max-age=${seconds}`);
  c.header('Vary', 'Accept-Language');
  c.header('Content-Language', locale);
  if (isFresh(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  return c.body(body, 200, { 'Content-Type': 'application/json' });
}

function translateFields(fields: FieldProblems, locale: Locale): Record<string, string[]> {
  const t = getTranslate('validation', locale);
  return Object.fromEntries(
    Object.entries(fields).map(([field, keys]) => [
      field,
      keys.map((key) => t(hasString('validation', key) ? key : 'invalid')),
    ]),
  );
}

/** What passes: conditions of this server that operators end and other copies may not have, and overload. */
const temporaryErrors = [TemporaryError, WrongClockError, LateAnswerError, StuckDrawingError];

/** A restart or failover of the database usually takes less. */
const retryAfterSeconds = 5;

type ErrorResponse = {
  status: number;
  code: ErrorCode | ServerErrorCode;
  fields?: FieldProblems;
  data?: unknown;
  requestId?: string;
};

function sendErrorEnvelope(
  c: AppContext,
  { status, code, fields = {}, data = null, requestId }: ErrorResponse,
): Response {
  const { locale } = c.get('requestContext');
  const envelope: Envelope = {
    response_status: status,
    response_message: getTranslate('errors', locale)(code),
    error_code: code,
    validation_errors: translateFields(fields, locale),
    data,
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
  return c.json(envelope, status as ContentfulStatusCode, { 'Cache-Control': 'no-store' });
}

/** The only place that turns errors into responses; unexpected errors reveal only the request id. */
export function sendError(c: AppContext, error: unknown): Response {
  const { requestId } = c.get('requestContext');
  if (error instanceof ServiceError) {
    const { status, code, fields, data, retryAfterSeconds: retrySeconds } = error;
    logRefusedMessage(c.get('deps'), routePath(c), status);
    if (retrySeconds !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retrySeconds))));
    return sendErrorEnvelope(c, { status, code, fields, data, ...(status === 429 ? { requestId } : {}) });
  }
  if (error instanceof NotReadyError) {
    c.header('Retry-After', String(retryAfterSeconds));
    return sendErrorEnvelope(c, { status: 503, code: 'not_ready', requestId });
  }
  c.get('deps').log.error({ err: error, requestId, path: routePath(c) }, 'a request failed');
  const isTemporary = isDatabaseUnavailable(error) || isDeadlock(error);
  if (isTemporary || temporaryErrors.some((kind) => error instanceof kind)) {
    c.header('Retry-After', String(retryAfterSeconds));
    return sendErrorEnvelope(c, { status: 503, code: 'unavailable', requestId });
  }
  return sendErrorEnvelope(c, { status: 500, code: 'unexpected', requestId });
}

/**
 * Tells the operator why a provider's or bridge's messages are refused, once a minute for each secret. Others may send
 * such messages as well, so it is a warning.
 */
function logRefusedMessage({ log, clock }: Deps, path: string, status: number): void {
  const [, variables] = secrets.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (variables === undefined || (status !== 400 && status !== 401)) return;
  const times = loggedAt.get(log) ?? new Map<string, number>();
  loggedAt.set(log, times);
  const now = clock().getTime();
  if (now - (times.get(variables) ?? Number.NEGATIVE_INFINITY) < intervalMs) return;
  times.set(variables, now);
  log.warn({ path, status }, `a message was refused: ${variables} doesn't match, or the clocks differ by minutes`);
}
