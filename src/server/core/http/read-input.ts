import type * as z from 'zod/mini';
import type { Schema } from '#shared/core/call.ts';
import { invalid, notFound, ServiceError } from '../deps.ts';
import type { AppContext } from './context.ts';
import { isSmallForm, isSmallJson, maxValues } from './is-small.ts';

export const maxBodyBytes = 256 * 1024;

/** PostgreSQL stores neither NUL nor unpaired surrogates; no legitimate form sends them. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether all its texts can be stored, and it has no more values than any form. */
function isAcceptable(root: unknown): boolean {
  const open: unknown[] = [root];
  let values = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    values += 1;
    if (values > maxValues) return false;
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (typeof value !== 'object' || value === null || value instanceof Blob) continue;
    const entries = Object.entries(value);
    if (entries.length > maxValues || !entries.every(([key]) => isStorableText(key))) return false;
    open.push(...entries.map(([, each]) => each ?? null));
  }
  return true;
}

function badBody(cause?: unknown): ServiceError {
  return new ServiceError(400, 'bad_body', { cause });
}

function toFields(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [key, values] of Map.groupBy(form, ([name]) => name)) {
    const sent = values.map(([, value]) => value);
    if (key.endsWith('[]')) fields[key.slice(0, -2)] = sent;
    else fields[key] = sent.at(-1);
  }
  return fields;
}

async function readRaw(c: AppContext): Promise<unknown> {
  const header = c.req.header('content-type') ?? '';
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  try {
    if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded') {
      const bytes = Buffer.from(await c.req.arrayBuffer());
      if (!isSmallForm(bytes, header)) throw badBody();
      return toFields(await new Response(bytes, { headers: { 'content-type': header } }).formData());
    }
    const text = await c.req.text();
    if (text.trim() === '') return {};
    if (type !== '' && type !== 'application/json' && type !== 'text/plain') throw badBody();
    // Only files are longer.
    if (text.length > maxBodyBytes || !isSmallJson(text)) throw badBody();
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw badBody(error);
  }
}

/** The fields of a form that is no call; none if there is no valid form. */
export async function readForm(c: AppContext): Promise<Readonly<Record<string, unknown>>> {
  const raw = await readRaw(c).catch(() => null);
  return typeof raw === 'object' && raw !== null ? { ...raw } : {};
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
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || !isAcceptable(raw)) throw badBody();
  return parse(schema, raw);
}

export function readQuery<Query extends Schema>(c: AppContext, schema: Query): z.output<Query> {
  const query = c.req.query();
  if (!isAcceptable(query)) throw badBody();
  return parse(schema, query);
}

/** @throws {ServiceError} 404, because an invalid path identifies nothing */
export function readParams<Params extends Schema>(c: AppContext, schema: Params): z.output<Params> {
  const result = schema.safeParse(c.req.param());
  if (!result.success) throw notFound();
  return result.data;
}
