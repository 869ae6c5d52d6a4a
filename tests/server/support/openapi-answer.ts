import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestApp } from './app.ts';

type Answer = { readonly status: number; readonly type: string | null; readonly text: string };
type Content = Readonly<Record<string, { readonly schema: object }>>;
type Document = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, { readonly content?: Content }>> }>>
    >
  >;
};

/** Checks answers against the published OpenAPI document by Ajv. @returns what doesn't match, as a function of an answer */
export async function openAnswerCheck({ app }: Pick<TestApp, 'app'>) {
  const document = (await (await app.request('/api/openapi.json')).json()) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  return (method: string, path: string, { status, type, text }: Answer): string[] => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) return [`${method} ${path} isn't described`];
    const described = operation.responses[String(status)];
    if (!described) return [`${status} isn't described`];
    const mediaType = type?.split(';')[0] ?? '';
    const { content } = described;
    if (content === undefined) return [];
    if (content[mediaType] === undefined) return [`${status} with ${mediaType} isn't described`];
    if (mediaType !== 'application/json') return [];
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', mediaType, 'schema'];
    const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.getSchema(`api#/${escaped.join('/')}`);
    if (!validate) return [`${status} has no schema`];
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${status} ${instancePath} ${message}`);
  };
}
