import type { Actor, Deps } from '../../deps.ts';
import { signText } from '../../signature.ts';

/** A person by their account, a visitor by a keyed hash of what their browser is called; null for neither. */
export function voterOf({ keys }: Deps, actor: Actor | null, requestContext: string | undefined): string | null {
  if (actor) return `person:${actor.personId}`;
  return requestContext ? `requestContext:${signText(keys, 'feature-voter', requestContext)}` : null;
}
