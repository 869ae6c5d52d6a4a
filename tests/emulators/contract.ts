/** A type of the vendor's documents; `time` and `id` are theirs: a date-time as text, and a long. */
type Kind = 'id' | 'integer' | 'number' | 'boolean' | 'text' | 'time' | 'list' | 'object';

/** One row of a contract: what a field must be. `min` and `max` are of a figure, a text's length or a list's. */
export type Field = {
  readonly kind: Kind;
  readonly isOptional?: true;
  readonly values?: readonly unknown[];
  readonly pattern?: RegExp;
  readonly min?: number;
  readonly max?: number;
  readonly fields?: Fields;
  readonly of?: Field;
  /** Where it stands, if not on the call's page. */
  readonly source?: string;
};
export type Fields = { readonly [name: string]: Field };

/** A vendor's call: what its body must have, with the page that says so. */
export type CallContract = { readonly source: string; readonly fields: Fields };
export type Contract = { readonly [call: string]: CallContract };

export const id: Field = { kind: 'id' };
export const integer: Field = { kind: 'integer' };
export const number: Field = { kind: 'number' };
export const boolean: Field = { kind: 'boolean' };
export const time: Field = { kind: 'time' };
export const text = (max?: number): Field => ({ kind: 'text', ...(max === undefined ? {} : { max }) });
export const oneOf = (...values: readonly (string | number)[]): Field => ({
  kind: typeof values[0] === 'number' ? 'integer' : 'text',
  values,
});
export const optional = (field: Field): Field => ({ ...field, isOptional: true });
export const object = (fields: Fields): Field => ({ kind: 'object', fields });
export const list = (of: Field, max?: number): Field => ({ kind: 'list', of, ...(max === undefined ? {} : { max }) });

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const checks: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  id: (value) => Number.isSafeInteger(value),
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
  list: Array.isArray,
  object: isPlain,
};

const sizeOf = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Number(value ?? Number.NaN);

/** What is wrong with a body, in a few words that name the field; undefined if nothing is. */
export function findFault(fields: Fields, body: unknown, path = ''): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const fault = findFieldFault(field, isPlain(body) ? body[name] : undefined, `${path}${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findFieldFault(field: Field, value: unknown, path: string): string | undefined {
  const { kind, isOptional, values, pattern, min, max, fields, of } = field;
  if (value === undefined || value === null) return isOptional ? undefined : `${path} is required`;
  if (!checks[kind](value)) return `${path} must be of type ${kind}`;
  if (values && !values.includes(value as string)) return `${path} has no such value`;
  if (pattern && !pattern.test(String(value))) return `${path} is invalid`;
  if (max !== undefined && sizeOf(value) > max) return `${path} must be at most ${max}`;
  if (min !== undefined && sizeOf(value) < min) return `${path} must be at least ${min}`;
  if (fields) return findFault(fields, value, `${path}.`);
  if (of)
    for (const [index, each] of (value as readonly unknown[]).entries()) {
      const fault = findFieldFault(of, each, `${path}.${index}`);
      if (fault !== undefined) return fault;
    }
  return undefined;
}

/** A row of the table as a test walks it: where it is, and bodies that break it. */
export type Breach = { readonly path: string; readonly what: string; readonly body: unknown };

/** Every way in which a body can break its contract: a required field dropped, a wrong type, an unknown value, a limit. */
export function listBreaches(fields: Fields, body: unknown): readonly Breach[] {
  return Object.entries(fields).flatMap(([name, field]) => listFieldBreaches(field, body, [name]));
}

function listFieldBreaches(field: Field, body: unknown, path: readonly (string | number)[]): readonly Breach[] {
  const value = path.reduce<unknown>((from, name) => (from as Readonly<Record<string, unknown>>)?.[name], body);
  const breach = (what: string, wrong: unknown) => ({ path: path.join('.'), what, body: replaceAt(body, path, wrong) });
  if (value === undefined || value === null)
    return field.isOptional ? [] : [{ path: path.join('.'), what: 'is never sent', body }];
  const { kind, isOptional, values, max, fields, of } = field;
  const isText = kind === 'text' || kind === 'time';
  return [
    ...(isOptional ? [] : [breach('is dropped', undefined)]),
    breach('has another type', isText ? { of: 'another type' } : 'another type'),
    ...(values ? [breach('has an unknown value', isText ? 'Nonsense' : 987_654)] : []),
    ...(max === undefined ? [] : [breach('is over its limit', overLimit(value, max))]),
    ...(fields ? Object.entries(fields).flatMap(([name, each]) => listFieldBreaches(each, body, [...path, name])) : []),
    ...(of && sizeOf(value) > 0 ? listFieldBreaches({ ...of, isOptional: true }, body, [...path, 0]) : []),
  ];
}

function overLimit(value: unknown, max: number): unknown {
  if (Array.isArray(value)) return Array.from({ length: max + 1 }, () => value[0]);
  return typeof value === 'string' ? value.padEnd(max + 1, '0') : max + 1;
}

function replaceAt(body: unknown, path: readonly (string | number)[], wrong: unknown): unknown {
  const copy = structuredClone(body) as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((from, name) => from[name] as Record<string, unknown>, copy);
  parent[path.at(-1) as string] = wrong;
  return copy;
}
