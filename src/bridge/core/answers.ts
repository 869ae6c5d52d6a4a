import { parseJson } from '#lib/parse-json.ts';

export type Row = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A vendor's answer, null if it is empty; undefined if it isn't JSON, such as a page of a proxy before the vendor. */
export function parseAnswer(text: string): unknown {
  return text === '' ? null : parseJson(text);
}
