import { fetchFile, saveFile } from '#app/http/file.ts';
import type { Parts } from '#app/http/request.ts';
import type { Call } from '#shared/core/call.ts';
import { notifyFailure } from './toasts.ts';

/** Saves the file that a call answers with on the person's device, or says why there is none. */
export async function download<C extends Call>(name: string, contract: C, parts: Parts<C>): Promise<void> {
  const file = await fetchFile(contract, parts);
  if (file.ok) saveFile(name, file.content);
  else notifyFailure(file.failure);
}
