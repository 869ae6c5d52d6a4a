import type { Call } from './call.ts';
import { type SubjectField, subjectFields } from './subject-fields.ts';

/** The fields of a call that name its subject; none unless it changes something and needs a role. */
export function subjectFieldsOf({ access, method, body, idsName }: Call): readonly SubjectField[] {
  if (method !== 'POST' || typeof access !== 'object') return [];
  const names = bodyFieldsOf(body);
  return subjectFields.filter((field) => names.has(field) || field === idsName);
}

/** The subjects that a body names in one of these fields, alone or in its `ids`. */
export function subjectsIn({ idsName }: Call, field: SubjectField, body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { [field]: id, ids } = body as Readonly<Record<string, unknown>>;
  const named = field === idsName && Array.isArray(ids) ? [id, ...ids] : [id];
  return named.filter((each) => typeof each === 'string');
}

/** The names of a body's fields, in any of its variants. */
export function bodyFieldsOf(body: Call['body']): ReadonlySet<string> {
  const definition: unknown = body?._zod.def;
  if (typeof definition !== 'object' || definition === null) return new Set();
  if ('shape' in definition) return new Set(Object.keys(definition.shape as object));
  if (!('options' in definition)) return new Set();
  const options = definition.options as readonly NonNullable<Call['body']>[];
  return new Set(options.flatMap((option) => [...bodyFieldsOf(option)]));
}
