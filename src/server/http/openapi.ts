import * as z from 'zod';
import type { Call, Schema } from '../../contract/call.ts';
import { idempotencyHeader } from '../../contract/constants.ts';
import { envelopeSchema } from '../../contract/envelope.ts';
import { bareAnswers, callsByArea } from './calls.ts';

type Json = Record<string, unknown>;

const meanings: Readonly<Record<number, string>> = {
  400: 'Not a body, or a header is missing',
  401: 'No token',
  403: 'Not yours, or the address is not verified',
  404: 'Not there, or another person’s',
  406: 'Not acceptable',
  409: 'Conflict with what is there already',
  410: 'Gone: used, expired or replaced',
  422: 'A field is wrong; `validation_errors` names it',
  429: 'Too many; `Retry-After` says when to return',
  498: 'Invalid or expired token',
  503: 'Another service that this needs does not answer; trying again later helps',
};

export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function successSchema(call: Call): Json {
  const properties: Json = {};
  if (call.data) properties.data = jsonSchemaOf(call.data, 'output');
  const required = ['data', ...(call.returns.token ? ['token'] : []), ...(call.returns.user ? ['user'] : [])];
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties, required }] };
}

function successOf(call: Call): Json {
  const bare = bareAnswers[call.name];
  if (bare) return { description: 'Done', content: { [bare]: { schema: {} } } };
  return { description: 'Done', content: { 'application/json': { schema: successSchema(call) } } };
}

function listParameters(schema: Schema | null, place: 'query' | 'path'): Json[] {
  const { properties = {}, required } = schema ? jsonSchemaOf(schema, 'input') : {};
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties as Json).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || needed.includes(name),
    schema: value,
  }));
}

function parametersOf(call: Call): Json[] {
  const given = [...listParameters(call.params, 'path'), ...listParameters(call.query, 'query')];
  const key = { name: idempotencyHeader, in: 'header', required: true, schema: { type: 'string', minLength: 8 } };
  return call.idempotent ? [...given, key] : given;
}

function bodyOf(call: Call): Json {
  if (!call.body) return {};
  const schema = jsonSchemaOf(call.body, 'input');
  const content = { 'application/json': { schema }, 'multipart/form-data': { schema } };
  return { requestBody: { required: true, content } };
}

function operationOf(area: string, call: Call): Json {
  const refusals = call.errors.map((status) => [String(status), { $ref: `#/components/responses/Refusal${status}` }]);
  return {
    operationId: call.name,
    tags: [area],
    summary: call.summary,
    ...(call.access === 'any' ? {} : { security: [{ bearer: [] }] }),
    parameters: parametersOf(call),
    ...bodyOf(call),
    responses: { 200: successOf(call), ...Object.fromEntries(refusals) },
  };
}

function probe(summary: string): Json {
  return {
    get: { tags: ['Operation'], summary, responses: { 200: { description: 'Yes' }, 503: { description: 'No' } } },
  };
}

/** The OpenAPI 3.1 description of the API, made from the contract that server and browser share. */
export function describeApi(site: { name: string }, origin: string): Json {
  const paths: Record<string, Json> = {
    '/health': probe('The process is alive'),
    '/ready': probe('The database answers and every migration is done'),
  };
  for (const [area, calls] of Object.entries(callsByArea)) {
    for (const call of calls) {
      paths[`/${call.path}`] = { ...paths[`/${call.path}`], [call.method.toLowerCase()]: operationOf(area, call) };
    }
  }
  const envelope = { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } };
  const responses = Object.entries(meanings).map(([status, description]) => [
    `Refusal${status}`,
    { description, content: envelope },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version: '1.0.0',
      description:
        'JSON or a form in, the envelope out. Money is integer cents, times are milliseconds since 1970. `Accept-Language` chooses the language of messages: en, fr or pt.',
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Envelope: jsonSchemaOf(envelopeSchema, 'output') },
      responses: Object.fromEntries(responses),
    },
  };
}
