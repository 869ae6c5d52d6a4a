import type * as z from 'zod/mini';
import type { Schema } from '#shared/core/call.ts';
import { invalid, notFound, ServiceError } from '../errors.ts';
import type { AppContext } from './context.ts';

export const maxBodyBytes = 256 * 1024;

/** PostgreSQL stores neither NUL nor unpaired surrogates; no legitimate form sends them. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([key, each]) => isStorable(key) && isStorable(each));
  }
  return true;
}

function badBody(cause?: unknown): ServiceError {
  return new ServiceError(400, 'bad_body', { cause });
}

function isNestedAtMost(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    if (depth > maxDepth) return false;
  }
  return true;
}

async function readForm(c: AppContext): Promise<Record<string, unknown>> {
  const form = await c.req.formData();
  const fields: Record<string, unknown> = Object.create(null);
  for (const key of new Set(form.keys())) {
    const values = form.getAll(key);
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    fields[name] = key.endsWith('[]') ? values : values.at(-1);
  }
  return fields;
}

async function readRaw(c: AppContext): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  try {
    if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded') return await readForm(c);
    const text = await c.req.text();
    if (text.trim() === '') return {};
    if (type !== '' && type !== 'application/json' && type !== 'text/plain') throw badBody();
    // No form nests this deeply, and the recursion below would overflow.
    if (!isNestedAtMost(text, 64)) throw badBody();
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw badBody(error);
  }
}

/** The first error of each field, since "required" makes "too short" redundant. */
function toFieldProblems(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? issue.path.map(String).join('.') : 'body';
    fields[field] ??= [issue.message];
  }
  return fields;
}

function parse<Input extends Schema>(schema: Input, value: unknown): z.output<Input> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(toFieldProblems(result.error));
  return result.data;
}

/** Reads JSON or a form. @throws {ServiceError} 400 if there is no valid body, 422 for invalid fields */
export async function readBody<Body extends Schema>(c: AppContext, schema: Body): Promise<z.output<Body>> {
  const raw = await readRaw(c);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || !isStorable(raw)) throw badBody();
  return parse(schema, raw);
}

export function readQuery<Query extends Schema>(c: AppContext, schema: Query): z.output<Query> {
  const query = c.req.query();
  if (!isStorable(query)) throw badBody();
  return parse(schema, query);
}

/** @throws {ServiceError} 404, because an invalid path identifies nothing */
export function readParams<Params extends Schema>(c: AppContext, schema: Params): z.output<Params> {
  const result = schema.safeParse(c.req.param());
  if (!result.success) throw notFound();
  return result.data;
}
