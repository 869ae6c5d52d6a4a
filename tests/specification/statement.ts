import { expect } from 'vitest';
import { matchRoute, type Route, routes } from '#routes.ts';

/**
 * What holds a statement: a test elsewhere, by file and title; a row of the recorded departures; or a check that runs
 * here. What it expects is written out, and never read from the code.
 */
export type Statement = { readonly file: string; readonly title: string } | { readonly row: string } | (() => void);

export type Statements = Readonly<Record<string, Statement>>;

export const heldBy = (file: string, title: string): Statement => ({ file: `tests/${file}.test.ts`, title });
export const departs = (row: string): Statement => ({ row });

/** One statement for each item: `${subject} ${item}`. */
export function each(subject: string, items: readonly string[], check: (item: string) => void): Statements {
  return Object.fromEntries(items.map((item) => [`${subject} ${item}`, () => check(item)]));
}

/** The route of the specification's pattern, character for character. */
export function routeOf(pattern: string): Route | undefined {
  return Object.values<Route>(routes).find((route) => route.pattern === pattern);
}

/** Checks that a screen exists and who may see it. */
export const isFor = (access: Route['access']) => (pattern: string) => {
  const example = pattern.replace(/\{\w+\}/g, 'x');
  const route = routeOf(pattern) ?? routes[matchRoute(example)?.name ?? 'home'];
  expect({ pattern, access: route.access }).toEqual({ pattern, access });
  expect(matchRoute(example), pattern).toBeDefined();
};
