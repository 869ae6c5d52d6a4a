import type { Call } from '#shared/core/call.ts';
import { type FailedRequest, type Parts, request } from './request.ts';

type Read<Content> = { readonly ok: true; readonly content: Content } | FailedRequest;

/** The connection can break during the body, which counts as a network failure too. */
async function read<C extends Call, Content>(
  contract: C,
  parts: Parts<C>,
  take: (response: Response) => Promise<Content>,
): Promise<Read<Content>> {
  const answer = await request(contract, parts);
  if (!answer.ok) return answer;
  try {
    return { ok: true, content: await take(answer.response) };
  } catch {
    return { ok: false, failure: { kind: 'network' } };
  }
}

export function fetchText<C extends Call>(contract: C, parts: Parts<C>): Promise<Read<string>> {
  return read(contract, parts, (response) => response.text());
}

export function fetchFile<C extends Call>(contract: C, parts: Parts<C>): Promise<Read<Blob>> {
  return read(contract, parts, (response) => response.blob());
}

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
