import { createHmac } from 'node:crypto';
import type { Deps } from '#server/core/deps.ts';
import { notFound, ServiceError } from '#server/core/errors.ts';
import { isRequestSigned, isSigned, type ReceivedRequest } from '#server/core/ports/platform/signature.ts';

/** The body of a bridge's message. @throws {ServiceError} 404 without a bridge, 401 unless it is signed, 400 unless it is JSON */
export async function readBridgeMessage(deps: Deps, request: ReceivedRequest): Promise<unknown> {
  const { bridge } = deps.env;
  if (!bridge) throw notFound();
  const refuse = () => new ServiceError(401, 'bad_signature');
  if (request.requestSignature !== '') {
    if (!isRequestSigned(bridge.secret, request, deps.clock())) throw refuse();
    await rememberWhole(deps, bridge.secret);
  } else {
    if (!isSigned(bridge.secret, request.body, request, deps.clock())) throw refuse();
    if (await isWholeExpected(deps, bridge.secret)) throw refuse();
  }
  return parseJson(request.body);
}

/**
 * The bridge with this secret signs whole requests: from then on, one of which only the body is signed may be sent by
 * someone who has seen it elsewhere. A new secret starts over.
 */
const idOf = (secret: string) =>
  `bridge-requests:${createHmac('sha256', secret).update('whole requests are signed').digest('hex')}`;

const known = new WeakMap<Deps, string>();

async function rememberWhole(deps: Deps, secret: string): Promise<void> {
  if (known.get(deps) === secret) return;
  await deps.db
    .insertInto('installation_key')
    .values({ id: idOf(secret), value: 'v2' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  known.set(deps, secret);
}

async function isWholeExpected(deps: Deps, secret: string): Promise<boolean> {
  if (known.get(deps) === secret) return true;
  const query = deps.db.selectFrom('installation_key').select('id').where('id', '=', idOf(secret));
  return (await query.executeTakeFirst()) !== undefined;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ServiceError(400, 'bad_body', { cause });
  }
}
