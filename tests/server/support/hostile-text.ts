import { toJsonSchema } from '#server/core/http/openapi.ts';
import type { Call, Schema } from '#shared/core/call.ts';
import { registry } from '#shared/firm/registry.ts';
import type { Shape } from './fill.ts';

/** Repeated, each makes a common quadratic pattern slow: trims, addresses, names, links, headings and symbols. */
export const alphabets = ['a-', ' ', '/', 'a@', '.a', '[](', '0', '\u{1f600}'] as const;

/** Accepted as typed, and drawn, broken into lines, compared and exported later: each makes other work grow. */
export const validAlphabets = {
  marks: `q${'\u0308'.repeat(10)}`,
  han: '\u7de8\u96c6',
  joiners: '\u0d9a\u0dca\u200d\u0dc2',
  bidi: 'ab \u05d0\u05d1 12 ',
  emoji: '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  normalization: 'e\u0301\u00e9',
} as const;

/** As much of a text as fits, without half a letter at its end. */
export const filling = (alphabet: string, length: number) => alphabet.repeat(Math.floor(length / alphabet.length));

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

/** The longest text that a field of a call's body accepts; 0 if its format decides. */
export function maximumOf(call: Call, place: Place): number {
  type Limited = Shape & { readonly maxLength?: number; readonly pattern?: string };
  const fieldOf = (shape: Limited, name: string): Limited | undefined =>
    name === '0'
      ? shape.items
      : [shape, ...(shape.anyOf ?? shape.oneOf ?? [])].find((each) => each.properties?.[name])?.properties?.[name];
  const found = place.reduce<Limited>((shape, name) => fieldOf(shape, name) ?? {}, shapeOf(call.body));
  const { maxLength = 0, pattern }: Limited = found.anyOf?.[0] ?? found;
  return pattern === undefined ? maxLength : 0;
}

/** Every text of every call’s body. */
export const bodyTexts = registry.flatMap((call) => listTexts(shapeOf(call.body)).map((place) => ({ call, place })));

export const queryTexts = registry.flatMap((call) => listTexts(shapeOf(call.query)).map((place) => ({ call, place })));
