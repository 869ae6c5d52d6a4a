import type { Actor, Deps } from '#server/core/deps.ts';
import { signText } from '#server/core/signature.ts';

/** A person by id, a visitor by a keyed hash of the browser's session id; null if neither is known. */
export function voterOf({ keys }: Deps, actor: Actor | null, browserSessionId: string | undefined): string | null {
  if (actor) return `person:${actor.personId}`;
  return browserSessionId ? `browser:${signText(keys, 'feature-voter', browserSessionId)}` : null;
}
