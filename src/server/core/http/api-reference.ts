import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { html } from 'hono/html';
import { areas } from '#shared/firm/registry.ts';

export const referencePath = '/api/docs';

/** Swagger UI needs scripts and style sheets of our own origin; some of its pictures are inlined in its style sheet. */
export const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const startScript = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
`;

const requireFromHere = createRequire(import.meta.url);

const readSwaggerFile = (name: string) => () => readFile(requireFromHere.resolve(`swagger-ui-dist/${name}`));

const sources = {
  'start.js': { type: 'text/javascript; charset=utf-8', read: async () => Buffer.from(startScript) },
  'swagger-ui-bundle.js': { type: 'text/javascript; charset=utf-8', read: readSwaggerFile('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', read: readSwaggerFile('swagger-ui.css') },
} as const;

export type ReferenceFileName = keyof typeof sources;

export const referenceFileNames = Object.keys(sources) as readonly ReferenceFileName[];

export type ReferenceFile = {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly gzipped: Buffer<ArrayBuffer>;
};

async function prepareFile(name: ReferenceFileName): Promise<ReferenceFile> {
  const { type, read } = sources[name];
  const plain = Buffer.from(await read());
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, plain, gzipped: Buffer.from(await promisify(gzip)(plain)) };
}

const preparedFiles = new Map<ReferenceFileName, Promise<ReferenceFile>>();

/** A file of the API reference, compressed once per process. */
export function readReferenceFile(name: ReferenceFileName): Promise<ReferenceFile> {
  const file = preparedFiles.get(name) ?? prepareFile(name);
  preparedFiles.set(name, file);
  file.catch(() => preparedFiles.delete(name));
  return file;
}

/** The page around Swagger UI; without JavaScript it lists the calls. */
export function referencePage(title: string) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${referencePath}/swagger-ui.css">
</head>
<body>
<main id="reference">
<noscript>
<h1>${title}</h1>
<p>The full description is in the <a href="/api/openapi.json">OpenAPI document</a>.</p>
${areas.map(
  ({ name, calls }) => html`<h2>${name}</h2>
<ul>${calls.map(({ method, path, summary }) => html`<li><code>${method} /api/${path}</code> ${summary}</li>`)}</ul>`,
)}
</noscript>
</main>
<script src="${referencePath}/swagger-ui-bundle.js"></script>
<script src="${referencePath}/start.js"></script>
</body>
</html>`;
}
