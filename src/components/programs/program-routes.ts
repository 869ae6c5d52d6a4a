import type { Programme } from '#content/catalog.ts';

/** A programme’s segment in `/evaluations/{type}`. */
export function getEvaluationType(programme: Programme): string {
  return `${programme}-accounts`;
}
