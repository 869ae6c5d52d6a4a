import { toJsonSchema } from '#server/core/http/openapi.ts';
import type { Schema } from '#shared/core/call.ts';
import { registry } from '#shared/firm/registry.ts';
import type { Shape } from './fill.ts';

/** Repeated, each makes a common quadratic pattern slow: trims, addresses, names, links, headings and symbols. */
export const alphabets = ['a-', ' ', '/', 'a@', '.a', '[](', '0', '\u{1f600}'] as const;

export const repeat = (alphabet: string, length: number) => alphabet.repeat(Math.ceil(length / alphabet.length));

export type Place = readonly string[];

/** Where a schema accepts text. */
function listTexts(shape: Shape, place: Place = []): Place[] {
  if (shape.enum || shape.const !== undefined || shape.format === 'binary') return [];
  if (shape.type === 'string') return [place];
  const inside = Object.entries(shape.properties ?? {}).flatMap(([name, each]) => listTexts(each, [...place, name]));
  const options = shape.anyOf ?? shape.oneOf ?? [];
  const inList = shape.items ? listTexts(shape.items, [...place, '0']) : [];
  return [...inside, ...options.slice(0, 1).flatMap((each) => listTexts(each, place)), ...inList];
}

export function put(root: unknown, place: Place, text: string): unknown {
  const [name, ...rest] = place;
  if (name === undefined) return text;
  if (Array.isArray(root)) return [put(undefined, rest, text)];
  const fields = (root ?? {}) as Readonly<Record<string, unknown>>;
  return { ...fields, [name]: put(fields[name], rest, text) };
}

export const shapeOf = (schema: Schema | null): Shape => (schema ? (toJsonSchema(schema, 'input') as Shape) : {});

/** Every text of every call’s body. */
export const bodyTexts = registry.flatMap((call) => listTexts(shapeOf(call.body)).map((place) => ({ call, place })));

export const queryTexts = registry.flatMap((call) => listTexts(shapeOf(call.query)).map((place) => ({ call, place })));
