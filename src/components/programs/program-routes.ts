import type { Program } from '#content/catalog.ts';

/** A program’s segment in `/evaluations/{type}`. */
export function getEvaluationType(program: Program): string {
  return `${program}-accounts`;
}
