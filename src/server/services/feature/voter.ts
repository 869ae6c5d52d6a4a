import type { Actor, Deps } from '../../deps.ts';
import { signText } from '../../signature.ts';

/** A person by their account, a visitor by a keyed hash of what their browser is called; null for neither. */
export function voterOf({ keys }: Deps, actor: Actor | null, visitor: string | undefined): string | null {
  if (actor) return `person:${actor.personId}`;
  return visitor ? `visitor:${signText(keys, 'feature-voter', visitor)}` : null;
}
