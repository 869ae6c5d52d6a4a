import type * as z from 'zod/mini';
import type { Call, Schema } from '#shared/core/call.ts';

type Part = { readonly schema: z.core.$ZodTypes; readonly path: string };

function definesMaximum(check: z.core.$ZodCheck<never> | undefined, mustAbort: boolean): boolean {
  const { check: kind, abort = false } = check?._zod.def ?? {};
  return kind === 'max_length' && (abort || !mustAbort);
}

function listParts({ schema, path }: Part): Part[] {
  const { def } = schema._zod;
  const part = (inner: z.core.$ZodType, name = ''): Part => ({ schema: inner as z.core.$ZodTypes, path: path + name });
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, field]) => part(field, `.${name}`));
    case 'array':
      return [part(def.element, '[]')];
    case 'record':
      return [part(def.keyType, '{}'), part(def.valueType, '{}')];
    case 'union':
      return def.options.map((option) => part(option));
    case 'pipe':
      return [part(def.in), part(def.out)];
    case 'optional':
    case 'nullable':
    case 'default':
      return [part(def.innerType)];
    default:
      return [];
  }
}

/** Kinds of values whose size needs no limit of their own. A transform is followed by one of them. */
const boundedTypes: ReadonlySet<string> = new Set([
  ...['object', 'record', 'union', 'pipe', 'optional', 'nullable', 'default', 'transform'],
  ...['number', 'boolean', 'enum', 'literal', 'null', 'file'],
]);

function isBounded({ _zod: { def } }: z.core.$ZodTypes): boolean {
  // Refused before anything else looks at it.
  if (def.type === 'string') return definesMaximum(def.checks?.[0], true);
  if (def.type === 'array') return def.checks?.some((check) => definesMaximum(check, false)) ?? false;
  return boundedTypes.has(def.type);
}

function findIn(part: Part): string[] {
  const own = isBounded(part.schema) ? [] : [part.path];
  return [...own, ...listParts(part).flatMap(findIn)];
}

/** Texts and lists of a call's input that aren't refused by their length before anything else. */
export function findUnbounded({ body, query, params }: Call): string[] {
  const find = (schema: Schema | null, path: string) =>
    schema === null ? [] : findIn({ schema: schema as unknown as z.core.$ZodTypes, path });
  return [...find(body, 'body'), ...find(query, 'query'), ...find(params, 'params')];
}
