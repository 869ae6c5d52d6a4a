import type { Call } from '#shared/core/call.ts';
import type { RequestContext } from '../deps.ts';
import { renewDeviceCookie } from './device-cookie.ts';
import type { CallRequest } from './mount.ts';

/** The request's context with a device cookie, created if missing. */
export function withDevice({
  deps,
  requestContext,
  context,
}: Pick<CallRequest<Call>, 'deps' | 'requestContext' | 'context'>): RequestContext & { readonly deviceHash: string } {
  return { ...requestContext, deviceHash: renewDeviceCookie(context, deps.env.origin.startsWith('https:')) };
}
