import type { Call, QueryOf } from '../contract/call.ts';
import { apiRoot } from './api-root.ts';
import { requestHeaders } from './call.ts';

/** Reads an answer that is a text and no envelope: a record, a CSV file. Null when it could not be had. */
export async function readText<C extends Call>(contract: C, query: QueryOf<C>): Promise<string | null> {
  const search = new URLSearchParams(query as Record<string, string>);
  try {
    const response = await fetch(`${apiRoot}/${contract.path}?${search}`, {
      headers: requestHeaders(),
      cache: 'no-store',
    });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Reads an answer that is a file. Null when it could not be had. */
export async function readFile<C extends Call>(contract: C, query: QueryOf<C>): Promise<Blob | null> {
  const search = new URLSearchParams(query as Record<string, string>);
  try {
    const response = await fetch(`${apiRoot}/${contract.path}?${search}`, {
      headers: requestHeaders(),
      cache: 'no-store',
    });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

/** Hands a text to the person as a file. */
export function saveText(name: string, text: string, type: string): void {
  saveFile(name, new Blob([text], { type }));
}

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
