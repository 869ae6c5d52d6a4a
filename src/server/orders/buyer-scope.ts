import type { Actor } from '#server/core/deps.ts';

/** Groups the orders of one buyer: a person, or a guest's browser. Null for a guest whose browser isn't known. */
export function buyerScope(actor: Actor | null, browserSessionId: string | undefined): string | null {
  if (actor) return `person:${actor.personId}`;
  return browserSessionId ? `browser:${browserSessionId}` : null;
}
