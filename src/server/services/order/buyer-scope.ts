import type { Actor } from '../../deps.ts';

/** Whose orders belong together: a person's, or those of a guest's browser. Null for a guest whose browser isn't known. */
export function buyerScope(actor: Actor | null, browserSessionId: string | undefined): string | null {
  if (actor) return `person:${actor.personId}`;
  return browserSessionId ? `browser:${browserSessionId}` : null;
}
