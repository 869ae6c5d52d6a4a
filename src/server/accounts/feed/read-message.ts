import { type Deps, notFound, ServiceError } from '#server/core/deps.ts';
import { findRequestCoverage, type ReceivedRequest } from '#shared/accounts/bridge-signature.ts';
import { acceptsCoverage } from '../ports/platform/signature-memory.ts';

/** The body of a bridge's message. @throws {ServiceError} 404 without a bridge, 401 unless it is signed, 400 unless it is JSON */
export async function readBridgeMessage(deps: Deps, request: ReceivedRequest): Promise<unknown> {
  const { bridge } = deps.env;
  if (!bridge) throw notFound();
  const coverage = findRequestCoverage(bridge.secret, request, deps.clock());
  if (!coverage || !(await acceptsCoverage(deps.db, 'requests', bridge.secret, coverage)))
    throw new ServiceError(401, 'bad_signature');
  return parseJson(request.body);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ServiceError(400, 'bad_body', { cause });
  }
}
