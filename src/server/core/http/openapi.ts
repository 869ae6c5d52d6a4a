import * as z from 'zod';
import { locales } from '#i18n/locales.ts';
import { isStaffRole } from '#shared/core/access.ts';
import type { Call, Schema } from '#shared/core/call.ts';
import { findFields } from '#shared/core/columns.ts';
import { idempotencyHeader, invalidTokenStatus } from '#shared/core/constants.ts';
import { envelopeSchema } from '#shared/core/envelope.ts';
import { type ErrorStatus, errorStatus } from '#shared/core/errors.ts';
import { listErrorStatuses, listErrors } from '#shared/core/list-errors.ts';
import { areas, type NamedCall } from '#shared/firm/registry.ts';
import { createExample, createExamples } from './openapi-examples.ts';

type Json = Record<string, unknown>;

type Site = { readonly name: string; readonly url: string; readonly supportEmail: string };

const statusDescriptions: Readonly<Record<ErrorStatus, string>> = {
  400: 'The body is unreadable, or a header is missing',
  401: 'No token',
  403: 'Not allowed: a role is missing, the address isn’t verified, or reauthentication is required',
  404: 'Not found, or it belongs to someone else',
  406: 'Not acceptable',
  409: 'Conflicts with the current state',
  410: 'No longer valid: used, expired or replaced',
  422: 'A field is invalid; `validation_errors` names it',
  429: 'Too many requests; `Retry-After` says when to try again',
  [invalidTokenStatus]: 'Invalid or expired token',
  503: 'A service this call depends on isn’t responding; try again later',
};

export function toJsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: describeColumns,
  }) as Json;
  return jsonSchema;
}

/** Columns are validated by a function, from which no schema can be derived. */
function describeColumns({ zodSchema, jsonSchema }: { readonly zodSchema: object; jsonSchema: object }): void {
  const fields = findFields(zodSchema);
  if (!fields) return;
  const columns = Object.entries(fields).map(([name, field]) => [name, z.array(field as z.ZodType)]);
  Object.assign(jsonSchema, toJsonSchema(z.object(Object.fromEntries(columns)), 'output'));
}

function describeEnvelope(call: Call): Json {
  const properties: Json = {};
  if (call.data) properties.data = toJsonSchema(call.data, 'output');
  const required = ['data', ...(call.returns.token ? ['token'] : []), ...(call.returns.user ? ['user'] : [])];
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties, required }] };
}

function describeSuccess(call: Call): Json {
  const isText = call.mediaType?.startsWith('text/');
  const content = call.mediaType
    ? { [call.mediaType]: { schema: isText ? { type: 'string' } : {} } }
    : { 'application/json': { schema: describeEnvelope(call) } };
  return { description: 'OK', content };
}

function listParameters(schema: Schema | null, place: 'query' | 'path'): Json[] {
  const { properties = {}, required } = schema ? toJsonSchema(schema, 'input') : {};
  const requiredNames = Array.isArray(required) ? required : [];
  return Object.entries(properties as Json).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || requiredNames.includes(name),
    schema: value,
    example: createExample(value as Json, name),
  }));
}

function describeParameters(call: Call): Json {
  const key = {
    name: idempotencyHeader,
    in: 'header',
    required: true,
    description: 'Repeating the key with the same body returns the same response, so retries are safe.',
    schema: { type: 'string', minLength: 8, maxLength: 128 },
    example: '2f6c1d7e-9a41-4c0b-8f53-0d6b7a1e4c92',
  };
  const parameters = [
    ...listParameters(call.params, 'path'),
    ...listParameters(call.query, 'query'),
    ...(call.idempotent ? [key] : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function describeBody(call: Call): Json {
  if (!call.body) return {};
  const schema = toJsonSchema(call.body, 'input');
  const examples = createExamples(schema);
  const content = { 'application/json': { schema, examples }, 'multipart/form-data': { schema, examples } };
  return { requestBody: { required: true, content } };
}

function describeErrors(call: Call): Json {
  const codes = listErrors(call);
  const entries = listErrorStatuses(call).map((status) => {
    const statusCodes = codes.filter((code) => errorStatus(code) === status);
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Envelope' },
        { type: 'object', properties: { error_code: { enum: statusCodes } }, required: ['error_code'] },
      ],
    };
    return [status, { description: statusDescriptions[status], content: { 'application/json': { schema } } }] as const;
  });
  return Object.fromEntries(entries);
}

function describeAccess({ access }: Call): string {
  if (access === 'any') return 'No token required';
  if (access === 'token') return 'Requires a token';
  if (access === 'verified') return 'Requires the token of a user with a verified email address';
  if (access === 'payout') return 'Requires the token of a verified user, or one from payouts/access/confirm';
  const secondFactor = access.roles.some(isStaffRole) ? '. Staff need two-step sign-in' : '';
  return `Requires the token of a user with the role ${access.roles.join(' or ')}${secondFactor}`;
}

function describeOperation(area: string, call: NamedCall): Json {
  return {
    operationId: call.name,
    tags: [area],
    summary: call.summary,
    description: `${describeAccess(call)}${call.readScope ? `, or a read token with the scope ${call.readScope}` : ''}.`,
    security: call.access === 'any' ? [] : [{ bearer: [] }],
    ...describeParameters(call),
    ...describeBody(call),
    responses: { 200: describeSuccess(call), ...describeErrors(call) },
  };
}

const text = { type: 'string' };

/** Its answer has no envelope. */
function describeProbe(operationId: string, summary: string, fields: Json): Json {
  const properties = { ...fields, status: { enum: fields.status } };
  const schema = { type: 'object', properties, required: ['status'], additionalProperties: false };
  const content = { 'application/json': { schema } };
  const responses = {
    200: { description: 'Yes', content },
    400: { description: 'The request is not valid HTTP' },
    503: { description: 'No', content },
  };
  return { get: { operationId, tags: ['Operation'], summary, security: [], responses } };
}

const introduction = `Send JSON or a form. Every JSON response has the same envelope: \`response_status\` (the HTTP status), \`response_message\`, \`validation_errors\` (field to messages) and \`data\`, plus \`token\` and \`user\` for calls that return them.

Send the token as \`Authorization: Bearer …\`; it expires after 700 minutes. Amounts are integer cents, times are milliseconds since 1970. \`Accept-Language\` selects the language of messages: ${locales.join(', ')}.`;

/** The API's OpenAPI 3.1 description, generated from the contract that server and browser share. */
export function describeApi(site: Site, origin: string): Json {
  const paths: Record<string, Json> = {
    '/health': describeProbe('checkHealth', 'The process is alive', {
      status: ['alive'],
      version: text,
      build: { type: ['string', 'null'] },
    }),
    '/ready': describeProbe('checkReady', 'The database answers and every migration is done', {
      // The last two only to this machine itself.
      ...{ status: ['ready', 'not ready'], reason: text, warnings: { type: 'array', items: text } },
    }),
  };
  for (const { name, calls } of areas) {
    for (const call of calls) {
      paths[`/${call.path}`] = {
        ...paths[`/${call.path}`],
        [call.method.toLowerCase()]: describeOperation(name, call),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version: '1.0.0',
      description: introduction,
      contact: { name: site.name, url: site.url, email: site.supportEmail },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}/api` }],
    tags: [
      ...areas.map(({ name, description }) => ({ name, description })),
      { name: 'Operation', description: 'Probes for load balancers and monitoring.' },
    ],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Envelope: toJsonSchema(envelopeSchema, 'output') },
    },
  };
}
