import { html } from 'hono/html';
import { type Call, listErrors, type Schema } from '../../contract/call.ts';
import { idempotencyHeader } from '../../contract/constants.ts';
import { errorStatuses } from '../../contract/errors.ts';
import { areas } from '../../contract/registry.ts';
import type { Routes } from '../http/context.ts';
import { describeAccess, describeApi, jsonSchemaOf } from '../http/openapi.ts';
import { plainPage, plainPageHeaders } from '../http/plain-page.ts';

type Field = { readonly name: string; readonly type: string; readonly required: boolean };

type JsonSchema = Readonly<Record<string, unknown>>;

/** The members of a union schema; none for others. */
function optionsOf(schema: JsonSchema): readonly JsonSchema[] {
  const options = schema.oneOf ?? schema.anyOf;
  return Array.isArray(options) ? options : [];
}

function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'anything';
  if ('const' in schema) return JSON.stringify(schema.const);
  if ('enum' in schema && Array.isArray(schema.enum))
    return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const options = optionsOf(schema as JsonSchema);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' | ');
  if ('items' in schema) return `list of ${typeOf(schema.items)}`;
  return 'type' in schema ? String(schema.type) : 'anything';
}

function fieldsOf(schema: Schema | null, io: 'input' | 'output', prefix = ''): Field[] {
  return schema === null ? [] : listFields(jsonSchemaOf(schema, io), prefix);
}

/** The fields below a field: of an object, a list's entries, or all members of a union. */
function below(field: JsonSchema, name: string): Field[] {
  if (field.properties) return listFields(field, `${name}.`);
  const fields = optionsOf(field).flatMap((option) => below(option, name));
  if (fields.length > 0) return [...new Map(fields.map((each) => [each.name, each])).values()];
  return field.items ? below(field.items as JsonSchema, `${name}[]`) : [];
}

function listFields(schema: JsonSchema, prefix: string): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    return [{ name, type: typeOf(field), required: required.includes(key) }, ...below(field, name)];
  });
}

function drawFields(title: string, fields: readonly Field[]) {
  if (fields.length === 0) return '';
  return html`<table><thead><tr><th scope="col">${title}</th><th scope="col">Type</th></tr></thead><tbody>
${fields.map(({ name, type, required }) => html`<tr><td><code>${name}</code>${required ? '' : ' (may be left out)'}</td><td><code>${type}</code></td></tr>`)}
</tbody></table>`;
}

function drawCall(call: Call) {
  const codes = listErrors(call);
  const notes = [
    `${describeAccess(call)}.`,
    call.idempotent ? `Needs an ${idempotencyHeader} header: the same key and body give the same answer.` : '',
    call.returns.token ? 'Answers with token and user.' : '',
    codes.length > 0 ? `May refuse with ${codes.map((code) => `${errorStatuses[code]} ${code}`).join(', ')}.` : '',
  ];
  return html`<section class="entry" id="${call.name}">
<h3><code>${call.method} /api/${call.path}</code></h3>
<p>${call.summary}.</p>
<p class="soft">${notes.filter(Boolean).join(' ')}</p>
${drawFields('Path', fieldsOf(call.params, 'input'))}
${drawFields('Query', fieldsOf(call.query, 'input'))}
${drawFields('Body', fieldsOf(call.body, 'input'))}
${drawFields('Data', fieldsOf(call.data, 'output'))}
</section>`;
}

export const docsRoutes: Routes = (app, { catalog, env }) => {
  const description = describeApi(catalog.site, env.origin);
  app.get('/api/openapi.json', (c) => c.json(description, 200, { 'Cache-Control': 'public, max-age=300' }));

  const page = plainPage(
    `${catalog.site.name} API`,
    html`<h1>${catalog.site.name} API</h1>
<p>Base <code>${env.origin}/api</code>. JSON or a form goes in. What comes out is always the envelope: <code>response_status</code>
(as the HTTP status), <code>response_message</code>, <code>validation_errors</code> (field to messages), <code>data</code>,
and <code>token</code> and <code>user</code> where a call says so. A token travels as <code>Authorization: Bearer …</code>
and lives 700 minutes. Money is integer cents, times are milliseconds since 1970. <code>Accept-Language</code> chooses
en, fr or pt.</p>
<p>For machines: <a href="/api/openapi.json">OpenAPI 3.1</a>. For probes: <a href="/api/health">/api/health</a> and
<a href="/api/ready">/api/ready</a>.</p>
${areas.map(({ name, calls }) => html`<h2>${name}</h2>${calls.map(drawCall)}`)}`,
  );
  app.get('/api/docs', (c) => c.html(page, 200, plainPageHeaders));
};
